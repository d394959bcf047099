/**
 * Limits of keys: requests a second, requests a day, and streams at a time.
 *
 * The rate is kept by GCRA (`domain/ingestion/rate-budget.ts`) in memory, so that no request waits
 * for a store; each process keeps its own, and several together let through as many times the rate.
 * The day's requests are counted by all processes together: each counts in memory and adds its
 * count to the store every few seconds (`flush`), which tells it the sum. So a quota is overshot by
 * no more than what all processes let through between two flushes.
 *
 * Store down: rates hold as ever; the day's requests are counted on from the last sum that was
 * known, and nothing is lost but what a process that ends has counted meanwhile. Store hung: the
 * same; what it was given counts once, whether it takes or refuses it late, and a sum that comes
 * late is not taken for a newer one.
 */

import { withDeadline } from '../../concurrency/deadline.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { defaultKeyLimits, type KeyLimits, limitsWithin } from '../../domain/callers/key-limits.ts';
import type { KeyUsage } from '../../domain/callers/ports.ts';
import { dayMs } from '../../domain/duration.ts';
import { Failure } from '../../domain/errors.ts';
import {
  type BudgetRequest,
  type BudgetState,
  decide,
  unsharedRequest,
  unusedBudgets,
} from '../../domain/ingestion/rate-budget.ts';
import type { Refusal } from '../../telemetry/metrics.ts';
import { createMessageMeter, type MessageMeter } from './message-meter.ts';

/** How much of a limit is left, and when all of it is there again. */
export interface LimitStatus {
  /** `rate` or `day`. */
  readonly policy: 'rate' | 'day';
  /** All of it, and the time that it is for, in seconds. */
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** What became of a request: whether it may go on, and how its key stands. */
export type Admission =
  | { readonly kind: 'admitted'; readonly standings: readonly LimitStatus[] }
  | { readonly kind: 'refused'; readonly failure: Failure; readonly standings: readonly LimitStatus[] };

/** The limits of every key at one process. */
export interface KeyLimiter {
  /**
   * Counts one request of the caller's key, or refuses it with `exhausted` and the time after which
   * to try again.
   */
  admit(caller: Caller): Admission;
  /**
   * Counts a stream until the function that is returned is called. Throws `exhausted` when there
   * are too many.
   */
  openStream(caller: Caller): () => void;
  /** Counts the messages of a stream of requests that the caller has opened. */
  meterMessages(caller: Caller): MessageMeter;
  /** Tells what a key may now ask for, so that its open streams follow. */
  updateLimits(caller: Caller): void;
  /**
   * Adds what was counted to the store. What the store did not take is counted still, and the
   * failure is thrown: `unavailable` when the store hangs.
   */
  flush(): Promise<void>;
}

/** Dependencies of a limiter. */
export interface KeyLimiterDependencies {
  /** For keys without limits of their own. */
  readonly defaults: KeyLimits;
  readonly usage: KeyUsage;
  /** Messages of a stream of requests that count as one request; 1 when left out. */
  readonly messagesPerRequest?: number;
  readonly onRefused: (reason: Refusal) => void;
  /** The injected clock. */
  readonly now: () => Date;
}

interface KeyState {
  /** What was read of the key; the limits below follow from it. */
  own: KeyLimits;
  limits: KeyLimits;
  rate: BudgetRequest | undefined;
  used: BudgetState;
  /** Days since the epoch, in UTC. */
  day: number;
  requestsToday: number;
  /** Requests that the store does not know of. */
  unstored: number;
  /** The number of the flush that brought the sum above; 0: none has. */
  summedBy: number;
  lastUsedAtMs: number;
  streams: number;
}

/**
 * What adding up shares of milliseconds since the epoch is out by; it must not cost a burst its
 * last request.
 */
const toleranceMs = 0.01;

/** A key that was not used for so long is forgotten; its rate is whole again by then. */
const forgottenAfterMs = 600_000;

/**
 * Keys in use at a time; the subjects of web tokens count as keys, and an issuer may name any
 * number.
 */
const maxKeys = 100_000;

/** The longest that the store is waited for. */
const flushDeadlineMs = 10_000;

/**
 * The retry time for a limit that is freed when a stream or a key ends, which cannot be predicted.
 */
const retryMs = 1_000;

/** The refusals of a limiter, each told as it is made. */
const refusals = (onRefused: (reason: Refusal) => void) => {
  const refuse = (reason: Refusal, text: string, retryAfterMs: number): Failure => {
    onRefused(reason);
    return new Failure('exhausted', text, { retryAfterMs });
  };
  return {
    ofKeys: (): Failure => refuse('keys', 'too many keys are in use at a time', retryMs),
    ofDay: ({ limits: { requestsPerDay }, requestsToday }: KeyState, nowMs: number): Failure | undefined =>
      requestsPerDay !== undefined && requestsToday >= requestsPerDay
        ? refuse('quota', `the ${requestsPerDay} requests of this day are used up`, dayMs - (nowMs % dayMs))
        : undefined,
    ofRate: ({ limits }: KeyState, waitMs: number): Failure =>
      refuse('rate', `more than ${limits.requestsPerSecond} requests a second`, waitMs),
    ofStreams: (streams: number): Failure => refuse('streams', `more than ${streams} streams at a time`, retryMs),
  };
};

/** Finds the state of the caller's key; undefined for a new key for which there is no room. */
const stateIn = (
  keys: Map<string, KeyState>,
  defaults: KeyLimits,
  { keyId, allowance }: Caller,
  nowMs: number,
): KeyState | undefined => {
  const own = allowance?.limits ?? defaultKeyLimits;
  const known = keys.get(keyId);
  if (known === undefined) {
    if (keys.size >= maxKeys) return undefined;
    const state = newState(own, defaults, nowMs, allowance?.requestsToday ?? 0);
    keys.set(keyId, state);
    return state;
  }
  if (known.own !== own) setLimits(known, own, defaults);
  beginDay(known, nowMs);
  return known;
};

type Refusals = ReturnType<typeof refusals>;

/** Takes one request of what the key may ask for, or says what it was refused for. */
const refusalOf = (state: KeyState, refuse: Refusals, nowMs: number): Failure | undefined => {
  const ofDay = refuse.ofDay(state, nowMs);
  if (ofDay !== undefined) return ofDay;
  const waitMs = takeOfRate(state, nowMs);
  return waitMs > 0 ? refuse.ofRate(state, waitMs) : undefined;
};

const admit = (state: KeyState, refuse: Refusals, nowMs: number): Admission => {
  const failure = refusalOf(state, refuse, nowMs);
  if (failure !== undefined) return { kind: 'refused', failure, standings: standingsOf(state, nowMs) };
  count(state, nowMs);
  return {
    kind: 'admitted',
    // Reckoned when they are asked for: only one of the edges tells them.
    get standings() {
      return standingsOf(state, nowMs);
    },
  };
};

/** Takes one more request for messages of a stream: 0, or how long it would have to wait. */
const takeOfStream = (state: KeyState, refuse: Refusals, nowMs: number): number => {
  beginDay(state, nowMs);
  const ofDay = refuse.ofDay(state, nowMs);
  if (ofDay !== undefined) throw ofDay;
  const waitMs = takeOfRate(state, nowMs);
  if (waitMs === 0) count(state, nowMs);
  return waitMs;
};

const openStream = (state: KeyState, refuse: Refusals): (() => void) => {
  const { streams } = state.limits;
  if (streams !== undefined && state.streams >= streams) throw refuse.ofStreams(streams);
  state.streams += 1;
  return () => {
    state.streams -= 1;
  };
};

/** Makes the limiter of one process. */
export const createKeyLimiter = (options: KeyLimiterDependencies): KeyLimiter => {
  const { defaults, usage, messagesPerRequest = 1, onRefused, now } = options;
  const keys = new Map<string, KeyState>();
  let flushes = 0;
  const refuse = refusals(onRefused);

  const takeFor = (caller: Caller): number => {
    const nowMs = now().getTime();
    // What the key may ask for is learned from others than the stream, which may be old.
    const state = keys.get(caller.keyId) ?? stateIn(keys, defaults, caller, nowMs);
    if (state === undefined) throw refuse.ofKeys();
    return takeOfStream(state, refuse, nowMs);
  };

  return {
    admit: (caller) => {
      const nowMs = now().getTime();
      const state = stateIn(keys, defaults, caller, nowMs);
      if (state === undefined) return { kind: 'refused', failure: refuse.ofKeys(), standings: [] };
      return admit(state, refuse, nowMs);
    },

    openStream: (caller) => {
      const state = stateIn(keys, defaults, caller, now().getTime());
      if (state === undefined) throw refuse.ofKeys();
      return openStream(state, refuse);
    },

    meterMessages: (caller) => createMessageMeter({ take: () => takeFor(caller), messagesPerRequest }),

    updateLimits: ({ keyId, allowance }) => {
      const known = keys.get(keyId);
      if (known !== undefined) setLimits(known, allowance?.limits ?? defaultKeyLimits, defaults);
    },

    flush: async () => {
      const counted = [...keys].filter(([, { unstored }]) => unstored > 0);
      flushes += 1;
      const flush = flushes;
      if (counted.length > 0)
        await withDeadline({ what: 'counting of requests by key', ms: flushDeadlineMs }, () =>
          store(counted, usage, flush),
        );
      forgetIdle(keys, now().getTime());
    },
  };
};

const beginDay = (state: KeyState, nowMs: number): void => {
  const day = Math.floor(nowMs / dayMs);
  if (state.day === day) return;
  state.day = day;
  state.requestsToday = 0;
};

/**
 * Takes one request of the rate: 0, or how long it would have to wait, in whole milliseconds, with
 * nothing taken.
 */
const takeOfRate = (state: KeyState, nowMs: number): number => {
  if (state.rate === undefined) return 0;
  const decision = decide(state.used, state.rate, nowMs);
  state.used = decision.state;
  return decision.kind === 'refused' ? Math.max(1, Math.ceil(decision.waitMs)) : 0;
};

const count = (state: KeyState, nowMs: number): void => {
  state.requestsToday += 1;
  state.unstored += 1;
  state.lastUsedAtMs = nowMs;
};

const store = async (
  counted: readonly (readonly [string, KeyState])[],
  usage: KeyUsage,
  flush: number,
): Promise<void> => {
  const uses = counted.map(([keyId, { unstored, lastUsedAtMs }]) => ({
    keyId,
    requests: unstored,
    lastUsedAt: new Date(lastUsedAtMs),
  }));
  const days = counted.map(([, { day }]) => day);
  for (const [, state] of counted) state.unstored = 0;
  try {
    const sums = await usage.add(uses);
    for (const [at, [keyId, state]] of counted.entries()) {
      const sum = sums.get(keyId);
      if (sum === undefined || state.day !== days[at] || state.summedBy > flush) continue;
      state.requestsToday = sum + state.unstored;
      state.summedBy = flush;
    }
  } catch (error) {
    for (const [at, [, state]] of counted.entries()) state.unstored += uses[at]?.requests ?? 0;
    throw error;
  }
};

const forgetIdle = (keys: Map<string, KeyState>, nowMs: number): void => {
  for (const [keyId, { unstored, streams, lastUsedAtMs }] of keys) {
    if (unstored === 0 && streams === 0 && nowMs - lastUsedAtMs > forgottenAfterMs) keys.delete(keyId);
  }
};

const newState = (own: KeyLimits, defaults: KeyLimits, nowMs: number, requestsToday: number): KeyState => {
  const state: KeyState = {
    own,
    limits: own,
    rate: undefined,
    used: unusedBudgets,
    day: Math.floor(nowMs / dayMs),
    requestsToday,
    unstored: 0,
    summedBy: 0,
    lastUsedAtMs: nowMs,
    streams: 0,
  };
  setLimits(state, own, defaults);
  return state;
};

/** What was used of the rate before counts under the new limits too. */
const setLimits = (state: KeyState, own: KeyLimits, defaults: KeyLimits): void => {
  state.own = own;
  state.limits = limitsWithin(own, defaults);
  const { requestsPerSecond, burst } = state.limits;
  state.rate =
    requestsPerSecond === undefined
      ? undefined
      : unsharedRequest({ intervalMs: 1_000 / requestsPerSecond, burst: burst ?? requestsPerSecond }, 1, toleranceMs);
};

const standingsOf = ({ limits, rate, used, requestsToday }: KeyState, nowMs: number): readonly LimitStatus[] => {
  const standings: LimitStatus[] = [];
  const pace = rate?.paces[0];
  if (pace !== undefined) {
    const levelMs = Math.max(0, (used.arrivals[0] ?? 0) - nowMs);
    standings.push({
      policy: 'rate',
      quota: pace.burst,
      windowSeconds: Math.max(1, Math.ceil((pace.burst * pace.intervalMs) / 1_000)),
      remaining: Math.max(0, Math.floor(pace.burst - levelMs / pace.intervalMs)),
      resetSeconds: Math.ceil(levelMs / 1_000),
    });
  }
  if (limits.requestsPerDay !== undefined) {
    standings.push({
      policy: 'day',
      quota: limits.requestsPerDay,
      windowSeconds: dayMs / 1_000,
      remaining: Math.max(0, limits.requestsPerDay - requestsToday),
      resetSeconds: Math.ceil((dayMs - (nowMs % dayMs)) / 1_000),
    });
  }
  return standings;
};
