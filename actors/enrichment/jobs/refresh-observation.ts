import type { JobKind } from '../job-kind.ts';
import { type AskingDependencies, askSuppliers } from './ask-suppliers.ts';

/**
 * Brings fresh prices and stocks of a target's offers; done when what suppliers answered is
 * applied.
 */
export const refreshObservation = (deps: AskingDependencies): JobKind => ({
  step: (claimed) => askSuppliers(claimed, deps),
});
