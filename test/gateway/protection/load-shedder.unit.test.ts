import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLoadShedder } from '../../../gateway/protection/load-shedder.ts';

const stepMs = 20;
let nowMs = 0;

beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** One step of the shedder, which comes after so long. */
const step = (ms = stepMs): void => {
  nowMs += ms;
  vi.advanceTimersByTime(stepMs);
};

const started = () => {
  let refused = 0;
  const shedder = startLoadShedder({
    onRefused: () => {
      refused += 1;
    },
  });
  /** How many of so many that come at once are refused. */
  const refusedOf = (count: number): number => {
    const before = refused;
    for (let at = 0; at < count; at += 1) shedder.shouldRefuse();
    return refused - before;
  };
  return { shedder, refusedOf };
};

/** So many are under way and each takes a second, until some are refused. */
const rush = ({ shedder }: ReturnType<typeof started>, count: number): void => {
  for (let at = 0; at < count; at += 1) shedder.begin();
  for (let at = 0; at < 50; at += 1) {
    shedder.end(1_000);
    shedder.begin();
    step();
  }
};

test('a stall leaves a crowd that is refused while some are refused anyway, and those who come later are taken', () => {
  const world = started();
  rush(world, 100);
  const { shedder, refusedOf } = world;
  for (let at = 0; at < 100; at += 1) shedder.end(1);
  step(400);
  expect(refusedOf(20)).toBe(20);
  for (let at = 0; at < 20; at += 1) step();
  expect(refusedOf(20)).toBeLessThan(20);
  shedder.stop();
});

test('a stall alone is no reason to refuse anybody', () => {
  const { shedder, refusedOf } = started();
  step();
  step(400);
  expect(refusedOf(20)).toBe(0);
  shedder.stop();
});

test('of slow requests fewer are a queue than of fast ones', () => {
  const slow = started();
  rush(slow, 40);
  expect(slow.refusedOf(20)).toBeGreaterThan(0);
  slow.shedder.stop();
  const fast = started();
  for (let at = 0; at < 40; at += 1) fast.shedder.begin();
  for (let at = 0; at < 200; at += 1) {
    for (let each = 0; each < 20; each += 1) {
      fast.shedder.end(100);
      fast.shedder.begin();
    }
    step();
  }
  expect(fast.refusedOf(1)).toBe(0);
  fast.shedder.stop();
});
