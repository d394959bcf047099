import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nextTurn } from '../../concurrency/turns.ts';

test('in one turn of the event loop one work goes on at most, in the order in which they began to wait', async () => {
  const went: number[] = [];
  const works = [0, 1, 2, 3].map(async (work) => {
    await nextTurn();
    went.push(work);
    await nextTurn();
    went.push(work + 10);
  });
  let before = 0;
  while (went.length < 8) {
    await turnOfTheLoop();
    expect(went.length - before).toBeLessThanOrEqual(1);
    before = went.length;
  }
  await Promise.all(works);
  expect(went).toEqual([0, 1, 2, 3, 10, 11, 12, 13]);
});
