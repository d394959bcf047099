import { withDeadline } from '../../concurrency/deadline.ts';
import { type Caller, isSameCaller } from '../../domain/callers/caller.ts';
import { isFailure, unavailable } from '../../domain/errors.ts';
import { createExpiringMap } from '../cache/expiring-map.ts';
import type { MaybePromise } from '../request/maybe-promise.ts';

/** Who stands behind a key or token, and until when that may be remembered at most. */
export interface KnownCaller {
  readonly caller: Caller;
  /** In milliseconds since the epoch; infinite for what says no time of its own. */
  readonly expiresAtMs: number;
}

/**
 * Tells the address that a credential came from (`CallerAddress`); asked only when it has to be
 * looked up.
 */
export type AddressOf = () => string | undefined;

/** Dependencies of a cache of callers. */
export interface CallerCacheDependencies {
  /**
   * Finds a caller; what it throws goes to every request that waits, and is not remembered. When it
   * hangs they get `unavailable`, and what it finds afterwards is not remembered. Without an
   * address it is to renew what is known.
   */
  readonly lookUp: (credential: string, addressOf: AddressOf | undefined) => Promise<KnownCaller>;
  /** The injected clock. */
  readonly now: () => Date;
}

/** Remembers callers by what they sent. */
export interface CallerCache {
  /**
   * At once when it is remembered; the same object for as long as each lookup tells the same of the
   * caller, so that what is worked out for it may be kept with it.
   */
  callerOf(credential: string, addressOf: AddressOf): MaybePromise<Caller>;
  /**
   * Looks the keys and tokens of these customers up anew; what is being looked up right now is not
   * remembered.
   */
  forget(customerIds: readonly string[]): void;
}

/**
 * From the start of a lookup on; with what a lookup of another process may be late by, less than
 * two seconds.
 */
const knownForMs = 1_900;
/** Once a lookup is that old, a request that uses it also has it renewed. */
const renewedAfterMs = 1_000;
const maxKnown = 10_000;
/** The longest that one lookup may take. */
const lookUpDeadlineMs = 5_000;
/** The first lookup of a token may wait for the keys of its issuer. */
const maxAttempts = 2;
/** Concurrent lookups: anyone can send unknown keys. */
const maxPending = 5_000;

interface Remembered extends KnownCaller {
  readonly sinceMs: number;
}

/**
 * What a lookup found that took too long may have changed meanwhile: it is looked up once more,
 * and then given up.
 */
const lookUpFresh = async (
  { lookUp, now }: CallerCacheDependencies,
  credential: string,
  addressOf: AddressOf | undefined,
) => {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const sinceMs = now().getTime();
    const found = await withDeadline({ what: 'looking up a caller', ms: lookUpDeadlineMs }, () =>
      lookUp(credential, addressOf),
    );
    if (now().getTime() - sinceMs <= knownForMs) return { found, sinceMs };
  }
  throw unavailable(`looking up a caller took longer than ${knownForMs} ms`, 1_000);
};

/** Makes an empty memory. */
export const createCallerCache = (deps: CallerCacheDependencies): CallerCache => {
  const { now } = deps;
  const known = createExpiringMap<Remembered>(maxKnown, knownForMs);
  let pending = new Map<string, Promise<Caller>>();

  const lookUpNow = async (credential: string, addressOf: AddressOf | undefined): Promise<Caller> => {
    const round = pending;
    try {
      const { found, sinceMs } = await lookUpFresh(deps, credential, addressOf);
      const before = known.get(credential, now().getTime())?.caller;
      const caller = before !== undefined && isSameCaller(before, found.caller) ? before : found.caller;
      // After a change that came meanwhile, what was found may be from before it.
      if (round === pending) known.set(credential, { ...found, caller, sinceMs }, sinceMs);
      return caller;
    } finally {
      round.delete(credential);
    }
  };

  const lookUpOnce = (credential: string, addressOf?: AddressOf): Promise<Caller> => {
    const running = pending.get(credential);
    if (running !== undefined) return running;
    if (pending.size >= maxPending) return Promise.reject(unavailable('too many callers are looked up', 1_000));
    const started = lookUpNow(credential, addressOf);
    pending.set(credential, started);
    return started;
  };

  /** While the store is down, what is known stays so for its time. */
  const forgetRefused = (credential: string) => (error: unknown) => {
    if (isFailure(error, 'unauthenticated')) known.delete(credential);
  };

  return {
    callerOf: (credential, addressOf) => {
      const nowMs = now().getTime();
      const remembered = known.get(credential, nowMs);
      if (remembered === undefined || remembered.expiresAtMs <= nowMs) return lookUpOnce(credential, addressOf);
      if (nowMs - remembered.sinceMs >= renewedAfterMs) lookUpOnce(credential).catch(forgetRefused(credential));
      return remembered.caller;
    },
    forget: (customerIds) => {
      const changed = new Set(customerIds);
      known.deleteWhere(({ caller }) => changed.has(caller.customerId));
      pending = new Map();
    },
  };
};
