import { dayMs, hourMs, minuteMs } from '../duration.ts';
import type { NoticeType } from './notice.ts';

/**
 * The life of a delivery: pending until a receiver takes it, then delivered; dead when its time is
 * over. A dead one can be given its time again.
 */

/** Why a delivery was given up. */
export const deadReasons = ['deadline', 'gone', 'disabled'] as const;

/** Why a delivery was given up: its time was over, or its endpoint was. */
export type DeadReason = (typeof deadReasons)[number];

/** What an attempt came to. */
export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  /** No answer within the time for one. */
  | { readonly kind: 'timeout' }
  /** No connection, or one that broke. */
  | { readonly kind: 'unreachable' }
  /** The address is one that must not be called; nothing was sent. */
  | { readonly kind: 'not_allowed' };

/** An attempt. */
export interface Attempt {
  /** From 1, over all replays. */
  readonly number: number;
  readonly at: Date;
  readonly tookMs: number;
  readonly outcome: AttemptOutcome;
}

/** Where a delivery stands. */
export type DeliveryState =
  /** `nextAt` is undefined while an earlier notice of the subject is pending. */
  | { readonly kind: 'pending'; readonly nextAt: Date | undefined; readonly deadlineAt: Date }
  | { readonly kind: 'delivered'; readonly at: Date }
  | { readonly kind: 'dead'; readonly at: Date; readonly reason: DeadReason };

/** A notice on its way to an endpoint. */
export interface Delivery {
  /** That of the notice. */
  readonly id: string;
  /** Grows in the order in which notices are told. */
  readonly place: number;
  readonly type: NoticeType;
  readonly subject: string;
  readonly createdAt: Date;
  readonly correlationId: string;
  readonly attempts: number;
  /** The latest of them, in order. */
  readonly latestAttempts: readonly Attempt[];
  readonly state: DeliveryState;
}

/** Attempts that are kept of a delivery. */
export const maxKeptAttempts = 20;

/** From the time a notice arose, or was replayed, until it is given up. */
export const deliveryTimeMs = dayMs;

/** How long a receiver may take to answer. */
export const answerTimeMs = 15_000;

/** The pause after each failed attempt since the notice arose or was replayed; the last stays. */
const pausesMs = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
];

/** Up to this share of a pause is added at random, so that receivers are not met by all at once. */
const jitter = 0.2;

/** What becomes of a delivery, and of its endpoint, after an attempt. */
export type Settlement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly nextAt: Date }
  | { readonly kind: 'dead' }
  /** The receiver wants nothing any more: the endpoint is disabled. */
  | { readonly kind: 'gone' };

/** What an attempt is judged by. */
export interface AttemptJudged {
  readonly outcome: AttemptOutcome;
  /** Failed attempts since the notice arose or was replayed, this one included. */
  readonly failures: number;
  readonly deadlineAt: Date;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
}

const isTaken = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

/** Judges an attempt. Any status of 2xx takes the notice, 410 ends the endpoint, all else fails. */
export const settlementOf = ({ outcome, failures, deadlineAt, now, random }: AttemptJudged): Settlement => {
  if (isTaken(outcome)) return { kind: 'delivered' };
  if (outcome.kind === 'answered' && outcome.status === 410) return { kind: 'gone' };
  const pauseMs = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  const nextAt = new Date(now.getTime() + Math.round(pauseMs * (1 + jitter * random)));
  return nextAt > deadlineAt ? { kind: 'dead' } : { kind: 'again', nextAt };
};
