import type { Period } from '../../domain/analytics/queries.ts';
import { dayMs } from '../../domain/duration.ts';
import { type FieldViolation, invalidArgument, invalidArguments } from '../../domain/errors.ts';

/** The days that a question is about, both included, each written `2026-03-01` in UTC. */
export interface Days {
  /** Left out: as many days before the last as are usual. */
  readonly from?: string | undefined;
  /** Left out: today. */
  readonly to?: string | undefined;
}

/** The days that were meant, and the period that they make. */
export interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly period: Period;
}

const usualDays = 30;

/** The most days that a question may be about. */
export const maxDays = 366;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const instantOf = (field: 'from' | 'to', day: string): number | FieldViolation => {
  const instant = Date.parse(`${day}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(instant) && dayOf(instant) === day;
  return isDay ? instant : { field, description: 'must be a day such as 2026-03-01' };
};

/** Reads the days of a question. Throws `invalid_argument` that names the field. */
export const askedDays = ({ from, to }: Days, now: Date): AskedDays => {
  const last = instantOf('to', to ?? dayOf(now.getTime()));
  const lastOrToday = typeof last === 'number' ? last : now.getTime();
  const first = instantOf('from', from ?? dayOf(lastOrToday - (usualDays - 1) * dayMs));
  const violations = [first, last].filter((each) => typeof each !== 'number');
  if (typeof first !== 'number' || typeof last !== 'number') throw invalidArguments(violations);
  if (first > last) throw invalidArgument({ field: 'from', description: 'must not be after to' });
  if (last - first >= maxDays * dayMs) {
    throw invalidArgument({ field: 'from', description: `must be less than ${maxDays} days before to` });
  }
  return { from: dayOf(first), to: dayOf(last), period: { from: new Date(first), to: new Date(last + dayMs) } };
};
