import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LoadShedder, startLoadShedder } from '../../../gateway/protection/load-shedder.ts';

/*
 * A process whose own core is what is short, in simulated time: callers who ask again as soon as
 * they have their answer, over connections that a round of the event loop takes as libuv does, up
 * to 48 times 1,024 before a timer has its turn.
 */

const answerMs = 0.07;
const readMs = 0.012;
const refuseMs = 0.012;
const stepMs = 20;
const batch = 1_024;
const batches = 48;

let nowMs = 0;
let usedMs = 0;

beforeEach(() => {
  nowMs = 0;
  usedMs = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: usedMs * 1_000, system: 0 }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Works for so long. Where others have the core too, more time than that passes. */
const work = (ms: number, shareOfCore: number): void => {
  usedMs += ms;
  nowMs += ms / shareOfCore;
};

/** What became of callers at so many connections in so many seconds. */
const simulate = (shedder: LoadShedder, connections: number, seconds: number, shareOfCore = 1) => {
  const waiting = Array.from({ length: connections }, () => 0);
  const counted = { accepted: 0, refused: 0, longestMs: 0, longestRefusedMs: 0 };
  const fromMs = nowMs + 500;
  const untilMs = nowMs + seconds * 1_000;
  const serve = (sinceMs: number): void => {
    const tookMs = (): number => (nowMs >= fromMs ? nowMs - sinceMs : 0);
    if (shedder.shouldRefuse()) {
      work(readMs, shareOfCore);
      work(refuseMs, shareOfCore);
      counted.refused += nowMs >= fromMs ? 1 : 0;
      counted.longestRefusedMs = Math.max(counted.longestRefusedMs, tookMs());
      waiting.push(nowMs);
      return;
    }
    shedder.begin();
    work(answerMs, shareOfCore);
    shedder.end(answerMs);
    counted.accepted += nowMs >= fromMs ? 1 : 0;
    counted.longestMs = Math.max(counted.longestMs, tookMs());
    waiting.push(nowMs);
  };
  let steppedAtMs = nowMs;
  while (nowMs < untilMs) {
    for (let at = 0, came = batch; at < batches && came === batch; at += 1) {
      const ready = waiting.splice(0, batch);
      came = ready.length;
      for (const since of ready) serve(since);
      if (came === 0) nowMs += 1;
    }
    if (nowMs - steppedAtMs < stepMs) continue;
    steppedAtMs = nowMs;
    vi.advanceTimersByTime(stepMs);
  }
  return { ...counted, goodput: (counted.accepted * answerMs) / (nowMs - fromMs) / shareOfCore };
};

test('most of a core that is short goes to answers, whatever refusals cost, and none takes long', () => {
  for (const connections of [2_000, 4_000, 8_000]) {
    const shedder = startLoadShedder({ onRefused: () => undefined });
    const { goodput, longestMs, longestRefusedMs } = simulate(shedder, connections, 3);
    shedder.stop();
    expect(goodput).toBeGreaterThan(0.6);
    expect(longestMs).toBeLessThan(400);
    expect(longestRefusedMs).toBeLessThan(1_500);
  }
});
