import { alternateGrades, differenceVerdicts } from '../../../domain/alternates/compare-parts.ts';
import { lifecycleStatuses, matchKinds } from '../../../domain/catalog/catalog.ts';
import { modelFaults } from '../../../domain/characteristics/model-fault.ts';
import { jobFailures } from '../../../domain/enrichment/job.ts';
import { jobTypes } from '../../../domain/enrichment/job-type.ts';
import { estimateFailures } from '../../../domain/estimate/estimate.ts';
import { optimizationModes } from '../../../domain/estimate/modes/modes.ts';
import { orderCostSources } from '../../../domain/estimate/order-costs.ts';
import { credentialScopes, matchConfidences } from '../../../domain/offers/offer.ts';
import { priorities } from '../../../domain/priority.ts';
import {
  FindAlternatesResponse,
  ListCategoriesResponse,
  PartMatch,
  Product,
  SearchProductsResponse,
} from '../../../proto/gen/svc/public/v1/catalog.ts';
import { Cursor } from '../../../proto/gen/svc/public/v1/common.ts';
import { EnrichmentJob } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import {
  DeleteEstimateResponse,
  EstimateResponse,
  EstimateSheet,
  ListEstimatesResponse,
} from '../../../proto/gen/svc/public/v1/estimate.ts';
import { GetOffersResponse } from '../../../proto/gen/svc/public/v1/offers.ts';
import { ItemError, PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { sheetRowKinds } from '../../estimates/estimate-sheet.ts';
import { matchStatuses } from '../../parts/use-cases.ts';
import { createAnswers, type MessageForm } from './message-schema.ts';
import { tableMap } from './requests.ts';

/**
 * The answers of the contract as HTTP has them. A field of the `.proto` is in its schema without
 * more; here stands only which fields always have a value, and which words and examples there are.
 */

const oneOf = (words: readonly string[]) => ({ enum: [...words] });
const decimal = { pattern: '^-?\\d+(\\.\\d+)?$', example: '12.045' };
const at = '2026-03-01T11:42:00.000Z';
const freshness = { status: 'FRESH', observed_at: at };
const source = { type: 'SYSTEM_CREDENTIAL', credential_label: 'house account', observed_at: at };

const product = {
  id: 'prd_7h2k9m4q1x8v0c3b5n6t',
  manufacturer: 'Yageo',
  mpn: 'RC0603FR-0710KL',
  identity_profile_id: 'electronic-component',
  characteristics: { resistance: '10 kOhm', tolerance: '1 %' },
  lifecycle_status: 'active',
  freshness,
  description: 'Chip resistor 0603 10 kOhm 1 % 0.1 W',
};

const offer = {
  id: 'ofr_3b5n6t7h2k9m4q1x8v0c',
  supplier_id: 'borealis',
  supplier_sku: 'BC-104417',
  match_confidence: 'exact',
  freshness,
  price_breaks: [
    { quantity: 1, price: { amount: '0.1', currency: 'EUR' } },
    { quantity: 100, price: { amount: '0.012', currency: 'EUR' } },
  ],
  stock: [{ warehouse_ref: 'rotterdam', quantity: 12_000, observed_at: at }],
  minimum_order_quantity: 10,
};

const price = {
  final_price: 3,
  currency: 'EUR',
  observation_source: source,
  breakdown: [
    { rule_id: 'break_price', label: '250 pieces at 0.012 EUR each (from 100)', amount: 3, amount_decimal: '3' },
  ],
  pricing_mode: 'fixed',
  freshness,
  final_price_decimal: '3',
  unit_price_decimal: '0.012',
  requested_quantity: 250,
  priced_quantity: 250,
  decision_trail: [{ ...source, outcome: 'chosen' }],
  offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c',
};

const job = {
  id: 'job_3b5n6t7h2k9m4q1x8v0c',
  type: 'refresh_observation',
  status: 'started',
  progress: 0.5,
  created_at: at,
  started_at: '2026-03-01T11:42:00.100Z',
  target: { offer_id: 'ofr_3b5n6t7h2k9m4q1x8v0c' },
  priority: 'high',
};

const common: Readonly<Record<string, MessageForm>> = {
  Freshness: { required: ['status'], example: freshness },
  ObservationSource: { example: source },
  Cursor: { required: ['token'] },
  Money: { required: ['amount', 'currency'], fields: { amount: decimal } },
};

const catalog: Readonly<Record<string, MessageForm>> = {
  Product: {
    required: ['id'],
    fields: { lifecycle_status: oneOf(lifecycleStatuses), match_kind: oneOf(matchKinds) },
    example: product,
  },
  Replacement: { required: ['id', 'manufacturer', 'mpn'], fields: { lifecycle_status: oneOf(lifecycleStatuses) } },
  Facet: { required: ['name'] },
  FacetValue: { required: ['value', 'count'] },
  PartMatch: {
    required: ['index', 'status'],
    alwaysSent: ['index'],
    fields: { status: oneOf(matchStatuses), confidence: oneOf(['exact', 'strong', 'probable']) },
    example: {
      index: 0,
      reference: 'R1',
      status: 'matched',
      product,
      confidence: 'exact',
      rule: 'manufacturer_and_mpn',
    },
  },
  ListCategoriesResponse: {
    name: 'Categories',
    alwaysSent: ['categories'],
    example: {
      categories: [
        {
          path: 'Resistors > Chip resistors',
          name: 'Chip resistors',
          parent: 'Resistors',
          products: 1_440,
        },
      ],
    },
  },
  Category: { required: ['path', 'name', 'products'] },
  FindAlternatesResponse: {
    name: 'Alternates',
    alwaysSent: ['replacements', 'alternates'],
    example: {
      replacements: [],
      alternates: [
        {
          product,
          grade: 'upgrade',
          differences: [{ characteristic: 'tolerance', original: '5 %', alternate: '1 %', verdict: 'better' }],
        },
      ],
    },
  },
  Alternate: { required: ['product', 'grade'], alwaysSent: ['differences'], fields: { grade: oneOf(alternateGrades) } },
  AlternateDifference: {
    required: ['characteristic', 'verdict'],
    fields: { verdict: oneOf(differenceVerdicts) },
  },
  SearchProductsResponse: { alwaysSent: ['items'], example: { items: [{ ...product, relevance: 1 }], freshness } },
};

const offers: Readonly<Record<string, MessageForm>> = {
  Offer: { required: ['id'], fields: { match_confidence: oneOf(matchConfidences) }, example: offer },
  GetOffersResponse: { alwaysSent: ['items'], example: { items: [offer], freshness } },
};

const pricing: Readonly<Record<string, MessageForm>> = {
  PricingBreakdownLine: { fields: { amount_decimal: decimal } },
  ExchangeRate: { fields: { rate: decimal, day: { example: '2026-02-27' } } },
  ItemError: { required: ['code', 'message'] },
  BetterQuantity: { fields: { total_decimal: decimal, saving_decimal: decimal } },
  PricingResponse: {
    required: ['pricing_mode'],
    alwaysSent: ['breakdown', 'decision_trail'],
    // Of a stream of requests, which has an answer of its own.
    omitted: ['item_error'],
    fields: {
      pricing_mode: oneOf(['fixed', 'on_request', 'unknown']),
      final_price_decimal: decimal,
      unit_price_decimal: decimal,
    },
    example: price,
  },
};

const enrichment: Readonly<Record<string, MessageForm>> = {
  EnrichmentJob: {
    required: ['id', 'type', 'status', 'created_at', 'target', 'priority'],
    alwaysSent: ['progress'],
    fields: {
      type: oneOf(jobTypes),
      status: oneOf(['queued', 'started', 'completed', 'failed']),
      progress: { minimum: 0, maximum: 1 },
      priority: oneOf(priorities),
      failure_reason: oneOf(jobFailures),
      counts: { example: { asked: 3, answered: 2, unreachable: 1 } },
      language_model: oneOf(['off', 'nothing_to_ask', 'asked', 'over_budget', 'no_time', ...modelFaults]),
    },
    example: job,
  },
  SupplyChainChange: { required: ['offer_id', 'field'] },
  CharacteristicChange: {
    required: ['product_id', 'name', 'change', 'served'],
    fields: { change: oneOf(['added', 'changed', 'kept']) },
  },
  CharacteristicValue: {
    required: ['value', 'source'],
    fields: { source: oneOf(['catalogue', 'supplier', 'language_model']), credential_scope: oneOf(credentialScopes) },
  },
};

const estimates: Readonly<Record<string, MessageForm>> = {
  EstimateResponse: {
    required: ['id', 'version', 'status'],
    alwaysSent: ['total_price', 'currency', 'lines'],
    fields: {
      status: oneOf(['parsing', 'optimizing', 'ready', 'error']),
      error_reason: oneOf(estimateFailures),
      optimization_mode: oneOf(optimizationModes),
    },
  },
  EstimateLine: { required: ['number'], alwaysSent: ['chosen', 'alternatives', 'doubts'] },
  EstimateChoice: { required: ['offer_id', 'quantity', 'price', 'canonical_id'] },
  WarehousePick: { required: ['warehouse_ref', 'quantity'] },
  ProductCandidate: { required: ['canonical_id'] },
  EstimateDoubt: { required: ['code', 'text'] },
  OptimalityCertificate: { required: ['objective', 'lower_bound'], alwaysSent: ['gap'] },
  BasketSummary: { alwaysSent: ['bought_lines', 'lines'] },
  EstimateAssembly: { required: ['name', 'build_quantity'], alwaysSent: ['lines', 'bought_lines'] },
  LineCounts: { alwaysSent: ['total', 'bought', 'unresolved'] },
  SupplierOrder: { required: ['goods'], fields: { order_cost_source: oneOf(orderCostSources) } },
  TableMap: { schema: tableMap.schema },
  ListEstimatesResponse: { name: 'EstimatePage', alwaysSent: ['items'] },
  EstimateSheet: { required: ['estimate_id'], alwaysSent: ['rows'] },
  SheetRow: { required: ['row', 'kind'], alwaysSent: ['cells'], fields: { kind: oneOf(sheetRowKinds) } },
  DeleteEstimateResponse: { name: 'DeletedEstimate', required: ['estimate_id'] },
};

const answer = createAnswers({ ...common, ...catalog, ...offers, ...pricing, ...enrichment, ...estimates });

/** A product. */
export const productAnswer = answer('Product', Product);

/** A page of products that were found. */
export const foundProductsAnswer = answer('SearchProductsResponse', SearchProductsResponse);

/** The tree of categories. */
export const categoriesAnswer = answer('ListCategoriesResponse', ListCategoriesResponse);

/** What can be bought instead of a product. */
export const alternatesAnswer = answer('FindAlternatesResponse', FindAlternatesResponse);

/** What a part of a list means. */
export const partMatchAnswer = answer('PartMatch', PartMatch);

/** The offers of a product. */
export const offersAnswer = answer('GetOffersResponse', GetOffersResponse);

/** A price, or why there is none. */
export const priceAnswer = answer('PricingResponse', PricingResponse);

/** Why one request of several is not answered. */
export const itemErrorAnswer = answer('ItemError', ItemError);

/** Where the next page begins. */
export const cursorAnswer = answer('Cursor', Cursor);

/** An enrichment job. */
export const jobAnswer = answer('EnrichmentJob', EnrichmentJob);

/** An estimate. */
export const estimateAnswer = answer('EstimateResponse', EstimateResponse);

/** The sheet that an estimate was read from. */
export const estimateSheetAnswer = answer('EstimateSheet', EstimateSheet);

/** A page of estimates; their lines are left out. */
export const estimatePageAnswer = answer('ListEstimatesResponse', ListEstimatesResponse);

/** Which estimate was deleted. */
export const deletedEstimateAnswer = answer('DeleteEstimateResponse', DeleteEstimateResponse);
