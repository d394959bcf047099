import { hash } from 'node:crypto';
import { Failure } from '../../domain/errors.ts';
import type { EstimateRequest, EstimateSource } from '../../domain/estimate/request.ts';
import { ReadingCorrections } from '../../proto/gen/svc/public/v1/estimate.ts';
import { checkText, throwIfAny } from '../request/check.ts';
import { createCheck } from '../request/rules.ts';
import { toEstimateResponse } from './estimate.ts';
import { maxKeyLength, own } from './own-estimate.ts';
import { readingOf } from './read-request.ts';
import { readingRules } from './request-rules.ts';
import type { EstimateUseCaseDependencies, EstimateUseCases } from './use-cases.ts';

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
export const readEstimateAgain =
  (deps: EstimateUseCaseDependencies): EstimateUseCases['readEstimateAgain'] =>
  async ({ estimateId, corrections = ReadingCorrections.fromPartial({}), idempotencyKey: key }, context) => {
    if (key !== undefined) throwIfAny(checkText('Idempotency-Key', key, maxKeyLength));
    checkCorrections(corrections);
    const before = await own(deps, estimateId, context);
    const { customerId, keyId, groupIds } = context.caller;
    const request = requestOver(before.request, corrections);
    const document = await deps.estimates.document(estimateId, customerId, { signal: context.signal });
    if (document === undefined) throw notKept();
    const { estimate, isNew } = await deps.estimates.create(
      {
        id: deps.newId(),
        request,
        document,
        caller: { customerId, keyId, groupIds },
        now: context.now(),
        ...(key && { repeat: { key, digest: hash('sha256', JSON.stringify([estimateId, corrections])) } }),
      },
      context,
    );
    if (isNew) deps.onQueued();
    return toEstimateResponse(estimate);
  };
