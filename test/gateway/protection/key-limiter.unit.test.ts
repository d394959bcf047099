import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { defaultKeyLimits, type KeyLimits } from '../../../domain/callers/key-limits.ts';
import type { KeyUse } from '../../../domain/callers/ports.ts';
import { createKeyLimiter } from '../../../gateway/protection/key-limiter.ts';

const dayMs = 86_400_000;

let nowMs = 0;
let refused: string[] = [];
/** What all processes have stored. */
let stored: Map<string, number>;
let storeIsDown = false;

beforeEach(() => {
  nowMs = 20_000 * dayMs;
  refused = [];
  stored = new Map();
  storeIsDown = false;
});

const add = async (uses: readonly KeyUse[]) => {
  if (storeIsDown) throw new Error('down');
  for (const { keyId, requests } of uses) stored.set(keyId, (stored.get(keyId) ?? 0) + requests);
  return new Map(uses.map(({ keyId }) => [keyId, stored.get(keyId) ?? 0]));
};

const limiter = (defaults: Partial<KeyLimits> = {}) =>
  createKeyLimiter({
    defaults: { ...defaultKeyLimits, ...defaults },
    usage: { add },
    onRefused: (reason) => refused.push(reason),
    now: () => new Date(nowMs),
  });

const caller = (keyId = 'key_1', limits: Partial<KeyLimits> = {}, requestsToday = 0): Caller => ({
  keyId,
  customerId: 'acme',
  groupIds: [],
  scopes: ['pricing'],
  deliveryZone: undefined,
  allowance: { limits: { ...defaultKeyLimits, ...limits }, requestsToday },
});

type Limiter = ReturnType<typeof limiter>;

const admitted = ({ admit }: Limiter, who: Caller, times: number): number =>
  Array.from({ length: times }, () => admit(who)).filter(({ kind }) => kind === 'admitted').length;

describe('the rate of a key', () => {
  test('lets its burst through at once, and then one for each of its seconds’ shares', () => {
    const limits = limiter({ requestsPerSecond: 10, burst: 3 });
    expect(admitted(limits, caller(), 10)).toBe(3);
    nowMs += 100;
    expect(admitted(limits, caller(), 10)).toBe(1);
    nowMs += 60_000;
    expect(admitted(limits, caller(), 10)).toBe(3);
    expect(refused).toContain('rate');
  });

  test('says when to try again, and a request at that time is let through', () => {
    const limits = limiter({ requestsPerSecond: 4, burst: 1 });
    limits.admit(caller());
    const refusal = limits.admit(caller());
    if (refusal.kind !== 'refused') throw new Error('it was admitted');
    expect(refusal.failure).toMatchObject({ kind: 'exhausted', retryAfterMs: 250 });
    nowMs += 250;
    expect(limits.admit(caller()).kind).toBe('admitted');
  });

  test('is told with what is left of it', () => {
    const limits = limiter({ requestsPerSecond: 2, burst: 4 });
    expect(limits.admit(caller()).standings).toEqual([
      { policy: 'rate', quota: 4, windowSeconds: 2, remaining: 3, resetSeconds: 1 },
    ]);
    for (let used = 0; used < 5; used += 1) limits.admit(caller());
    expect(limits.admit(caller()).standings).toMatchObject([{ remaining: 0, resetSeconds: 2 }]);
  });

  test('is its own and not that of others, and changes with the key', () => {
    const limits = limiter({ requestsPerSecond: 1 });
    expect(admitted(limits, caller('key_own', { requestsPerSecond: 5 }), 10)).toBe(5);
    expect(admitted(limits, caller('key_default'), 10)).toBe(1);
    nowMs += 1_000;
    expect(admitted(limits, caller('key_own', { requestsPerSecond: 7 }), 10)).toBe(7);
  });

  test('is never exceeded by more than the burst in any time, whatever the arrivals', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20 }), (gaps, rate, burst) => {
        const limits = limiter({ requestsPerSecond: rate, burst });
        const startedAtMs = nowMs;
        let passed = 0;
        for (const gap of gaps) {
          nowMs += gap;
          passed += admitted(limits, caller(), 1);
          expect(passed).toBeLessThanOrEqual(burst + ((nowMs - startedAtMs) * rate) / 1_000 + 1e-2);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the requests of a day', () => {
  test('are refused beyond the quota until midnight in UTC', () => {
    const limits = limiter({ requestsPerDay: 5 });
    nowMs += dayMs - 10_000;
    expect(admitted(limits, caller(), 8)).toBe(5);
    const refusal = limits.admit(caller());
    if (refusal.kind !== 'refused') throw new Error('it was admitted');
    expect(refusal.failure.retryAfterMs).toBe(10_000);
    expect(refusal.standings).toEqual([
      { policy: 'day', quota: 5, windowSeconds: 86_400, remaining: 0, resetSeconds: 10 },
    ]);
    nowMs += 10_000;
    expect(admitted(limits, caller(), 8)).toBe(5);
    expect(new Set(refused)).toEqual(new Set(['quota']));
  });

  test('go on from what the store knew when the key was looked up', () => {
    expect(admitted(limiter({ requestsPerDay: 5 }), caller('key_1', {}, 3), 8)).toBe(2);
  });

  test('are counted with those of other processes at every flush, and no refused one counts', async () => {
    const [one, other] = [limiter({ requestsPerDay: 10 }), limiter({ requestsPerDay: 10 })];
    expect(admitted(one, caller(), 6) + admitted(other, caller(), 6)).toBe(12);
    await one.flush();
    await other.flush();
    expect(admitted(other, caller(), 1)).toBe(0);
    expect(stored.get('key_1')).toBe(12);
    await other.flush();
    expect(stored.get('key_1')).toBe(12);
  });

  test('are not lost while the store is down', async () => {
    const limits = limiter({ requestsPerDay: 10 });
    admitted(limits, caller(), 4);
    storeIsDown = true;
    await expect(limits.flush()).rejects.toThrow('down');
    expect(admitted(limits, caller(), 10)).toBe(6);
    storeIsDown = false;
    await limits.flush();
    expect(stored.get('key_1')).toBe(10);
  });

  test('that come during a flush are counted once', async () => {
    const limits = limiter({ requestsPerDay: 10 });
    admitted(limits, caller(), 4);
    const flushing = limits.flush();
    admitted(limits, caller(), 3);
    await flushing;
    expect(admitted(limits, caller(), 10)).toBe(3);
    await limits.flush();
    expect(stored.get('key_1')).toBe(10);
  });
});

test('streams of a key are limited at a time, and one that ends makes room for one', () => {
  const limits = limiter({ streams: 2 });
  const [close] = [limits.openStream(caller()), limits.openStream(caller())];
  expect(() => limits.openStream(caller())).toThrow('more than 2 streams');
  limits.openStream(caller('key_2'));
  close?.();
  limits.openStream(caller());
  expect(() => limits.openStream(caller())).toThrow('more than 2 streams');
});

test('a key without any limit is told of none', () => {
  expect(limiter().admit(caller())).toMatchObject({ kind: 'admitted', standings: [] });
});

describe('the messages of a stream', () => {
  /**
   * Ends what still waits after a test: files that run after this one in the same process count
   * their timers.
   */
  let over: AbortController;
  beforeEach(() => {
    over = new AbortController();
  });
  afterEach(() => over.abort(new Error('the test is over')));
  const metered = (limits: Partial<KeyLimits>, messagesPerRequest: number) => {
    const limiting = createKeyLimiter({
      defaults: { ...defaultKeyLimits, ...limits },
      usage: { add },
      messagesPerRequest,
      onRefused: (reason) => refused.push(reason),
      now: () => new Date(nowMs),
    });
    limiting.admit(caller());
    limiting.openStream(caller());
    return { limiting, meter: limiting.meterMessages(caller()) };
  };
  /** How many come through at once. */
  const through = (meter: ReturnType<typeof metered>['meter'], most: number): number => {
    for (let at = 0; at < most; at += 1) {
      const waiting = meter(over.signal);
      if (waiting === undefined) continue;
      waiting.catch(() => undefined);
      return at;
    }
    return most;
  };

  test('count as a request for so many of them, the first of which the opening has paid for', async () => {
    const { limiting, meter } = metered({}, 10);
    expect(through(meter, 10)).toBe(10);
    await limiting.flush();
    expect(stored.get('key_1')).toBe(1);
    expect(through(meter, 91)).toBe(91);
    await limiting.flush();
    expect(stored.get('key_1')).toBe(11);
  });

  test('wait when they are over the rate of their key, and are refused to nobody', () => {
    const { meter } = metered({ requestsPerSecond: 1, burst: 3 }, 10);
    expect(through(meter, 1_000)).toBe(30);
    expect(refused).toEqual([]);
  });

  test('end when the signal is aborted while they wait', async () => {
    const { meter } = metered({ requestsPerSecond: 1 }, 1);
    expect(through(meter, 10)).toBe(1);
    const leaving = new AbortController();
    const waiting = meter(leaving.signal);
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
  });

  test('are refused when the requests of the day are used up', () => {
    const { meter } = metered({ requestsPerDay: 4 }, 5);
    expect(() => through(meter, 1_000)).toThrow('the 4 requests of this day are used up');
    expect(refused).toEqual(['quota']);
    nowMs += dayMs;
    expect(through(meter, 20)).toBe(20);
  });

  test('follow a limit that the key was given while the stream was open', () => {
    const { limiting, meter } = metered({ requestsPerSecond: 1 }, 1);
    expect(through(meter, 10)).toBe(1);
    limiting.updateLimits(caller('key_1', { requestsPerSecond: 1_000, burst: 500 }));
    nowMs += 1_000;
    expect(through(meter, 1_000)).toBe(500);
  });
});
