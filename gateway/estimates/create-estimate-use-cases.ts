import { hash } from 'node:crypto';
import { Failure, type FieldViolation, invalidArgument, notFound } from '../../domain/errors.ts';
import type { Estimates, NewEstimate } from '../../domain/estimate/ports.ts';
import type { EstimateRequest, EstimateSource } from '../../domain/estimate/request.ts';
import { type EstimateResponse, ReadingCorrections } from '../../proto/gen/svc/public/v1/estimate.ts';
import { checkId, checkOneOf, checkText, throwIfAny } from '../request/check.ts';
import { latestValues } from '../request/latest-values.ts';
import { type Cursors, creationOf, markOfCreation, pageOf } from '../request/paging.ts';
import type { RequestContext } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import { cartForms } from './cart-file.ts';
import { toEstimateResponse, toEstimateSummary } from './estimate.ts';
import { getEstimateSheet } from './estimate-sheet.ts';
import { exportFile, exportFormats } from './export-file.ts';
import { unknownSuppliers } from './named-suppliers.ts';
import { maxKeyLength, own, seenProducts } from './own-estimate.ts';
import { readEstimateRequest, readingOf } from './read-request.ts';
import { readingRules } from './request-rules.ts';
import { updateEstimate } from './update-estimate.ts';
import type { EstimateUseCaseDependencies, EstimateUseCases, RequestedEstimate } from './use-cases.ts';

/** Makes an estimate of the caller, unless a request is repeated that has made it. */
const create = async (
  deps: EstimateUseCaseDependencies,
  asked: Pick<NewEstimate, 'request' | 'document' | 'repeat'>,
  context: RequestContext,
): Promise<EstimateResponse> => {
  const { customerId, keyId, groupIds } = context.caller;
  const { estimate, isNew } = await deps.estimates.create(
    { ...asked, id: deps.newId(), caller: { customerId, keyId, groupIds }, now: context.now() },
    context,
  );
  if (isNew) deps.onQueued();
  return toEstimateResponse(estimate);
};

/**
 * Reads the document of an estimate again, as its owner says, into another estimate: the first one
 * stays as it is, and can be compared or returned to.
 */

const checkCorrections = createCheck<ReadingCorrections>(readingRules);

const notKept = (): Failure =>
  new Failure('failed_precondition', 'the document is not kept; send it again with what is to be read otherwise');

/** The request over the document, without what was said of lines that may be other ones now. */
const requestOver = (
  { lineEdits: _, lineProducts: __, ...request }: EstimateRequest,
  corrections: ReadingCorrections,
): EstimateRequest => {
  if (request.source.kind !== 'document') throw notKept();
  const { name, format } = request.source;
  const source: EstimateSource = {
    kind: 'document',
    ...(name !== undefined && { name }),
    ...(format && { format }),
    ...readingOf(corrections),
  };
  return { ...request, source, lineProducts: [] };
};

/** Makes the operation. */
const readEstimateAgain =
  (deps: EstimateUseCaseDependencies): EstimateUseCases['readEstimateAgain'] =>
  async ({ estimateId, corrections = ReadingCorrections.fromPartial({}), idempotencyKey: key }, context) => {
    if (key !== undefined) throwIfAny(checkText('Idempotency-Key', key, maxKeyLength));
    checkCorrections(corrections);
    const before = await own(deps, estimateId, context);
    const request = requestOver(before.request, corrections);
    const { customerId } = context.caller;
    const document = await deps.estimates.document(estimateId, customerId, { signal: context.signal });
    if (document === undefined) throw notKept();
    const repeat = key ? { key, digest: hash('sha256', JSON.stringify([estimateId, corrections])) } : undefined;
    return create(deps, { request, document, repeat }, context);
  };

/** Lists the caller's estimates, newest first. */
const listEstimates =
  (estimates: Pick<Estimates, 'page'>, cursors: Cursors): EstimateUseCases['listEstimates'] =>
  async ({ limit, cursor }, { caller: { customerId }, signal }) => {
    const { items, nextCursor } = await pageOf(
      { limit, cursor: cursor?.token ?? '' },
      {
        cursors,
        query: ['estimates', customerId],
        cursorField: 'cursor.token',
        markOf: markOfCreation,
        read: (after, most) => estimates.page(customerId, after && creationOf(after), most, { signal }),
      },
    );
    return {
      items: items.map(toEstimateSummary),
      nextCursor: nextCursor === undefined ? undefined : { token: nextCursor },
    };
  };

/** The same for requests that ask for the same. */
const digestOf = (request: EstimateRequest, document: Uint8Array | undefined): string =>
  hash('sha256', JSON.stringify([request, document && hash('sha256', document)]));

/** Chosen products that are unknown or, which is the same, hidden from the caller. */
const unknownProducts = async (
  { lineChoices }: RequestedEstimate,
  deps: Pick<EstimateUseCaseDependencies, 'products' | 'visibility'>,
  context: RequestContext,
): Promise<readonly FieldViolation[]> => {
  const chosen = lineChoices.map(({ canonicalId }) => canonicalId);
  const seen = new Set((await seenProducts(chosen, deps, context)).map(({ id }) => id));
  return lineChoices.flatMap(({ canonicalId }, index) =>
    seen.has(canonicalId)
      ? []
      : [{ field: `line_choices[${index}].canonical_id`, description: 'is the id of no product' }],
  );
};

const buildEstimate =
  (deps: EstimateUseCaseDependencies): EstimateUseCases['buildEstimate'] =>
  async (asked, context) => {
    const { idempotencyKey: key } = asked;
    if (key !== undefined) throwIfAny(checkText('Idempotency-Key', key, maxKeyLength));
    const { request, document } = readEstimateRequest(asked, deps.zones);
    throwIfAny(await unknownProducts(asked, deps, context), await unknownSuppliers(asked, deps, context));
    const repeat = key ? { key, digest: digestOf(request, document) } : undefined;
    return create(deps, { request, document, repeat }, context);
  };

const maxSellerLength = 255;

const exportEstimate =
  (deps: EstimateUseCaseDependencies): EstimateUseCases['exportEstimate'] =>
  async ({ estimateId, format: named, seller, cartForm }, context) => {
    throwIfAny(
      checkOneOf('format', named, exportFormats),
      checkOneOf('cart_form', cartForm, cartForms),
      seller === '' ? undefined : checkText('seller', seller, maxSellerLength),
    );
    const format = exportFormats.find((each) => each === named) ?? 'csv';
    if (format !== 'cart' && (seller !== '' || cartForm !== ''))
      throw invalidArgument({
        field: seller === '' ? 'cart_form' : 'seller',
        description: 'goes with format cart only',
      });
    const estimate = await own(deps, estimateId, context);
    if (estimate.state.kind !== 'ready')
      throw new Failure('failed_precondition', `the estimate is ${estimate.state.kind}; only a ready one is exported`);
    return exportFile(toEstimateResponse(estimate), format, { seller, cartForm });
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

    updateEstimate: updateEstimate(deps),

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

    getEstimateSheet: getEstimateSheet(deps),

    readEstimateAgain: readEstimateAgain(deps),
  };
};
