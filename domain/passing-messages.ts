import { eventSubjects, observationSubject } from './events.ts';

/** Messages of the bus as they pass: to be looked at, not to be worked off. */

/** An observation or a domain event on its way. */
export interface PassingMessage {
  readonly id: string;
  readonly subject: string;
  /** The id of what it is about. */
  readonly about: string;
  /** When it was observed or recorded. */
  readonly at: string;
  /** Undefined for what is about no supplier, or says so only in what it says. */
  readonly supplierId: string | undefined;
  readonly correlationId: string | undefined;
  /** Its JSON. */
  readonly payload: Uint8Array;
}

/**
 * Tells messages as they are published to whoever listens, `*` standing for one token of a subject.
 * Some may be missed, some told twice. Returns how to stop.
 */
export type ListenToMessages = (subject: string, listener: (message: PassingMessage) => void) => () => void;

/** The subjects that can be looked at: observations and every domain event. */
export const passingSubjects: readonly string[] = [
  observationSubject,
  ...new Set(Object.values(eventSubjects).toSorted()),
];
