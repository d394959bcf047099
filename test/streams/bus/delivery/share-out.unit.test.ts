import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOut } from '../../../../streams/bus/delivery/share-out.ts';

it('gives what was counted where all of it was', () => {
  const counted = new Map([
    ['acme', 3],
    ['borealis', 4],
  ]);
  expect(shareOut(7, counted)).toEqual(counted);
});

it('shares nothing out where nothing was counted', () => {
  expect(shareOut(7, new Map())).toEqual(new Map());
});

it('adds up to the total, with each within one of its share', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), counts, (total, given) => {
      const counted = new Map(given.map((count, at) => [`supplier ${at}`, count]));
      const sum = given.reduce((all, each) => all + each, 0);
      const shared = shareOut(total, counted);
      expect([...shared.values()].reduce((all, each) => all + each, 0)).toBe(total);
      for (const [name, count] of counted)
        expect(Math.abs((shared.get(name) ?? 0) - (total * count) / sum)).toBeLessThanOrEqual(1);
    }),
  );
});
