import type { JobKind } from '../job-kind.ts';
import { type AskingDependencies, askSuppliers } from './ask-suppliers.ts';

/**
 * Looks a product up at every supplier that can; done when what they offer is applied and matched.
 */
export const discovery = (deps: AskingDependencies): JobKind => ({
  step: (claimed) => askSuppliers(claimed, deps),
});
