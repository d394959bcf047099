import { hkdfSync } from 'node:crypto';
import { createApiKeyStore } from '../../storage/api-key-store.ts';
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
import { createEstimateQueue } from '../../storage/estimate-queue.ts';
import { createEstimateStore } from '../../storage/estimate-store.ts';
import type { OnWrite } from '../../storage/event-store.ts';
import { createExchangeRateStore } from '../../storage/exchange-rates-store.ts';
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
import { createSealer } from '../../storage/sealing.ts';
import { createSupplierStore } from '../../storage/supplier-store.ts';
import { createTickStore } from '../../storage/tick-store.ts';
import { createTokenBudget } from '../../storage/token-budget-store.ts';
import { createTopFreshness } from '../../storage/top-freshness-store.ts';
import { createVisibilityPolicyStore } from '../../storage/visibility-policy-store.ts';
import { createWantedParts } from '../../storage/wanted-parts.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { SealingKey } from '../config-values.ts';
import type { Database } from './database.ts';

/** What stores are set up with. */
export interface StoreSettings {
  /** Newest first. */
  readonly keys: readonly SealingKey[];
  readonly metrics: Metrics;
  readonly priceJumpFactor: number;
}

/** Every store over one database. */
export const createStores = ({ pool, url }: Database, { keys, metrics, priceJumpFactor }: StoreSettings) => {
  const { sql } = pool;
  const onWrite: OnWrite = (aggregateType, eventType, count) =>
    metrics.eventStore.writes.inc({ aggregate_type: aggregateType, event_type: eventType }, count);
  const newest = keys[0];
  if (newest === undefined) throw new RangeError('no key to seal secrets with');
  const sealer = createSealer({ activeKeyId: newest.id, keys: new Map(keys.map(({ id, key }) => [id, key])) });
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
    suppliers: createSupplierStore(sql, sealer),
    budgets: createRateBudgetStore(sql),
    wanted: createWantedParts(sql),
    demand: createProductDemand(sql),
    topFreshness: createTopFreshness(sql),
    refreshes: createRefreshRequests(sql),
    enrichmentJobs: createEnrichmentJobStore(sql, { onWrite }),
    traces: createOfferTraces(sql),
    tokenBudget: createTokenBudget(sql),
    characteristics: createCharacteristicStore(sql, { onWrite }),
    enrichmentQueue: createEnrichmentQueue(sql, { onWrite }),
    estimates: createEstimateStore(sql, { onWrite }),
    estimateQueue: createEstimateQueue(sql, { onWrite }),
    lineCatalogue: createLineCatalogue(sql),
    lineChoices: createLineChoices(sql),
    offersOfProducts: createProductOffers(sql),
    leases: createConnectorLeases(sql),
    orderCosts: createOrderCosts(sql),
    orders: createConnectorOrders(sql, { onWrite }),
    states: createCredentialStates(sql, sealer, { onWrite }),
    overviews: createConnectorOverviews(sql),
    credentials: createCredentialAdministration(sql, sealer, { onWrite }),
    matches: createMatchStore(sql, { onWrite }),
    review: createMatchReview(sql, { onWrite }),
    rematches: createRematchRuns(sql, { onWrite }),
    pricingRules: createPricingRuleStore(sql, { onWrite }),
    exchangeRates: createExchangeRateStore(sql, { onWrite }),
    pricingRevisions: createPricingRevisions(sql),
    callers: createCallerStore(sql),
    policies: createVisibilityPolicyStore(sql, { onWrite }),
    customers: createCustomerStore(sql, { onWrite }),
    apiKeys: createApiKeyStore(sql, { onWrite }),
    keyUsage: createKeyUsage(sql),
    outbox: createOutbox({ sql, url }),
    parkedEvents: createParkedEventStore(sql),
    /** Seals cursors: the same in every process that has the same newest key. */
    cursorKey: new Uint8Array(hkdfSync('sha256', newest.key, '', 'offerstream cursor', 32)),
  };
};

/** Every store over one database. */
export type Stores = ReturnType<typeof createStores>;
