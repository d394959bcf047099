import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LoadClient, maxWaitMs, Unanswered } from '../../bench/load.ts';
import { openLoop } from '../../bench/overload/open-loop.ts';

const clientOf = (send: () => Promise<void>): LoadClient<string> => ({ reconnects: 0, send, close: () => undefined });

const seconds = 0.01;
const load = { requests: ['any'], perSecond: 4_000, seconds };

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('an open loop', () => {
  it('counts every request once, as what became of it', async () => {
    const outcomes = [undefined, new Error('refused'), new Unanswered('not sent'), new Unanswered('lost')];
    let at = 0;
    const client = clientOf(async () => {
      const outcome = outcomes[at % outcomes.length];
      at += 1;
      if (outcome !== undefined) throw outcome;
    });
    const ended = openLoop({ ...load, clients: [client], oneAtATime: false });
    await vi.advanceTimersByTimeAsync(seconds * 1_000);

    const { accepted, refused, notSent, lost, offeredSeconds } = await ended;
    expect([accepted.length, refused.length, notSent, lost]).toEqual([10, 10, 10, 10]);
    expect(offeredSeconds).toBe(seconds);
  });

  it('gives up requests that no client was idle to send for too long, and tells how many', async () => {
    const answer = Promise.withResolvers<void>();
    const ended = openLoop({ ...load, clients: [clientOf(() => answer.promise)], oneAtATime: true });
    await vi.advanceTimersByTimeAsync(seconds * 1_000 + maxWaitMs + 1);
    answer.resolve();

    const { accepted, notSent } = await ended;
    expect([accepted.length, notSent]).toEqual([1, 39]);
  });

  it('sends what waits as soon as its client is idle again', async () => {
    const answers: (() => void)[] = [];
    const client = clientOf(() => new Promise((resolve) => answers.push(resolve)));
    const ended = openLoop({ ...load, clients: [client], oneAtATime: true });
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    for (let answered = 0; answered < 40; answered += 1) {
      answers.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }

    const { accepted, notSent } = await ended;
    expect([accepted.length, notSent]).toEqual([40, 0]);
  });
});
