import type { OutcomeLine } from '../../domain/estimate/outcome.ts';
import type { LineSubstitutes } from '../../proto/gen/svc/public/v1/estimate.ts';

/** The contract's form of what holds of the substitutes of a line. */
export const toSubstitutes = (held: OutcomeLine['substitution']): LineSubstitutes | undefined =>
  held && { policy: held.policy, savingPercent: held.savingPercent, alternateGrades: [...held.grades] };
