import { dayMs, hourMs, minuteMs } from '../duration.ts';
import type { AnswerClass } from './answer-class.ts';

/**
 * What a supplier's answers teach about its rate: a throttle halves the rate at which it is asked,
 * good weather raises it again by a twentieth a minute up to what is configured (additive increase,
 * multiplicative decrease), and where the supplier says how long to wait, nothing is asked before.
 * A day's budget that is used up says nothing about the rate, so it only waits.
 */

/** The share of the configured rate that is used, with the instant it was set at. */
export interface LearnedRate {
  /** Above 0, at most 1. */
  readonly factor: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Nothing learned. */
export const fullRate: LearnedRate = { factor: 1, at: 0 };

/** The least share that throttles bring a rate down to. */
export const minFactor = 0.1;

/** Gained with every whole minute in which nothing was throttled. */
export const gainPerMinute = 0.05;

/** The share at an instant. */
export const factorAt = ({ factor, at }: LearnedRate, now: number): number =>
  Math.min(1, factor + gainPerMinute * Math.floor(Math.max(0, now - at) / minuteMs));

/** The rate after a throttle. */
export const afterThrottle = (learned: LearnedRate, now: number): LearnedRate => ({
  factor: Math.max(minFactor, factorAt(learned, now) / 2),
  at: now,
});

/** What one answer teaches. */
export interface RateAdjustment {
  /** Whether the rate was too high. */
  readonly isTooFast: boolean;
  /** How long nothing may be asked; 0: no reason to wait. */
  readonly waitMs: number;
}

/**
 * How long to wait for a day's budget when the supplier does not say: an hour, twice as long each
 * time, at most a day.
 */
const dailyWaitMs = (timesInARow: number): number => Math.min(hourMs * 2 ** timesInARow, dayMs);

/**
 * The lesson of an answer; undefined when there is none. `intervalMs` is what one unit takes at the
 * present pace, `dailyInARow` counts how often before this the day was found used up without
 * anything in between.
 */
export const rateAdjustmentOf = (
  answer: AnswerClass,
  intervalMs: number,
  dailyInARow: number,
): RateAdjustment | undefined => {
  if (answer.kind !== 'throttled') return undefined;
  const { window, retryAfterMs } = answer;
  return window === 'daily'
    ? { isTooFast: false, waitMs: retryAfterMs ?? dailyWaitMs(dailyInARow) }
    : { isTooFast: true, waitMs: retryAfterMs ?? intervalMs };
};
