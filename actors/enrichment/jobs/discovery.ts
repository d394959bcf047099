import type { JobKind } from '../job-kind.ts';
import { type AskingDependencies, askSuppliers } from './ask-suppliers.ts';
import { lookUpWants, type WantJobDependencies } from './look-up-wants.ts';

/**
 * Looks a product, or parts that may have none, up at every supplier that can; done when what they
 * offer is applied and matched.
 */
export const discovery = (deps: AskingDependencies & WantJobDependencies): JobKind => ({
  step: (claimed) => {
    const { target } = claimed.job;
    return target.kind === 'wants' ? lookUpWants(claimed, target.wants, deps) : askSuppliers(claimed, deps);
  },
});
