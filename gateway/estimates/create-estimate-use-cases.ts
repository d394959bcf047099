import { hash } from 'node:crypto';
import type { Observable } from 'rxjs';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { Estimates } from '../../domain/estimate/ports.ts';
import type { EstimateRequest } from '../../domain/estimate/request.ts';
import { checkId, checkOneOf, checkText, throwIfAny } from '../request/check.ts';
import type { Cursors } from '../request/cursor.ts';
import { latestValues } from '../request/latest-values.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { toEstimateResponse } from './estimate.ts';
import { exportFile, exportFormats } from './export-file.ts';
import { listEstimates } from './list-estimates.ts';
import { readEstimateRequest } from './read-request.ts';
import type { EstimateUseCases, RequestedEstimate } from './use-cases.ts';

/** Dependencies of these use cases. */
export interface EstimateUseCaseDependencies {
  readonly estimates: Estimates;
  /** The states of a customer's estimate while it is watched. */
  readonly watch: (estimateId: string, customerId: string) => Observable<Estimate>;
  /**
   * Called when an estimate has changed or was removed, so that watchers in all processes re-read
   * it.
   */
  readonly onChange: (estimateId: string) => void;
  /** Called when work was queued. */
  readonly onQueued: () => void;
  readonly newId: () => string;
  readonly zones: readonly string[];
  /** Products by id, in any order; unknown ones are left out. */
  readonly products: CatalogStore['products'];
  readonly visibility: Visibility;
  readonly cursors: Cursors;
  /** Ready estimates are kept up to date for so long after somebody has looked at them. */
  readonly liveMs: number;
}

const maxKeyLength = 255;

/** The same for requests that ask for the same. */
const digestOf = (request: EstimateRequest, document: Uint8Array | undefined): string =>
  hash('sha256', JSON.stringify([request, document && hash('sha256', document)]));

/** Throws where a chosen product is unknown or, which is the same, hidden from the caller. */
const checkChosenProducts = async (
  { lineChoices }: RequestedEstimate,
  { products, visibility }: Pick<EstimateUseCaseDependencies, 'products' | 'visibility'>,
  context: RequestContext,
): Promise<void> => {
  if (lineChoices.length === 0) return;
  const { signal } = context;
  const known = await products([...new Set(lineChoices.map(({ canonicalId }) => canonicalId))], { signal });
  const view = visibility.of(context);
  const seen = new Set((view ? await view.products(known, { signal }) : known).map(({ id }) => id));
  throwIfAny(
    ...lineChoices.map(({ canonicalId }, index) =>
      seen.has(canonicalId)
        ? undefined
        : { field: `line_choices[${index}].canonical_id`, description: 'is the id of no product' },
    ),
  );
};

const own = async (
  { estimates }: EstimateUseCaseDependencies,
  estimateId: string,
  { caller, signal }: RequestContext,
): Promise<Estimate> => {
  throwIfAny(checkId('estimate_id', estimateId));
  const estimate = await estimates.estimate(estimateId, caller.customerId, { signal });
  if (estimate === undefined) throw notFound('estimate', estimateId);
  return estimate;
};

const buildEstimate =
  (deps: EstimateUseCaseDependencies): EstimateUseCases['buildEstimate'] =>
  async (asked, context) => {
    const { idempotencyKey: key } = asked;
    if (key !== undefined) throwIfAny(checkText('Idempotency-Key', key, maxKeyLength));
    const { request, document } = readEstimateRequest(asked, deps.zones);
    await checkChosenProducts(asked, deps, context);
    const { customerId, keyId, groupIds } = context.caller;
    const { estimate, isNew } = await deps.estimates.create(
      {
        id: deps.newId(),
        request,
        document,
        caller: { customerId, keyId, groupIds },
        now: context.now(),
        ...(key && { repeat: { key, digest: digestOf(request, document) } }),
      },
      context,
    );
    if (isNew) deps.onQueued();
    return toEstimateResponse(estimate);
  };

const exportEstimate =
  (deps: EstimateUseCaseDependencies): EstimateUseCases['exportEstimate'] =>
  async ({ estimateId, format }, context) => {
    throwIfAny(checkOneOf('format', format, exportFormats));
    const estimate = await own(deps, estimateId, context);
    if (estimate.state.kind !== 'ready')
      throw new Failure('failed_precondition', `the estimate is ${estimate.state.kind}; only a ready one is exported`);
    return exportFile(toEstimateResponse(estimate), format === 'xlsx' ? 'xlsx' : 'csv');
  };

/**
 * Creates the operations over estimates. An estimate of another customer is answered as one that
 * does not exist.
 */
export const createEstimateUseCases = (deps: EstimateUseCaseDependencies): EstimateUseCases => {
  const { estimates, onChange, onQueued } = deps;
  return {
    buildEstimate: buildEstimate(deps),

    watchEstimate: async function* ({ estimateId, untilReady }, context) {
      await own(deps, estimateId, context);
      for await (const estimate of latestValues(deps.watch(estimateId, context.caller.customerId), context.signal)) {
        yield toEstimateResponse(estimate);
        if (untilReady && estimate.state.kind === 'ready') return;
      }
    },

    getEstimate: async ({ estimateId }, context) => {
      const estimate = await own(deps, estimateId, context);
      // It is viewed: changes since the last view are applied.
      if (await estimates.markViewed(estimateId, context.caller.customerId, deps.liveMs)) onQueued();
      return toEstimateResponse(estimate);
    },

    listEstimates: listEstimates(estimates, deps.cursors),

    cancelEstimate: async ({ estimateId }, context) => {
      throwIfAny(checkId('estimate_id', estimateId));
      const cancelled = await estimates.cancel(estimateId, context.caller.customerId, context);
      if (cancelled === undefined) throw notFound('estimate', estimateId);
      if (cancelled.hasEnded) onChange(estimateId);
      return toEstimateResponse(cancelled.estimate);
    },

    deleteEstimate: async ({ estimateId }, context) => {
      throwIfAny(checkId('estimate_id', estimateId));
      const isGone = await estimates.remove(estimateId, context.caller.customerId, context);
      if (!isGone) throw notFound('estimate', estimateId);
      onChange(estimateId);
      return { estimateId };
    },

    exportEstimate: exportEstimate(deps),
  };
};
