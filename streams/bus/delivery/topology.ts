import { confirmationSubject, eventSubjects, givenPricesSubject, observationSubject } from '../../../domain/events.ts';
import type { StreamName } from '../bus.ts';
import { subjectMatches } from './subject.ts';

/**
 * Which subjects each stream stores. EVENTS lists its subjects one by one, because any wildcard
 * over them would also take `offer.observation.v1`, and two streams may not store one subject.
 * Confirmations have a stream of their own: processes of the version before read all that
 * OBSERVATIONS and PRICES store, and take what they do not know for a dead letter.
 */
export const streamSubjects: Readonly<Record<StreamName, readonly string[]>> = {
  OBSERVATIONS: [observationSubject],
  CONFIRMATIONS: [confirmationSubject],
  EVENTS: Object.values(eventSubjects),
  PRICES: [givenPricesSubject],
  DEAD: ['dead.>'],
};

/** Every stream's name. */
export const streamNames: readonly StreamName[] = ['OBSERVATIONS', 'CONFIRMATIONS', 'EVENTS', 'PRICES', 'DEAD'];

/** Two messages of one stream with one message id count once within this time. */
export const deduplicationWindowMs = 3_600_000;

/** How long a stream keeps its messages unless it is told otherwise: seven days. */
export const defaultRetentionMs = 7 * 24 * 3_600_000;

/**
 * Streams that keep their messages for less than the others: a busy gateway gives more prices in a
 * day than are observed in a week, and what was seen again is seen once more before the day ends.
 */
const atMostMs: Readonly<Partial<Record<StreamName, number>>> = {
  CONFIRMATIONS: 24 * 3_600_000,
  PRICES: 24 * 3_600_000,
};

/** How long a stream keeps its messages where the others keep them for so long. */
export const retentionOfMs = (name: StreamName, retentionMs: number): number =>
  Math.min(retentionMs, atMostMs[name] ?? retentionMs);

/**
 * The stream that stores a subject. Throws RangeError when none does: publishing there is a
 * programming error.
 */
export const streamOf = (subject: string): StreamName => {
  for (const name of streamNames) {
    if (streamSubjects[name].some((pattern) => subjectMatches(pattern, subject))) return name;
  }
  throw new RangeError(`no stream stores the subject ${JSON.stringify(subject)}`);
};
