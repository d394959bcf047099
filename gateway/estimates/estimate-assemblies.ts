import { assemblyTotals } from '../../domain/estimate/assemblies.ts';
import type { EstimateDraft } from '../../domain/estimate/draft.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { EstimateRequest } from '../../domain/estimate/request.ts';
import type { EstimateAssembly } from '../../proto/gen/svc/public/v1/estimate.ts';

/** The contract's form of what each assembly comes to. */
export const toAssemblies = (
  draft: EstimateDraft,
  outcome: EstimateOutcome | undefined,
  request: EstimateRequest,
): EstimateAssembly[] =>
  assemblyTotals(draft, outcome, request).map(({ goods, ...assembly }) => ({
    ...assembly,
    goods: goods === undefined || !outcome?.currency ? undefined : { amount: goods, currency: outcome.currency },
  }));
