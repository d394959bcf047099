/**
 * The health of a credential, and the circuit breaker in front of its supplier: one state machine,
 * because they say the same. While a credential is sound its breaker is closed; a failing one has
 * its breaker open and asks nothing but, from time to time, one probe (half open).
 *
 *     sound --- five throttles in a row, or three refusals of the session, or three closed doors, ---> failing
 *           \-- or the credential refused once, or half of the last twenty calls failed ---------/
 *     failing --- its probe is answered ---> sound
 *             \-- its probe fails: the next one comes after a longer pause, up to ten minutes
 *
 * It is a plain value, so that it survives a restart, and the clock and chance come in, so that a
 * day of it is tested at once.
 */

/** Why a credential fails; each has its own run of answers that leads there. */
export type FailureReason =
  /** Its budget at the supplier is used up, whatever ours says. */
  | 'throttled'
  /** The supplier does not take the credential, or no session can be had with it. */
  | 'authentication'
  /** Turned away whatever is asked. */
  | 'blocked'
  /** The supplier does not answer, or not in a way that can be read. */
  | 'unreachable';

/** Every reason with how it reads for an operator. */
export const failureReasons = {
  throttled: 'the supplier throttles every request',
  authentication: 'the supplier does not accept the credential',
  blocked: 'the supplier turns every request away',
  unreachable: 'the supplier fails or does not answer',
} as const satisfies Readonly<Record<FailureReason, string>>;
