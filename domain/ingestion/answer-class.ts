import type { RowPlace } from './row-tally.ts';

/**
 * What a supplier's answer means for the credential that got it. Status codes do not say it: a 403
 * is a throttle at one supplier, an expired token at another and a closed door at a third, and some
 * throttle inside a 200. So each plug-in classifies by its supplier's own rules, and everything
 * after it (breaker, budget, session, tick) goes by the class.
 */
export type AnswerClass =
  /** The answer holds what was asked for. */
  | { readonly kind: 'success' }
  /** Too much was asked. */
  | {
      readonly kind: 'throttled';
      /** The budget that is used up: the short one, the day's, or the supplier did not say. */
      readonly window: 'burst' | 'daily' | 'unknown';
      /** How long the supplier told us to wait; undefined when it did not. */
      readonly retryAfterMs: number | undefined;
    }
  /**
   * Not signed in: a `session` can be renewed by signing in again, a `credential` needs its owner.
   */
  | { readonly kind: 'authentication'; readonly refused: 'session' | 'credential' }
  /**
   * Signed in, and still turned away whatever is asked: a bot wall, an address that is not allowed,
   * a plan without access.
   */
  | { readonly kind: 'blocked' }
  /** The supplier found fault with this request; the same one will fail again, others need not. */
  | { readonly kind: 'bad_input'; readonly reason: string }
  /** The supplier's own fault, or no answer at all. */
  | { readonly kind: 'upstream_fault'; readonly retryAfterMs: number | undefined }
  /** An answer that cannot be read. */
  | { readonly kind: 'malformed'; readonly reason: string; readonly place?: RowPlace };
