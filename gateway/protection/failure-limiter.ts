/**
 * Failed authentications are limited before they cost anything: an unknown key is a question to the
 * database, and a token that is not good a signature to check.
 *
 * Each address has so many failures by GCRA (`domain/ingestion/rate-budget.ts`), and all addresses
 * together have some more, so that many of them do not add up. Where they are used up, a credential
 * that is not known is refused without being looked up. That must not lock out those who share the
 * address with an attacker, behind one proxy for instance, so two kinds of credentials are looked
 * up all the same:
 *
 * - one that was good here within a day (callers in use do not even come here: they are
 *   remembered);
 * - one that was refused before and comes back after the time that it was told (greylisting).
 *   Whoever guesses has no use for coming back with the same key. These share failures of their
 *   own.
 *
 * A failure counts when it is there, and a lookup under way as if it would fail, unless nothing has
 * failed of late: any number of good callers may come from one address at once.
 */

import { hash } from 'node:crypto';
import { minuteMs } from '../../domain/duration.ts';
import { Failure, isFailure } from '../../domain/errors.ts';
import {
  type BudgetState,
  decide,
  type Pace,
  unsharedRequest,
  unusedBudgets,
} from '../../domain/ingestion/rate-budget.ts';
import { createExpiringMap, type ExpiringMap } from '../cache/expiring-map.ts';

/** Decides who may be looked up. */
export interface FailureLimiter {
  /**
   * Looks a credential up for an address (`networkOf`) and counts what comes of it. Throws what the
   * lookup throws, or `exhausted` when the address has failed too often; then nothing was looked
   * up. Without an address it is never refused: that is for what is known and only renewed.
   */
  attempt<Result>(credential: string, address: string | undefined, lookUp: () => Promise<Result>): Promise<Result>;
}

/** How failures are limited. */
export interface FailureLimiterOptions {
  /** Failures of one address in a minute, all of them at once if need be. */
  readonly perMinute: number;
  /** Called for each refusal; left out: not recorded. */
  readonly onRefused?: (address: string) => void;
  /** The injected clock. */
  readonly now: () => Date;
}

/** All addresses together, and all that come back, may fail so many times as often as one. */
const sharedFactor = 20;

/** What adding up shares of milliseconds since the epoch is out by. */
const toleranceMs = 0.01;

/**
 * Addresses with recent failures. Beyond this number the oldest is dropped; the total bound still
 * holds.
 */
const maxAddresses = 10_000;

const goodForMs = 24 * 60 * minuteMs;
const maxGood = 10_000;

/** When a credential that was refused may come back, and how long that is remembered. */
const retryMs = 1_000;
const waitingForMs = minuteMs;
const maxWaiting = 10_000;

/** Failures of one address, or of several together. */
interface Bucket {
  hasRoom(nowMs: number): boolean;
  begin(): void;
  end(hasFailed: boolean, nowMs: number): void;
}

const createBucket = (pace: Pace): Bucket => {
  let used: BudgetState = unusedBudgets;
  let underWay = 0;
  const take = (cost: number, nowMs: number) => decide(used, unsharedRequest(pace, cost, toleranceMs), nowMs);
  return {
    hasRoom: (nowMs) => {
      const nothingFailed = (used.arrivals[0] ?? 0) <= nowMs;
      return nothingFailed || take(underWay + 1, nowMs).kind === 'granted';
    },
    begin: () => {
      underWay += 1;
    },
    end: (hasFailed, nowMs) => {
      underWay -= 1;
      const taken = hasFailed ? take(1, nowMs) : undefined;
      if (taken?.kind === 'granted') used = taken.state;
    },
  };
};

const bucketOf = (addresses: ExpiringMap<Bucket>, address: string, pace: Pace, nowMs: number): Bucket => {
  const known = addresses.get(address, nowMs);
  const bucket = known ?? createBucket(pace);
  // Those in use stay: setting it again makes it the newest.
  addresses.set(address, bucket, nowMs);
  return bucket;
};

/** What is kept of a credential: it may be good, and need not lie in memory for a day. */
const digestOf = (credential: string): string => hash('sha256', credential, 'base64');

/** Makes the limiter of one process. */
export const createFailureLimiter = ({ perMinute, onRefused, now }: FailureLimiterOptions): FailureLimiter => {
  const pace: Pace = { intervalMs: minuteMs / perMinute, burst: perMinute };
  const sharedPace: Pace = { intervalMs: pace.intervalMs / sharedFactor, burst: pace.burst * sharedFactor };
  const addresses = createExpiringMap<Bucket>(maxAddresses, minuteMs);
  const together = createBucket(sharedPace);
  const comingBack = createBucket(sharedPace);
  const good = createExpiringMap<true>(maxGood, goodForMs);
  /** By credential, when it may come back. */
  const waiting = createExpiringMap<number>(maxWaiting, waitingForMs);

  /** The buckets that the lookup counts in; undefined: it is refused. */
  const bucketsFor = (digest: string, address: string | undefined, nowMs: number): readonly Bucket[] | undefined => {
    if (address === undefined || good.get(digest, nowMs)) return [];
    const own = bucketOf(addresses, address, pace, nowMs);
    if (own.hasRoom(nowMs) && together.hasRoom(nowMs)) return [own, together];
    const dueMs = waiting.get(digest, nowMs);
    if (dueMs !== undefined && dueMs <= nowMs && comingBack.hasRoom(nowMs)) return [comingBack];
    if (dueMs === undefined) waiting.set(digest, nowMs + retryMs, nowMs);
    return undefined;
  };

  return {
    attempt: async (credential, address, lookUp) => {
      const digest = digestOf(credential);
      const buckets = bucketsFor(digest, address, now().getTime());
      if (buckets === undefined) {
        if (address !== undefined) onRefused?.(address);
        throw tooMany();
      }
      for (const bucket of buckets) bucket.begin();
      let hasFailed = false;
      try {
        const found = await lookUp();
        good.set(digest, true, now().getTime());
        return found;
      } catch (error) {
        hasFailed = isFailure(error, 'unauthenticated');
        if (hasFailed) good.delete(digest);
        throw error;
      } finally {
        waiting.delete(digest);
        for (const bucket of buckets) bucket.end(hasFailed, now().getTime());
      }
    },
  };
};

const tooMany = (): Failure =>
  new Failure('exhausted', 'too many failed authentications from this address; come back with the same key', {
    retryAfterMs: retryMs,
  });
