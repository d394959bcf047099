import { failureReasons } from '../credential-failure.ts';
import type { SecretState } from '../secret-binding.ts';
import type { IssuedOrder } from './connector-control.ts';
import type { Health } from './credential-health.ts';

/** How a credential stands, in the one word that an operator looks for first. */
export type CredentialCondition =
  /** Taken out of use. */
  | { readonly kind: 'disabled'; readonly since: Date }
  /**
   * It has no secret for its supplier as that is now; nothing is asked until one is entered again.
   */
  | { readonly kind: 'detached'; readonly since: Date | undefined }
  /** Nothing is asked of the supplier until then. */
  | { readonly kind: 'paused'; readonly reason: string; readonly since: Date; readonly until: Date }
  /** Its breaker is open; nothing is asked but a probe at its time. */
  | { readonly kind: 'failing'; readonly reason: string; readonly since: Date; readonly probeAt: Date }
  /** A budget is used up, by our count or by the supplier's word; the next unit comes then. */
  | { readonly kind: 'throttled'; readonly until: Date }
  | { readonly kind: 'active' };

/** What it follows from. */
export interface ConditionFacts {
  readonly disabledAt: Date | undefined;
  readonly secret: SecretState;
  readonly health: Health;
  /** The pause that holds now. */
  readonly pause: IssuedOrder<'pause'> | undefined;
  /** Until when a budget is used up; undefined while none is. */
  readonly throttledUntil: Date | undefined;
}

/** Of everything that keeps a credential from work, what stands above the rest. */
export const conditionOf = ({
  disabledAt,
  secret,
  health,
  pause,
  throttledUntil,
}: ConditionFacts): CredentialCondition => {
  if (disabledAt !== undefined) return { kind: 'disabled', since: disabledAt };
  if (secret.kind === 'detached') return secret;
  if (pause !== undefined) return { kind: 'paused', reason: pause.reason, since: pause.givenAt, until: pause.until };
  if (health.kind === 'failing') {
    const { reason, since, probeAt } = health;
    return { kind: 'failing', reason: failureReasons[reason], since, probeAt };
  }
  return throttledUntil === undefined ? { kind: 'active' } : { kind: 'throttled', until: throttledUntil };
};
