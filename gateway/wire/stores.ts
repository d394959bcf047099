import { hkdfSync, randomBytes } from 'node:crypto';
import { withDeadlines } from '../../concurrency/port-deadlines.ts';
import { type CustomerCaps, usualCaps } from '../../domain/callers/customer-caps.ts';
import { createApiKeyStore } from '../../storage/api-key-store.ts';
import { createAuditTrail } from '../../storage/audit/audit-store.ts';
import { createCallerStore } from '../../storage/caller-store.ts';
import { createCatalogStore } from '../../storage/catalog-store.ts';
import { createCharacteristicStore } from '../../storage/characteristic-store.ts';
import { createConnectorLeases } from '../../storage/connector-leases.ts';
import { createConnectorOrders } from '../../storage/connector-orders.ts';
import { createConnectorOverviews } from '../../storage/connector-overviews.ts';
import { createCredentialAdministration } from '../../storage/credential-administration.ts';
import { createCredentialStates } from '../../storage/credential-states.ts';
import { createCustomerStore } from '../../storage/customer-store.ts';
import { createEnrichmentJobStore } from '../../storage/enrichment-job-store.ts';
import { createEnrichmentQueue } from '../../storage/enrichment-queue.ts';
import { createCustomerErasures } from '../../storage/erasure/customer-erasures.ts';
import { createEstimateQueue } from '../../storage/estimate-queue.ts';
import { createEstimateRetention } from '../../storage/estimate-retention.ts';
import { createEstimateStore } from '../../storage/estimate-store.ts';
import type { OnWrite } from '../../storage/event-store.ts';
import { createExchangeRateStore } from '../../storage/exchange-rates-store.ts';
import { createFirstKeyStore } from '../../storage/first-key-store.ts';
import { createKeptOfferStore } from '../../storage/kept-offer-store.ts';
import { createKeyUsage } from '../../storage/key-usage.ts';
import { createLineCatalogue } from '../../storage/line-catalogue.ts';
import { createLineChoices } from '../../storage/line-choices.ts';
import { createManufacturerAliases } from '../../storage/manufacturer-aliases.ts';
import { createMatchReview } from '../../storage/match-review.ts';
import { createMatchStore } from '../../storage/match-store.ts';
import { createObservationStore } from '../../storage/observation-store.ts';
import { createOfferStore } from '../../storage/offer-store.ts';
import { createOfferTraces } from '../../storage/offer-traces.ts';
import { createOrderCosts } from '../../storage/order-cost-store.ts';
import { createOutbox } from '../../storage/outbox.ts';
import { createParkedEventStore } from '../../storage/parked-event-store.ts';
import { createPricingRevisions } from '../../storage/pricing-revision.ts';
import { createPricingRuleStore } from '../../storage/pricing-rules-store.ts';
import { createProductDemand } from '../../storage/product-demand.ts';
import { createProductOffers } from '../../storage/product-offers.ts';
import { createProfileStore } from '../../storage/profile-store.ts';
import { createRateBudgetStore } from '../../storage/rate-budget-store.ts';
import { createRefreshRequests } from '../../storage/refresh-requests.ts';
import { createRematchRuns } from '../../storage/rematch-runs.ts';
import { createSealer, withoutKeys } from '../../storage/sealing.ts';
import { createSupplierStore } from '../../storage/supplier-store.ts';
import { createTickStore } from '../../storage/tick-store.ts';
import { createTokenBudget } from '../../storage/token-budget-store.ts';
import { createTopFreshness } from '../../storage/top-freshness-store.ts';
import { createVisibilityPolicyStore } from '../../storage/visibility-policy-store.ts';
import { createWantedParts } from '../../storage/wanted-parts.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { SealingKey } from '../config-values.ts';
import type { Database } from './database.ts';
import { bindingOf } from './suppliers.ts';

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
  /** Told of every credential whose secret does not open for its supplier. */
  readonly onUnfitSecret?: (credential: { readonly id: string; readonly supplierId: string }) => void;
}

/** Every store over one database. */
export const createStores = ({ pool, url }: Database, settings: StoreSettings) => {
  const { keys, metrics, priceJumpFactor, onUnfitSecret } = settings;
  const { customerCaps: caps = usualCaps, supplierCoolDownMs = 0 } = settings;
  const { sql } = pool;
  const onWrite: OnWrite = (aggregateType, eventType, count) =>
    metrics.eventStore.writes.inc({ aggregate_type: aggregateType, event_type: eventType }, count);
  const newest = keys[0];
  const sealer =
    newest === undefined
      ? withoutKeys
      : createSealer({ activeKeyId: newest.id, keys: new Map(keys.map(({ id, key }) => [id, key])) });
  return {
    catalog: createCatalogStore(sql, { onWrite }),
    aliases: createManufacturerAliases(sql, { onWrite }),
    profiles: createProfileStore(sql, { onWrite }),
    offers: createOfferStore(sql),
    keptOffers: createKeptOfferStore(sql),
    observations: createObservationStore(sql, {
      onWrite,
      priceJumpFactor,
      onPricesHeld: (supplierId, count) => metrics.ingestion.pricesHeld.inc({ supplier_id: supplierId }, count),
    }),
    ticks: createTickStore(sql, { onWrite }),
    suppliers: createSupplierStore(sql, sealer, {
      onWrite,
      bindingOf,
      ...(onUnfitSecret && { onUnfit: onUnfitSecret }),
    }),
    budgets: createRateBudgetStore(sql),
    wanted: createWantedParts(sql),
    demand: createProductDemand(sql),
    topFreshness: createTopFreshness(sql),
    refreshes: createRefreshRequests(sql),
    enrichmentJobs: createEnrichmentJobStore(sql, { onWrite, caps, supplierCoolDownMs }),
    traces: createOfferTraces(sql),
    tokenBudget: createTokenBudget(sql),
    characteristics: createCharacteristicStore(sql, { onWrite }),
    enrichmentQueue: createEnrichmentQueue(sql, { onWrite }),
    estimates: createEstimateStore(sql, { onWrite, caps }),
    estimateRetention: createEstimateRetention(sql, { onWrite }),
    estimateQueue: createEstimateQueue(sql, { onWrite }),
    lineCatalogue: createLineCatalogue(sql),
    lineChoices: createLineChoices(sql),
    offersOfProducts: createProductOffers(sql),
    leases: createConnectorLeases(sql),
    orderCosts: createOrderCosts(sql),
    orders: createConnectorOrders(sql, { onWrite }),
    states: createCredentialStates(sql, sealer, { onWrite, bindingOf }),
    overviews: createConnectorOverviews(sql, bindingOf),
    credentials: createCredentialAdministration(sql, sealer, { onWrite, bindingOf }),
    matches: createMatchStore(sql, { onWrite }),
    review: createMatchReview(sql, { onWrite }),
    rematches: createRematchRuns(sql, { onWrite }),
    pricingRules: createPricingRuleStore(sql, { onWrite }),
    exchangeRates: createExchangeRateStore(sql, { onWrite }),
    pricingRevisions: createPricingRevisions(sql),
    callers: createCallerStore(sql),
    erasures: createCustomerErasures(sql, { onWrite }),
    policies: createVisibilityPolicyStore(sql, { onWrite }),
    customers: createCustomerStore(sql, { onWrite }),
    apiKeys: createApiKeyStore(sql, { onWrite }),
    firstKeys: createFirstKeyStore(sql),
    keyUsage: createKeyUsage(sql),
    audit: createAuditTrail(sql),
    outbox: createOutbox({ sql, url }),
    parkedEvents: createParkedEventStore(sql),
    /** Seals cursors: the same in every process that has the same newest key. */
    cursorKey: new Uint8Array(hkdfSync('sha256', newest?.key ?? randomBytes(32), '', 'offerstream cursor', 32)),
  };
};

/** Every store over one database. */
export type Stores = ReturnType<typeof createStores>;

/** How long a read may take by which a stream is served; the requests of callers have deadlines of their own. */
const readDeadlineMs = 10_000;

/**
 * The stores as the edges see them. Streams have no deadline, so each of their reads has one: a
 * database that hangs ends them with `unavailable`.
 */
export const storesInTime = (stores: Stores): Stores => ({
  ...stores,
  catalog: withDeadlines(stores.catalog, { what: 'catalog', ms: readDeadlineMs }),
  offers: withDeadlines(stores.offers, { what: 'offers', ms: readDeadlineMs }),
  enrichmentJobs: withDeadlines(stores.enrichmentJobs, { what: 'enrichment jobs', ms: readDeadlineMs }),
  estimates: withDeadlines(stores.estimates, { what: 'estimates', ms: readDeadlineMs }),
});
