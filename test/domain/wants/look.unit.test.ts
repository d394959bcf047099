import { expect, it } from 'vitest';
import { askForWants, lookAgainMs } from '../../../domain/wants/look.ts';

it('looks again soon at first, then ever later, and every two seconds at last', () => {
  expect([0, 1, 2, 11, 12, 50].map((looks) => Math.round(lookAgainMs(looks)))).toEqual([
    100, 130, 169, 1_792, 2_000, 2_000,
  ]);
});

it('tells connectors at once, and then less and less often', async () => {
  const told: number[] = [];
  for (let looks = 0; looks < 20; looks += 1)
    await askForWants({} as never, looks, {
      wants: { ask: () => Promise.resolve(['borealis']), survey: () => Promise.resolve(new Map()) },
      nudge: () => told.push(looks),
    });
  expect(told).toEqual([0, 1, 3, 7, 15]);
});
