import { type DomainEvent, type EventType, type IngestionRunEvent, policyChanges } from '../../domain/events.ts';
import { matchConfidences, priceJumps } from '../../domain/offers/offer.ts';
import { IngestionRunCompleted, IngestionRunFailed } from '../../proto/gen/svc/events/v1/ingestion.ts';
import {
  OfferCreated,
  OfferMatchConfirmed,
  OfferMatched,
  OfferMatchRejected,
  OfferMatchVerdictWithdrawn,
  OfferPriceHeld,
  OfferRepriced,
  OfferReturned,
  OfferWithdrawn,
} from '../../proto/gen/svc/events/v1/offers.ts';
import { VisibilityPolicyChanged } from '../../proto/gen/svc/events/v1/visibility.ts';
import { callerCodecs } from './caller-events.ts';
import { connectorCodecs } from './connector-events.ts';
import { enrichmentCodecs } from './enrichment-events.ts';
import { estimateCodecs } from './estimate-events.ts';
import type { EventCodec, EventCodecs } from './event-codec.ts';
import { count, enumValue, type Fields, integer, maxInt32, optionalInteger, optionalText, text } from './fields.ts';
import { identityCodecs } from './identity-events.ts';
import { pricingCodecs } from './pricing-events.ts';
import { productCodecs } from './product-events.ts';

type Judged = 'offer.match_confirmed' | 'offer.match_rejected' | 'offer.match_verdict_withdrawn';

/** What a human says of a match is told in one form. */
const judged = <Type extends Judged>(
  type: Type,
  message: typeof OfferMatchConfirmed | typeof OfferMatchRejected | typeof OfferMatchVerdictWithdrawn,
) => ({
  toJson: ({ offerId, productId, by }: Extract<DomainEvent, { type: Judged }>) =>
    message.toJSON({ offerId, productId, by }),
  read: (fields: Fields) => ({
    type,
    offerId: text(fields, 'offer_id'),
    productId: text(fields, 'product_id'),
    by: text(fields, 'by'),
  }),
});

type IngestionRun = Pick<IngestionRunEvent, 'runId' | 'supplierId' | 'credentialId' | 'pages'>;

const runToMessage = ({ runId, supplierId, credentialId, pages }: IngestionRun) => ({
  runId,
  supplierId,
  credentialRef: credentialId,
  pageCount: pages,
});

/** Which run it is. What earlier events do not tell is left out. */
const runOf = (fields: Fields): IngestionRun => {
  const credentialId = optionalText(fields, 'credential_ref');
  const pages = optionalInteger(fields, 'page_count', { min: 0, max: Number.MAX_SAFE_INTEGER });
  return {
    runId: text(fields, 'run_id'),
    supplierId: text(fields, 'supplier_id'),
    ...(credentialId !== undefined && { credentialId }),
    ...(pages !== undefined && { pages }),
  };
};

/** Every kind of event; one that is missing does not compile. */
const eventCodecs: EventCodecs = {
  ...connectorCodecs,
  ...identityCodecs,
  ...callerCodecs,
  ...pricingCodecs,
  ...enrichmentCodecs,
  ...estimateCodecs,
  ...productCodecs,
  'offer.created': {
    toJson: ({ offerId, supplierId, supplierSku }) => OfferCreated.toJSON({ offerId, supplierId, supplierSku }),
    read: (fields) => ({
      type: 'offer.created',
      offerId: text(fields, 'offer_id'),
      supplierId: text(fields, 'supplier_id'),
      supplierSku: text(fields, 'supplier_sku'),
    }),
  },
  'offer.repriced': {
    toJson: ({ offerId, credentialId, observationId }) =>
      OfferRepriced.toJSON({ offerId, credentialRef: credentialId, observationId }),
    read: (fields) => ({
      type: 'offer.repriced',
      offerId: text(fields, 'offer_id'),
      credentialId: text(fields, 'credential_ref'),
      observationId: text(fields, 'observation_id'),
    }),
  },
  'offer.price_held': {
    toJson: ({ offerId, credentialId, observationId, jump }) =>
      OfferPriceHeld.toJSON({ offerId, credentialRef: credentialId, observationId, jump }),
    read: (fields) => ({
      type: 'offer.price_held',
      offerId: text(fields, 'offer_id'),
      credentialId: text(fields, 'credential_ref'),
      observationId: text(fields, 'observation_id'),
      jump: enumValue(fields, 'jump', priceJumps),
    }),
  },
  'offer.withdrawn': {
    toJson: ({ offerId, credentialId, runId }) =>
      OfferWithdrawn.toJSON({ offerId, credentialRef: credentialId, runId }),
    read: (fields) => ({
      type: 'offer.withdrawn',
      offerId: text(fields, 'offer_id'),
      credentialId: text(fields, 'credential_ref'),
      runId: text(fields, 'run_id'),
    }),
  },
  'offer.returned': {
    toJson: ({ offerId, credentialId, observationId }) =>
      OfferReturned.toJSON({ offerId, credentialRef: credentialId, observationId }),
    read: (fields) => ({
      type: 'offer.returned',
      offerId: text(fields, 'offer_id'),
      credentialId: text(fields, 'credential_ref'),
      observationId: text(fields, 'observation_id'),
    }),
  },
  'offer.matched': {
    toJson: ({ offerId, productId, confidence, rule, previousProductId }) =>
      OfferMatched.toJSON({ offerId, productId, matchConfidence: confidence, matchRule: rule, previousProductId }),
    read: (fields) => ({
      type: 'offer.matched',
      offerId: text(fields, 'offer_id'),
      productId: optionalText(fields, 'product_id'),
      confidence: enumValue(fields, 'match_confidence', matchConfidences),
      rule: text(fields, 'match_rule'),
      previousProductId: optionalText(fields, 'previous_product_id'),
    }),
  },
  'offer.match_confirmed': judged('offer.match_confirmed', OfferMatchConfirmed),
  'offer.match_rejected': judged('offer.match_rejected', OfferMatchRejected),
  'offer.match_verdict_withdrawn': judged('offer.match_verdict_withdrawn', OfferMatchVerdictWithdrawn),
  'ingestion_run.completed': {
    toJson: ({ items, prices, stocks, ...run }) =>
      IngestionRunCompleted.toJSON({
        ...runToMessage(run),
        itemCount: items,
        priceCount: prices,
        stockCount: stocks,
      }),
    read: (fields) => ({
      type: 'ingestion_run.completed',
      ...runOf(fields),
      items: count(fields, 'item_count'),
      prices: count(fields, 'price_count'),
      stocks: count(fields, 'stock_count'),
    }),
  },
  'ingestion_run.failed': {
    toJson: ({ reason, ...run }) => IngestionRunFailed.toJSON({ ...runToMessage(run), reason }),
    read: (fields) => ({
      type: 'ingestion_run.failed',
      ...runOf(fields),
      reason: text(fields, 'reason'),
    }),
  },
  'visibility_policy.changed': {
    toJson: ({ policyId, version, change, by }) => VisibilityPolicyChanged.toJSON({ policyId, version, change, by }),
    read: (fields) => ({
      type: 'visibility_policy.changed',
      policyId: text(fields, 'policy_id'),
      version: integer(fields, 'version', { min: 1, max: maxInt32 }),
      change: enumValue(fields, 'change', policyChanges),
      by: text(fields, 'by'),
    }),
  },
};

/** Every type of event. */
export const eventTypes = Object.keys(eventCodecs) as readonly EventType[];

/** The public form of an event, as JSON. */
export const eventToJson = <Type extends EventType>(event: Extract<DomainEvent, { type: Type }>): unknown => {
  const codec: EventCodec<Type> = eventCodecs[event.type as Type];
  return codec.toJson(event);
};

/**
 * Reads an event of a kind; throws `invalid_argument` that names the field when anything is not as
 * the contract says.
 */
export const readEvent = (type: EventType, fields: Fields): DomainEvent => eventCodecs[type].read(fields);
