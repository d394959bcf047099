import type { AnswerClass } from '../../../../domain/ingestion/answer-class.ts';

/** What answers are expected to mean. */

/** The session can be renewed. */
export const session: AnswerClass = { kind: 'authentication', refused: 'session' };

/** The credential needs its owner. */
export const credential: AnswerClass = { kind: 'authentication', refused: 'credential' };

/** The supplier's own fault, without a wait. */
export const fault: AnswerClass = { kind: 'upstream_fault', retryAfterMs: undefined };

/** Too much was asked. */
export const throttled = (window: 'burst' | 'daily' | 'unknown', retryAfterMs?: number): AnswerClass => ({
  kind: 'throttled',
  window,
  retryAfterMs,
});
