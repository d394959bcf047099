import { hash } from 'node:crypto';
import { type FieldViolation, notFound } from '../../domain/errors.ts';
import { productsOf } from '../../domain/estimate/draft.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import { optimizationModes } from '../../domain/estimate/modes/modes.ts';
import { type ProductName, productNameOf } from '../../domain/estimate/resolution.ts';
import {
  checkChange,
  checkPins,
  checkSubstitutions,
  type EstimateChange,
  otherVersion,
  type Revisable,
  revise,
} from '../../domain/estimate/revise.ts';
import { sellerKey } from '../../domain/estimate/seller.ts';
import {
  EstimateChanges,
  type EstimateExclusions,
  type EstimateLineChange,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import { checkText, throwIfAny } from '../request/check.ts';
import type { RequestContext } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import { toEstimateResponse } from './estimate.ts';
import { knownOffers } from './known-offers.ts';
import { substitutionOf } from './line-substitution.ts';
import { maxKeyLength, own, seenProducts } from './own-estimate.ts';
import { attritionOf, decimalOf, exclusionsOf } from './read-request.ts';
import { checkChangesTogether, estimateChangeRules } from './request-rules.ts';
import type { EstimateUseCaseDependencies, EstimateUseCases } from './use-cases.ts';

/**
 * Changes an estimate without reading its source again. Everything that a change names must be what
 * the caller may know of; what is wrong is told by its field.
 */

type Dependencies = Pick<
  EstimateUseCaseDependencies,
  | 'estimates'
  | 'products'
  | 'visibility'
  | 'offers'
  | 'offersOfProducts'
  | 'orderTerms'
  | 'newId'
  | 'onChange'
  | 'onQueued'
>;

const checkFields = createCheck(estimateChangeRules, checkChangesTogether);

const changeOf = (
  { optimizationMode, exclude, lines, compare, builds }: EstimateChanges,
  names: ReadonlyMap<string, ProductName>,
): EstimateChange => {
  const mode = optimizationModes.find((each) => each === optimizationMode);
  return {
    ...(mode && { mode }),
    ...(exclude && { exclude: exclusionsOf(exclude) }),
    ...(compare !== undefined && { compares: compare }),
    ...(builds && { builds: builds.quantities }),
    lines: lines.map((line: EstimateLineChange) => {
      const name = names.get(line.canonicalId);
      return {
        number: line.number,
        ...(name && { product: { id: line.canonicalId, name } }),
        ...(line.quantity !== undefined && { quantity: decimalOf(line.quantity) ?? '0' }),
        ...(line.exclude && { exclude: exclusionsOf(line.exclude) }),
        ...(line.pinnedOfferId !== undefined && { pinnedOffer: line.pinnedOfferId }),
        ...attritionOf(line),
        ...substitutionOf(line),
        acceptedDoubts: line.acceptDoubts,
      };
    }),
  };
};

/** The names of the products that are chosen. Throws where one is unknown or hidden. */
const namesOf = async (
  { lines }: EstimateChanges,
  deps: Dependencies,
  context: RequestContext,
): Promise<ReadonlyMap<string, ProductName>> => {
  const ids = lines.flatMap(({ canonicalId }) => canonicalId || []);
  const seen = new Map((await seenProducts(ids, deps, context)).map((product) => [product.id, productNameOf(product)]));
  throwIfAny(
    ...lines.map(({ canonicalId }, index) =>
      canonicalId === '' || seen.has(canonicalId)
        ? undefined
        : { field: `lines[${index}].canonical_id`, description: 'is the id of no product' },
    ),
  );
  return seen;
};

/** What is excluded of some offers and is not among them. */
const unknownExclusions = (
  field: string,
  { offerIds, supplierIds, sellerNames }: EstimateExclusions,
  offers: Awaited<ReturnType<typeof knownOffers>>,
): readonly FieldViolation[] => {
  const ids = new Set(offers.map(({ id }) => id));
  const suppliers = new Set(offers.map(({ supplierId }) => supplierId));
  const sellers = new Set(offers.map((offer) => offer.sellerKey));
  const unknown = (name: string, isKnown: readonly boolean[], description: string): readonly FieldViolation[] =>
    isKnown.flatMap((known, at) => (known ? [] : [{ field: `${field}${name}[${at}]`, description }]));
  return [
    ...unknown(
      'offer_ids',
      offerIds.map((id) => ids.has(id)),
      'is the id of no offer that could be bought',
    ),
    ...unknown(
      'supplier_ids',
      supplierIds.map((id) => suppliers.has(id)),
      'names no seller of an offer',
    ),
    ...unknown(
      'seller_names',
      sellerNames.map((name) => sellers.has(sellerKey(name))),
      'names no seller of an offer',
    ),
  ];
};

/** Throws where a change names an offer or a seller that the caller has not from the estimate. */
const checkOffers = async (
  { exclude, lines }: EstimateChanges,
  { draft }: Pick<Revisable, 'draft'>,
  deps: Dependencies,
  context: RequestContext,
): Promise<void> => {
  const isNamed = (line: { exclude: EstimateExclusions | undefined; pinnedOfferId?: string | undefined }): boolean =>
    line.exclude !== undefined || Boolean(line.pinnedOfferId);
  const named = lines.filter(isNamed);
  if (exclude === undefined && named.length === 0) return;
  const numbers = new Set(named.map(({ number }) => number));
  const of = exclude === undefined ? draft.lines.filter(({ number }) => numbers.has(number)) : draft.lines;
  const known = await knownOffers(productsOf({ lines: of }), deps, context);
  const byNumber = new Map(draft.lines.map((line) => [line.number, line]));
  throwIfAny(
    exclude && unknownExclusions('exclude.', exclude, known),
    ...lines.flatMap((line, index) => {
      const asked = byNumber.get(line.number);
      const products = new Set(asked ? productsOf({ lines: [asked] }) : []);
      const offers = known.filter(({ productId }) => products.has(productId));
      const pinned = line.pinnedOfferId ?? '';
      const pin = pinned === '' || offers.some(({ id }) => id === pinned);
      return [
        line.exclude && unknownExclusions(`lines[${index}].exclude.`, line.exclude, offers),
        pin
          ? undefined
          : { field: `lines[${index}].pinned_offer_id`, description: 'is the id of no offer that could be bought' },
      ];
    }),
  );
};

const revisableOf = ({ state, request }: Estimate) =>
  state.kind === 'ready' || state.kind === 'optimizing'
    ? { request, draft: state.draft, outcome: state.outcome }
    : undefined;

/**
 * Refuses a change of another version before anything is looked up for it. With a key it may be one
 * that was made already, which the store knows.
 */
const checkVersion = ({ version }: Estimate, { expectedVersion }: EstimateChanges): void => {
  if (expectedVersion > 0 && expectedVersion !== version) throw otherVersion(version, expectedVersion);
};

/** Makes the operation. */
export const updateEstimate =
  (deps: Dependencies): EstimateUseCases['updateEstimate'] =>
  async ({ estimateId, changes = EstimateChanges.fromPartial({}), idempotencyKey: key }, context) => {
    if (key !== undefined) throwIfAny(checkText('Idempotency-Key', key, maxKeyLength));
    checkFields(changes);
    const before = await own(deps, estimateId, context);
    const now = revisableOf(before);
    if (key === undefined) checkVersion(before, changes);
    const change = changeOf(changes, await namesOf(changes, deps, context));
    if (now !== undefined) {
      checkChange(now, change);
      const after = revise(now, change);
      await checkOffers(changes, after, deps, context);
      checkSubstitutions(after, change);
      checkPins(after, change);
    }
    const revised = await deps.estimates.revise(
      {
        id: estimateId,
        customerId: context.caller.customerId,
        expectedVersion: changes.expectedVersion || undefined,
        apply: (estimate) => {
          checkChange(estimate, change);
          const after = revise(estimate, change);
          checkSubstitutions(after, change);
          checkPins(after, change);
          return after;
        },
        ...(key && {
          repeat: { key, digest: hash('sha256', JSON.stringify([estimateId, changes])), changeId: deps.newId() },
        }),
      },
      context,
    );
    if (revised === undefined) throw notFound('estimate', estimateId);
    if (revised.isRevised) {
      deps.onChange(estimateId);
      deps.onQueued();
    }
    return toEstimateResponse(revised.estimate);
  };
