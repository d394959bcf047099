import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeldRefusals } from '../../../gateway/protection/held-refusals.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const forEver = Number.POSITIVE_INFINITY;

const world = () => {
  const held = createHeldRefusals();
  const given: number[] = [];
  let added = 0;
  const add = (count: number, patienceMs = forEver): void => {
    for (let at = 0; at < count; at += 1) {
      const number = added;
      added += 1;
      held.add(() => given.push(number), patienceMs, nowMs);
    }
  };
  return { held, given, add };
};

test('a refusal is given once, when it may not be held longer, the oldest first', () => {
  const { held, given, add } = world();
  add(2);
  nowMs = 100;
  add(1);
  nowMs = 799;
  held.give(nowMs, 0);
  expect(given).toEqual([]);
  nowMs = 800;
  held.give(nowMs, 0);
  expect(given).toEqual([0, 1]);
  nowMs = 2_000;
  held.give(nowMs, 0);
  held.give(nowMs, 0);
  held.giveAll();
  expect(given).toEqual([0, 1, 2]);
  expect(held.count).toBe(0);
});

test('the oldest are given sooner for as long as there is time for it', () => {
  const held = createHeldRefusals();
  const given: number[] = [];
  for (let at = 0; at < 1_000; at += 1)
    held.add(
      () => {
        given.push(at);
        nowMs += 0.01;
      },
      forEver,
      0,
    );
  held.give(0, 1);
  expect(given).toEqual(Array.from({ length: 112 }, (_, at) => at));
  expect(held.count).toBe(888);
});

test('a caller is held for half of its time at most, and not at all where that is short', () => {
  const { held, given, add } = world();
  add(1, 399);
  expect(given).toEqual([0]);
  add(1, 400);
  add(1, 1_600);
  nowMs = 200;
  held.give(nowMs, 0);
  expect(given).toEqual([0, 1]);
  nowMs = 800;
  held.give(nowMs, 0);
  expect(given).toEqual([0, 1, 2]);
});

test('no more than so many are held: the oldest are given for those that come, at the end of their round', () => {
  const { held, given, add } = world();
  add(20_000);
  expect(given).toHaveLength(0);
  held.give(nowMs, 0);
  expect(held.count).toBe(16_000);
  expect(given.at(-1)).toBe(3_999);
  add(16_001);
  expect(held.count).toBe(32_000);
  expect(given.at(-1)).toBe(4_000);
});

test('all are given at the end, in their order', () => {
  const { held, given, add } = world();
  add(5_000);
  held.giveAll();
  expect(given).toEqual(Array.from({ length: 5_000 }, (_, at) => at));
  expect(held.count).toBe(0);
});
