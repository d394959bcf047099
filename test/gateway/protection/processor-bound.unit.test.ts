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
  const waiting = Array.from({ length: connections }, () => nowMs);
  const counted = { accepted: 0, refused: 0, longestMs: 0, longestRefusedMs: 0 };
  const fromMs = nowMs + 500;
  const untilMs = nowMs + seconds * 1_000;
  const serve = (sinceMs: number): void => {
    const tookMs = (): number => (nowMs >= fromMs ? nowMs - sinceMs : 0);
    if (shedder.shouldRefuse()) {
      work(readMs, shareOfCore);
      shedder.refuse(() => {
        work(refuseMs, shareOfCore);
        counted.refused += nowMs >= fromMs ? 1 : 0;
        counted.longestRefusedMs = Math.max(counted.longestRefusedMs, tookMs());
        waiting.push(nowMs);
      });
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

const started = () => startLoadShedder({ onRefused: () => undefined });

test('most of a core that is short goes to answers, whatever refusals cost, and none takes long', () => {
  for (const connections of [2_000, 4_000, 8_000]) {
    const shedder = started();
    const { goodput, longestMs, longestRefusedMs } = simulate(shedder, connections, 3);
    shedder.stop();
    expect(goodput).toBeGreaterThan(0.7);
    expect(longestMs).toBeLessThan(200);
    expect(longestRefusedMs).toBeLessThan(1_300);
  }
});

test('more than are held at a time do not take all of the core for refusals', () => {
  const shedder = started();
  expect(simulate(shedder, 20_000, 3).goodput).toBeGreaterThan(0.15);
  shedder.stop();
});

test('what a process may use of its core goes to answers where others use the rest', () => {
  for (const [shareOfCore, least] of [
    [0.5, 0.7],
    [0.25, 0.6],
  ] as const) {
    const shedder = started();
    expect(simulate(shedder, 4_000, 3, shareOfCore).goodput).toBeGreaterThan(least);
    shedder.stop();
  }
});

test('callers who are answered within a fraction of a second are not refused, however busy the core', () => {
  for (const connections of [64, 500, 1_000]) {
    const shedder = started();
    expect(simulate(shedder, connections, 2)).toMatchObject({ refused: 0 });
    shedder.stop();
  }
});

test('half a second after the rush nobody is refused, and no refusal is held any more', () => {
  const shedder = started();
  let held = 0;
  simulate(shedder, 4_000, 2);
  const refuse = (): void => {
    held += 1;
    shedder.refuse(() => {
      held -= 1;
    });
  };
  for (let at = 0; at < 25; at += 1) {
    for (let each = 0; each < 20; each += 1) if (shedder.shouldRefuse()) refuse();
    nowMs += stepMs;
    vi.advanceTimersByTime(stepMs);
  }
  expect(Array.from({ length: 50 }, shedder.shouldRefuse)).not.toContain(true);
  expect(held).toBe(0);
  shedder.stop();
});

test('a pause within a round is no reason to refuse those who have come meanwhile', () => {
  const shedder = started();
  const answers = Array.from({ length: 1_000 }, (_, at) => {
    work(at === 500 ? 400 : 0.01, 1);
    return shedder.shouldRefuse();
  });
  expect(answers).not.toContain(true);
  shedder.stop();
});
