import { optimiserPool } from '../../../actors/estimate/optimiser-pool.ts';
import { createDocumentReader } from '../../../actors/estimate/reading/document-reader.ts';
import { type EstimateSteps, estimateSteps } from '../../../actors/estimate/steps.ts';
import type { StepCommand, StepEvent } from '../../../actors/estimate/steps-process/messages.ts';
import { serveSteps } from '../../../actors/estimate/steps-process/serve-steps.ts';
import { withDeadlines } from '../../../concurrency/port-deadlines.ts';
import { createSemaphore } from '../../../concurrency/semaphore.ts';
import { nextTurn } from '../../../concurrency/turns.ts';
import type { CatalogStore } from '../../../domain/catalog/ports.ts';
import { createLineResolver } from '../../../domain/estimate/resolve/line-resolver.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { createVisibilityPolicyStore } from '../../../storage/callers/visibility-policy-store.ts';
import { createAlternateCandidates } from '../../../storage/catalog/alternate-candidates.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createTariffStatements } from '../../../storage/catalog/tariff-statements.ts';
import { createEstimateQueue } from '../../../storage/estimates/estimate-queue.ts';
import { createLineCatalogue } from '../../../storage/estimates/line-catalogue.ts';
import { createLineChoices } from '../../../storage/estimates/line-choices.ts';
import { createPackageAttritions } from '../../../storage/estimates/package-attrition-store.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createProductOffers } from '../../../storage/offers/product-offers.ts';
import { openPool, type Pool, type Sql } from '../../../storage/pool/pool.ts';
import { createDutyRateStore } from '../../../storage/pricing/duty-rates-store.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { createOrderTerms } from '../../../storage/pricing/order-terms-store.ts';
import { createPricingRevisions } from '../../../storage/pricing/pricing-revision.ts';
import { createPricingRuleStore } from '../../../storage/pricing/pricing-rules-store.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { createReadCache } from '../../cache/read-cache.ts';
import { callerOf } from '../../estimates/buyer.ts';
import { createMarket } from '../../estimates/market.ts';
import { packageAttritionOf } from '../../estimates/package-attrition.ts';
import { visibleResolver } from '../../estimates/visible-resolver.ts';
import { createPriceBooks } from '../../pricing/price-books.ts';
import { createPolicyBook } from '../../visibility/policy-book.ts';
import type { VisibilityMetrics } from '../../visibility/verdict-metrics.ts';
import { createVisibility } from '../../visibility/visibility.ts';
import { matchPolicy } from '../matching.ts';
import { remoteLogger, remoteMetrics } from './remote-telemetry.ts';
import type { EstimateProcessSettings } from './settings.ts';
import type { SideChannelMessage } from './side-channel.ts';

/**
 * Parts of estimates' offers that are read at once, whatever the number of estimates: the database
 * has others to answer.
 */
const readsAtOnce = 2;

const never = new AbortController().signal;

/**
 * Parts of lists whose lines are resolved at once: while one waits for the database, another has
 * the processor.
 */
const resolvedAtOnce = 3;

/**
 * The longest that one read of an estimate's market or lines may take. A read that hangs would keep
 * its place from all other estimates.
 */
const readDeadlineMs = 20_000;

const now = (): Date => new Date();

const inTime = <Port extends object>(what: string, port: Port): Port =>
  withDeadlines(port, { what, ms: readDeadlineMs });

/** The steps, each made after what is asked for first. */
const eachAfter = (first: () => Promise<unknown>, steps: EstimateSteps): EstimateSteps => ({
  parse: (estimate, signal) => first().then(() => steps.parse(estimate, signal)),
  resolve: (estimate, lines, signal) => first().then(() => steps.resolve(estimate, lines, signal)),
  findAlternates: (estimate, draft, signal) => first().then(() => steps.findAlternates(estimate, draft, signal)),
  choose: (choice, signal) => first().then(() => steps.choose(choice, signal)),
});

interface Telemetry {
  readonly metrics: VisibilityMetrics;
  readonly log: Logger;
}

/** What prices are made from and who sees which, as read last. */
const basisOf = (sql: Sql, catalog: Pick<CatalogStore, 'products'>, { metrics, log }: Telemetry) => {
  const policies = createPolicyBook({ store: createVisibilityPolicyStore(sql), metrics, log });
  const { load: product } = createReadCache({ read: catalog.products });
  const books = createPriceBooks({
    pricingRules: createPricingRuleStore(sql),
    exchangeRates: createExchangeRateStore(sql),
    dutyRates: createDutyRateStore(sql),
    pricingRevisions: createPricingRevisions(sql),
    now,
  });
  return {
    books,
    visibility: createVisibility({ book: policies, product, metrics }),
    refresh: () => Promise.all([books.refresh(), policies.refresh()]),
  };
};

const productsOf = (catalog: Pick<CatalogStore, 'products'>) => inTime('products', catalog).products;

const alternateSources = (sql: Sql, catalog: Pick<CatalogStore, 'products'>) => ({
  products: productsOf(catalog),
  alternates: inTime('alternates', createAlternateCandidates(sql)),
});

const attritionSources = (sql: Sql, catalog: Pick<CatalogStore, 'products'>) => ({
  products: productsOf(catalog),
  packageAttritions: inTime('attrition by package', createPackageAttritions(sql)),
});

/** What of a market is stated, by suppliers, sellers and operators. */
const marketStatements = (sql: Sql) => ({
  offersOfProducts: createProductOffers(sql),
  orderTerms: inTime('order terms', createOrderTerms(sql)),
  tariffStatements: inTime('tariff statements', createTariffStatements(sql)),
});

/**
 * The steps over a database, with rules, rates and policies that are brought up to date before
 * each, so that none is made by what was in force before the service that asks for it followed a
 * change.
 */
const stepsOver = (
  { sql }: Pool,
  { threads, searchMs, defaultZone, zoneCountries }: EstimateProcessSettings,
  telemetry: Telemetry,
): EstimateSteps => {
  const catalog = createCatalogStore(sql);
  const { visibility, books, refresh } = basisOf(sql, catalog, telemetry);
  const customers = inTime('customers', createCustomerStore(sql));
  const choices = createLineChoices(sql);
  const catalogue = inTime('parts of lines', createLineCatalogue(sql));
  const resolver = createLineResolver({ catalogue, choices, strategies: matchPolicy.strategies });
  const offers = inTime('offers', createOfferStore(sql));
  const reads = createSemaphore(readsAtOnce, readsAtOnce);
  const steps = estimateSteps({
    queue: createEstimateQueue(sql),
    reader: createDocumentReader(),
    choices,
    turns: createSemaphore(resolvedAtOnce),
    suppliers: catalogue.suppliers,
    namesSuppliers: async (caller) => visibility.of({ caller: await callerOf(caller, customers), now }) === undefined,
    resolverFor: visibleResolver({
      resolver,
      customers,
      ...alternateSources(sql, catalog),
      profiles: catalogue.profiles,
      visibility,
      now,
    }),
    market: createMarket({
      nextTurn,
      offers: {
        byIds: (ids, options) =>
          reads.withPermit({ name: '', signal: options?.signal ?? never }, () => offers.byIds(ids, options)),
      },
      ...marketStatements(sql),
      customers,
      books,
      visibility,
      defaultZone,
      zoneCountries,
      now,
    }),
    attritionOf: packageAttritionOf({ ...attritionSources(sql, catalog), customers, visibility, now }),
    optimiser: optimiserPool(threads),
    searchMs,
    now,
    onRowFailed: (err) => telemetry.log.warn('estimate.row.failed', { err }),
  });
  return eachAfter(refresh, steps);
};

/**
 * Makes steps for the service until it closes: connections of its own, and what there is to log and
 * count goes to the service.
 */
export const serveEstimates = (
  settings: EstimateProcessSettings,
  tell: (said: StepEvent | SideChannelMessage) => void,
): ((order: StepCommand) => void) => {
  const metrics = remoteMetrics(tell);
  const pool = openPool({
    url: settings.databaseUrl,
    maxConnections: settings.connections,
    onConnection: (waitedMs) => metrics.connectionWait.observe(waitedMs / 1_000),
  });
  return serveSteps({
    steps: stepsOver(pool, settings, { metrics: metrics.visibility, log: remoteLogger(tell) }),
    tell,
    onClose: () => void pool.close().finally(() => process.exit(0)),
  });
};
