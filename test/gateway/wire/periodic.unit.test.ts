import { expect, it } from 'vitest';
import { startPeriodic } from '../../../gateway/wire/periodic.ts';
import { eventually } from '../../support/eventually.ts';

it('works again and again, never twice at once, whatever fails, until it is stopped', async () => {
  let started = 0;
  let underWay = 0;
  let most = 0;
  const errors: unknown[] = [];
  const periodic = startPeriodic({
    everyMs: 1,
    work: async () => {
      started += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      if (started === 2) throw new Error('the second time');
    },
    onError: (error) => errors.push(error),
  });
  await eventually(() => started >= 4);
  await periodic.stop();
  const atStop = started;
  expect(underWay).toBe(0);
  expect(most).toBe(1);
  expect(errors).toMatchObject([{ message: 'the second time' }]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(started).toBe(atStop);
});

it('begins at once where it is due', async () => {
  let times = 0;
  const periodic = startPeriodic({
    everyMs: 86_400_000,
    isDueNow: true,
    work: async () => {
      times += 1;
    },
    onError: () => undefined,
  });
  await eventually(() => times === 1);
  await periodic.stop();
});
