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
