import { hkdfSync, randomBytes } from 'node:crypto';
import { withDeadlines } from '../../concurrency/port-deadlines.ts';
import { type CustomerCaps, usualCaps } from '../../domain/callers/customer-caps.ts';
import type { BindingOf } from '../../domain/secret-binding.ts';
import { createAuditTrail } from '../../storage/audit/audit-store.ts';
import { createApiKeyStore } from '../../storage/callers/api-key-store.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import { createCustomerStore } from '../../storage/callers/customer-store.ts';
import { createFirstKeyStore } from '../../storage/callers/first-key-store.ts';
import { createKeyUsage } from '../../storage/callers/key-usage.ts';
import { createVisibilityPolicyStore } from '../../storage/callers/visibility-policy-store.ts';
import { createAlternateCandidates } from '../../storage/catalog/alternate-candidates.ts';
import { createCatalogStore } from '../../storage/catalog/catalog-store.ts';
import { createCharacteristicStore } from '../../storage/catalog/characteristic-store.ts';
import { createContradictedProducts } from '../../storage/catalog/contradicted-facts.ts';
import { createManufacturerAliases } from '../../storage/catalog/manufacturer-aliases.ts';
import { createProductDemand } from '../../storage/catalog/product-demand.ts';
import { createProductStatements } from '../../storage/catalog/product-statements.ts';
import { createProfileStore } from '../../storage/catalog/profile-store.ts';
import { createTopFreshness } from '../../storage/catalog/top-freshness-store.ts';
import { createConnectorLeases } from '../../storage/connectors/connector-leases.ts';
import { createConnectorOrders } from '../../storage/connectors/connector-orders.ts';
import { createConnectorOverviews } from '../../storage/connectors/connector-overviews.ts';
import { createCredentialAdministration } from '../../storage/connectors/credential-administration.ts';
import { createCredentialStates } from '../../storage/connectors/credential-states.ts';
import { createIngestionSurvey } from '../../storage/connectors/ingestion-survey.ts';
import { createLookupQueue } from '../../storage/connectors/lookup-queue.ts';
import { createRateBudgetStore } from '../../storage/connectors/rate-budget-store.ts';
import { createSupplierRetirement } from '../../storage/connectors/retire-supplier.ts';
import { createSupplierStore, type UnfitSecret } from '../../storage/connectors/supplier-store.ts';
import { createSuppliersInReach } from '../../storage/connectors/suppliers-in-reach.ts';
import { createTickStore } from '../../storage/connectors/tick-store.ts';
import { createCustomerErasures } from '../../storage/erasure/customer-erasures.ts';
import { createEstimateQueue } from '../../storage/estimates/estimate-queue.ts';
import { createEstimateRetention } from '../../storage/estimates/estimate-retention.ts';
import { createEstimateStore } from '../../storage/estimates/estimate-store.ts';
import { createLineCatalogue } from '../../storage/estimates/line-catalogue.ts';
import { createLineChoices } from '../../storage/estimates/line-choices.ts';
import { createPackageAttritions } from '../../storage/estimates/package-attrition-store.ts';
import type { OnWrite } from '../../storage/event-log/event-store.ts';
import { createOutbox } from '../../storage/event-log/outbox.ts';
import { createParkedEventStore } from '../../storage/event-log/parked-event-store.ts';
import { createEnrichmentJobStore } from '../../storage/jobs/enrichment-job-store.ts';
import { createEnrichmentQueue } from '../../storage/jobs/enrichment-queue.ts';
import { createJobCounts } from '../../storage/jobs/job-counts.ts';
import { createRefreshRequests } from '../../storage/jobs/refresh-requests.ts';
import { createTokenBudget } from '../../storage/jobs/token-budget-store.ts';
import { createMatchReview } from '../../storage/matching/match-review.ts';
import { createMatchStore } from '../../storage/matching/match-store.ts';
import { createRematchRuns } from '../../storage/matching/rematch-runs.ts';
import { createHeldPrices } from '../../storage/offers/held-prices.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../storage/offers/offer-change-feed.ts';
import { createOfferConfirmations } from '../../storage/offers/offer-confirmations.ts';
import { createOfferStore } from '../../storage/offers/offer-store.ts';
import { createOfferTraces } from '../../storage/offers/offer-traces.ts';
import { createOfferWithdrawals } from '../../storage/offers/offer-withdrawals.ts';
import { createPriceHistoryStore } from '../../storage/offers/price-history.ts';
import { createProductOffers } from '../../storage/offers/product-offers.ts';
import { createSupplierOffers } from '../../storage/offers/supplier-offers.ts';
import type { Sql } from '../../storage/pool/pool.ts';
import { createDutyRateStore } from '../../storage/pricing/duty-rates-store.ts';
import { createExchangeRateStore } from '../../storage/pricing/exchange-rates-store.ts';
import { createOrderTerms } from '../../storage/pricing/order-terms-store.ts';
import { createPricingRevisions } from '../../storage/pricing/pricing-revision.ts';
import { createPricingRuleStore } from '../../storage/pricing/pricing-rules-store.ts';
import { createSealer, type Sealer, withoutKeys } from '../../storage/secrets/sealing.ts';
import { createPartWants, createWantQueue } from '../../storage/wants/part-want-store.ts';
import { createDeliveryLog } from '../../storage/webhooks/delivery-log.ts';
import { createDeliveryQueue } from '../../storage/webhooks/delivery-queue.ts';
import { createWebhookAdministration } from '../../storage/webhooks/endpoint-administration.ts';
import { createWebhookEndpoints } from '../../storage/webhooks/endpoint-store.ts';
import { createNoticeQueue } from '../../storage/webhooks/notice-queue.ts';
import { createWatchQueue } from '../../storage/webhooks/watch-queue.ts';
import { createWatches } from '../../storage/webhooks/watch-store.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { SealingKey } from '../config/config-values.ts';
import type { Database } from './database.ts';

/** What stores are set up with. */
export interface StoreSettings {
  /** Newest first; empty where the process has nothing to do with secrets. */
  readonly keys: readonly SealingKey[];
  readonly metrics: Metrics;
  readonly priceJumpFactor: number;
  /** The usual ones when left out. */
  readonly customerCaps?: CustomerCaps;
  /** From one refresh of a whole supplier to the next, at least; none when left out. */
  readonly supplierCoolDownMs?: number;
  /** Of all plug-ins, those of packages included. */
  readonly bindingOf: BindingOf;
  /** Called for every credential whose secret does not open for its supplier. */
  readonly onUnfitSecret?: (credential: UnfitSecret) => void;
}

type Written = { readonly onWrite: OnWrite };

const catalogStores = (sql: Sql, written: Written) => ({
  catalog: createCatalogStore(sql, written),
  alternates: createAlternateCandidates(sql),
  productStatements: createProductStatements(sql, written),
  contradictions: createContradictedProducts(sql),
  aliases: createManufacturerAliases(sql, written),
  profiles: createProfileStore(sql, written),
  demand: createProductDemand(sql),
  topFreshness: createTopFreshness(sql),
  characteristics: createCharacteristicStore(sql, written),
  matches: createMatchStore(sql, written),
  review: createMatchReview(sql, written),
  rematches: createRematchRuns(sql, written),
});

const offerStores = (sql: Sql, written: Written, { metrics, priceJumpFactor }: StoreSettings) => ({
  offers: createOfferStore(sql),
  offerChanges: createOfferChangeFeed(sql),
  observations: createObservationStore(sql, {
    ...written,
    priceJumpFactor,
    onPricesHeld: (supplierId, count) => metrics.ingestion.pricesHeld.inc({ supplier_id: supplierId }, count),
  }),
  confirmations: createOfferConfirmations(sql),
  heldPrices: createHeldPrices(sql),
  withdrawals: createOfferWithdrawals(sql, written),
  offersOfProducts: createProductOffers(sql),
  offersOfSuppliers: createSupplierOffers(sql),
  traces: createOfferTraces(sql),
  priceHistory: createPriceHistoryStore(sql, { onRefused: () => metrics.callers.refused.inc({ reason: 'history' }) }),
  orderTerms: createOrderTerms(sql),
  packageAttritions: createPackageAttritions(sql),
  pricingRules: createPricingRuleStore(sql, written),
  exchangeRates: createExchangeRateStore(sql, written),
  dutyRates: createDutyRateStore(sql),
  pricingRevisions: createPricingRevisions(sql),
});

const connectorStores = (sql: Sql, written: Written, sealer: Sealer, settings: StoreSettings) => {
  const { onUnfitSecret, bindingOf } = settings;
  return {
    ticks: createTickStore(sql, written),
    suppliers: createSupplierStore(sql, sealer, {
      ...written,
      bindingOf,
      ...(onUnfitSecret && { onUnfit: onUnfitSecret }),
    }),
    suppliersInReach: createSuppliersInReach(sql),
    retirement: createSupplierRetirement(sql, written),
    budgets: createRateBudgetStore(sql),
    lookupQueue: createLookupQueue(sql),
    wantQueue: createWantQueue(sql),
    ingestionSurvey: createIngestionSurvey(sql),
    leases: createConnectorLeases(sql),
    orders: createConnectorOrders(sql, written),
    states: createCredentialStates(sql, sealer, { ...written, bindingOf }),
    overviews: createConnectorOverviews(sql, bindingOf),
    credentials: createCredentialAdministration(sql, sealer, { ...written, bindingOf }),
  };
};

const workStores = (sql: Sql, written: Written, settings: StoreSettings) => {
  const { customerCaps: caps = usualCaps, supplierCoolDownMs = 0 } = settings;
  return {
    partWants: createPartWants(sql),
    refreshes: createRefreshRequests(sql),
    enrichmentJobs: createEnrichmentJobStore(sql, { ...written, caps, supplierCoolDownMs }),
    tokenBudget: createTokenBudget(sql),
    jobCounts: createJobCounts(sql),
    enrichmentQueue: createEnrichmentQueue(sql, written),
    estimates: createEstimateStore(sql, { ...written, caps }),
    estimateRetention: createEstimateRetention(sql, written),
    estimateQueue: createEstimateQueue(sql, written),
    lineCatalogue: createLineCatalogue(sql),
    lineChoices: createLineChoices(sql),
  };
};

const callerStores = (sql: Sql, written: Written) => ({
  callers: createCallerStore(sql),
  erasures: createCustomerErasures(sql, written),
  policies: createVisibilityPolicyStore(sql, written),
  customers: createCustomerStore(sql, written),
  apiKeys: createApiKeyStore(sql, written),
  firstKeys: createFirstKeyStore(sql),
  keyUsage: createKeyUsage(sql),
});

const webhookStores = (sql: Sql, sealer: Sealer) => ({
  webhookEndpoints: createWebhookEndpoints(sql, sealer),
  webhookAdministration: createWebhookAdministration(sql),
  deliveryLog: createDeliveryLog(sql),
  deliveryQueue: createDeliveryQueue(sql, sealer),
  noticeQueue: createNoticeQueue(sql),
  watches: createWatches(sql),
  watchQueue: createWatchQueue(sql),
});

/** Every store over one database. */
export const createStores = ({ pool, url }: Database, settings: StoreSettings) => {
  const { keys, metrics } = settings;
  const { sql } = pool;
  const onWrite: OnWrite = (aggregateType, eventType, count) =>
    metrics.eventStore.writes.inc({ aggregate_type: aggregateType, event_type: eventType }, count);
  const written = { onWrite };
  const newest = keys[0];
  const sealer =
    newest === undefined
      ? withoutKeys
      : createSealer({ activeKeyId: newest.id, keys: new Map(keys.map(({ id, key }) => [id, key])) });
  return {
    ...catalogStores(sql, written),
    ...offerStores(sql, written, settings),
    ...connectorStores(sql, written, sealer, settings),
    ...workStores(sql, written, settings),
    ...callerStores(sql, written),
    ...webhookStores(sql, sealer),
    audit: createAuditTrail(sql),
    outbox: createOutbox({ sql, url }),
    parkedEvents: createParkedEventStore(sql),
    /** Seals cursors: the same in every process that has the same newest key. */
    cursorKey: new Uint8Array(hkdfSync('sha256', newest?.key ?? randomBytes(32), '', 'offerstream cursor', 32)),
  };
};

/** Every store over one database. */
export type Stores = ReturnType<typeof createStores>;

/**
 * How long a read may take by which a stream is served; the requests of callers have deadlines of
 * their own.
 */
const readDeadlineMs = 10_000;

/**
 * The stores as the edges see them. Streams have no deadline, so each of their reads has one: a
 * database that hangs ends them with `unavailable`.
 */
export const storesWithDeadlines = (stores: Stores): Stores => ({
  ...stores,
  catalog: withDeadlines(stores.catalog, { what: 'catalog', ms: readDeadlineMs }),
  offers: withDeadlines(stores.offers, { what: 'offers', ms: readDeadlineMs }),
  enrichmentJobs: withDeadlines(stores.enrichmentJobs, { what: 'enrichment jobs', ms: readDeadlineMs }),
  estimates: withDeadlines(stores.estimates, { what: 'estimates', ms: readDeadlineMs }),
  lineCatalogue: withDeadlines(stores.lineCatalogue, { what: 'parts of lines', ms: readDeadlineMs }),
  lineChoices: withDeadlines(stores.lineChoices, { what: 'choices of lines', ms: readDeadlineMs }),
  partWants: withDeadlines(stores.partWants, { what: 'wanted parts', ms: readDeadlineMs }),
});
