import { type Caller, isSameCaller } from '../../domain/caller.ts';
import { isFailure } from '../../domain/errors.ts';
import type { Prompt } from '../prompt.ts';
import { createExpiringMap } from './expiring-map.ts';

/** Who stands behind a key or token, and until when that may be remembered at most. */
export interface KnownCaller {
  readonly caller: Caller;
  /** In milliseconds since the epoch; infinite for what says no time of its own. */
  readonly expiresAtMs: number;
}

/** What a memory of callers stands on. */
export interface CallerMemoryOptions {
  /** Finds a caller; what it throws goes to every request that waits, and is not remembered. */
  readonly lookUp: (credential: string) => Promise<KnownCaller>;
  /** The injected clock. */
  readonly now: () => Date;
}

/** Remembers callers by what they sent. */
export interface CallerMemory {
  /**
   * At once when it is remembered; the same object for as long as each lookup tells the same of the caller, so that what is worked
   * out for it may be kept with it.
   */
  callerOf(credential: string): Prompt<Caller>;
  /** Looks the keys and tokens of these customers up anew; what is being looked up right now is not remembered. */
  forget(customerIds: readonly string[]): void;
}

/** From the start of a lookup on; with what a lookup of another process may be late by, less than two seconds. */
const knownForMs = 1_900;
/** Once a lookup is that old, a request that uses it also has it renewed. */
const renewedAfterMs = 1_000;
const maxKnown = 10_000;

interface Remembered extends KnownCaller {
  readonly sinceMs: number;
}

/** Makes an empty memory. */
export const createCallerMemory = ({ lookUp, now }: CallerMemoryOptions): CallerMemory => {
  const known = createExpiringMap<Remembered>(maxKnown, knownForMs);
  let pending = new Map<string, Promise<Caller>>();

  const lookUpNow = async (credential: string): Promise<Caller> => {
    const sinceMs = now().getTime();
    const round = pending;
    try {
      const found = await lookUp(credential);
      const before = known.get(credential, now().getTime())?.caller;
      const caller = before !== undefined && isSameCaller(before, found.caller) ? before : found.caller;
      // After a change that came meanwhile, what was found may be from before it.
      if (round === pending) known.set(credential, { ...found, caller, sinceMs }, sinceMs);
      return caller;
    } finally {
      round.delete(credential);
    }
  };

  const lookUpOnce = (credential: string): Promise<Caller> => {
    const running = pending.get(credential);
    if (running !== undefined) return running;
    const started = lookUpNow(credential);
    pending.set(credential, started);
    return started;
  };

  /** While the store is down, what is known stays so for its time. */
  const forgetRefused = (credential: string) => (error: unknown) => {
    if (isFailure(error, 'unauthenticated')) known.delete(credential);
  };

  return {
    callerOf: (credential) => {
      const nowMs = now().getTime();
      const remembered = known.get(credential, nowMs);
      if (remembered === undefined || remembered.expiresAtMs <= nowMs) return lookUpOnce(credential);
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
