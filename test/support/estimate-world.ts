import type { Caller, Scope } from '../../domain/callers/caller.ts';
import type { ProductDraft } from '../../domain/catalog/catalog.ts';
import { manufacturerKey, mpnKey } from '../../domain/catalog/identity.ts';
import { defaultProfile } from '../../domain/identity/built-in-profiles.ts';
import { offerId, productId } from '../../domain/ids.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import { keyHash } from '../../gateway/auth/authenticator.ts';
import type { EstimateUseCases, RequestedEstimate } from '../../gateway/estimates/use-cases.ts';
import type { RequestContext } from '../../gateway/request/request-context.ts';
import { startActorSystem } from '../../gateway/wire/actor-system.ts';
import { openEstimateSteps } from '../../gateway/wire/estimate-process/open-steps.ts';
import { estimateUseCases, startEstimates } from '../../gateway/wire/estimates.ts';
import { type PriceBasis, startPriceBasis } from '../../gateway/wire/price-basis.ts';
import { createStores, type Stores } from '../../gateway/wire/stores.ts';
import { ownKnowledge } from '../../gateway/wire/suppliers.ts';
import { createTeardown } from '../../gateway/wire/teardown.ts';
import { createWorkStates, type WorkStates } from '../../gateway/wire/work-states.ts';
import { BuildEstimateRequest, type EstimateResponse } from '../../proto/gen/svc/public/v1/estimate.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import { connectJetStream } from '../../streams/bus/jetstream/jetstream.ts';
import { createMetrics, type Metrics } from '../../telemetry/metrics.ts';
import { byTest } from './by-test.ts';
import { untraced } from './event-samples.ts';
import { testNats } from './nats.ts';
import { observation } from './observations.ts';
import { ladder } from './offers.ts';
import { type TestDatabase, testDatabase } from './postgres.ts';
import { type RecordingLogger, recordingLogger } from './recording-logger.ts';

/**
 * Estimates over a real database and bus, wired as the service wires them: resistors of one maker,
 * each sold by every supplier, the later suppliers dearer and with less minimum, and two customers.
 */

/** The suppliers of the world, the cheapest first. */
const suppliers = ['alpha', 'beta', 'gamma'] as const;

/** How many products the world has. */
export const worldSize = 30;

/** The part number of a product. */
export const partNumber = (at: number): string => `RC0603FR-07${1_000 + at}RL`;

/** The id of a product. */
export const productOf = (at: number): string =>
  productId(defaultProfile.id, manufacturerKey('Yageo'), mpnKey(partNumber(at)));

/** The id of a supplier's offer of a product. */
export const offerAt = (supplier: string, at: number): string => offerId(supplier, `${supplier}-${at}`);

/** What a supplier says of its offer of a product: in euros from one piece on, and what it has. */
export const offered = (
  supplier: string,
  at: number,
  price: string,
  { stock = 10_000, observedAt = new Date() }: { readonly stock?: number; readonly observedAt?: Date } = {},
): Observation =>
  observation(`${supplier}-${at}`, {
    supplierId: supplier,
    credentialId: `crd_${supplier}`,
    description: { manufacturer: 'Yageo', mpn: partNumber(at) },
    observedAt,
    price: { kind: 'ladder', ladder: ladder([[1, price]]) },
    stock: [{ warehouseRef: 'main', quantity: stock }],
    minimumOrderQuantity: 1,
    orderMultiple: 1,
    leadTimeDays: 2,
  });

/** Keys of the two customers at an edge. */
export const keyOf = (customerId: string): string => `os_key-of-${customerId}-in-the-estimate-world`;

/** A customer as it calls. */
const customer = (id: string, scopes: readonly Scope[] = ['estimate']): Caller => ({
  keyId: `key_${id}`,
  customerId: id,
  groupIds: [],
  scopes,
  deliveryZone: undefined,
});

/** The context of a call. */
export const callBy = (customerId: string, signal = new AbortController().signal): RequestContext => ({
  caller: customer(customerId),
  ...untraced,
  signal,
  now: () => new Date(),
});

/** A request, with the fields that matter. */
export const asked = ({ idempotencyKey, ...fields }: Partial<RequestedEstimate>): RequestedEstimate => ({
  ...BuildEstimateRequest.fromPartial({}),
  ...fields,
  idempotencyKey,
});

/** A request for so many of each of the first products. */
export const askedLines = (count: number, fields: Partial<RequestedEstimate> = {}): RequestedEstimate =>
  asked({
    lines: Array.from({ length: count }, (_, at) => ({
      rawText: '',
      quantity: 10 + at,
      unit: '',
      expectedPrice: 0,
      mpn: partNumber(at),
      manufacturer: 'Yageo',
      interchangeableGroup: '',
      internalNumber: '',
      assembly: '',
      substitutePolicy: '',
      alternateGrades: [],
      alternatives: [],
    })),
    ...fields,
  });

/** The world. */
export interface EstimateWorld {
  readonly database: TestDatabase;
  readonly bus: Bus;
  readonly states: WorkStates;
  readonly stores: Stores;
  readonly metrics: Metrics;
  readonly log: RecordingLogger;
  readonly useCases: EstimateUseCases;
  /** What prices are made from in the process that works on estimates. */
  readonly basis: PriceBasis;
  /** Applies observations as the normalizer does, with the signal that follows. */
  observe(...observations: readonly Observation[]): Promise<void>;
  /** The versions of an estimate as a watcher sees them, up to the one that is asked for. */
  watchUntil(id: string, isLast: (estimate: EstimateResponse) => boolean): Promise<readonly EstimateResponse[]>;
  close(): Promise<void>;
}

/** Puts suppliers, products and customers with their keys into the stores. */
const putParties = async ({ suppliers: store, catalog, callers }: Stores): Promise<void> => {
  for (const id of suppliers) {
    const record = { id, name: id, plugin: 'demo-bulk', baseUrl: 'http://127.0.0.1:1', route: { supplierId: id } };
    await store.putSupplier({ ...record, createsProducts: true, settings: {} }, byTest);
    const shared = { supplierId: id, scope: 'system', ownerId: undefined, label: id, secret: {} } as const;
    await store.putCredential({ id: `crd_${id}`, ...shared });
  }
  const drafts = Array.from(
    { length: worldSize },
    (_, at): ProductDraft => ({ profileId: defaultProfile.id, manufacturer: 'Yageo', mpn: partNumber(at) }),
  );
  await catalog.upsert(drafts, new Date(), untraced);
  await putCustomers(callers, ['acme', 'globex']);
};

/** Puts customers into the store, each with the key that `keyOf` tells. */
export const putCustomers = async (callers: Stores['callers'], ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    await callers.putCustomer({ id, name: id, groupIds: [] });
    const key = { id: `key_${id}`, customerId: id, hash: keyHash(keyOf(id)), label: id };
    await callers.putKey({ ...key, scopes: ['estimate', 'pricing'] });
  }
};

const prices = ['0.10', '0.11', '0.12'];

/** The decision that matches the offer of a supplier to a product. */
export const matched = (at: number, supplier: string) => ({
  offerId: offerAt(supplier, at),
  productId: productOf(at),
  confidence: 'exact' as const,
  strategy: 'deterministic' as const,
  rule: 'manufacturer_and_mpn',
  evidence: {},
  create: undefined,
});

/**
 * Applies what every supplier says of every product, and matches it. Returns the offers that have
 * changed.
 */
const putOffers = async (stores: Stores): Promise<readonly string[]> => {
  const all = Array.from({ length: worldSize }, (_, at) => at);
  const said = all.flatMap((at) => suppliers.map((id, rank) => offered(id, at, prices[rank] ?? '1')));
  const { changedOfferIds } = await stores.observations.apply(said, untraced);
  const decisions = all.flatMap((at) => suppliers.map((id) => matched(at, id)));
  await stores.matches.record(decisions, untraced, new Date());
  return changedOfferIds;
};

/** Seals the secrets of the world. */
export const worldKey = Buffer.alloc(32, 7);

/** The stores of a database. */
export const storesOf = (database: TestDatabase, metrics = createMetrics('test')): Stores =>
  createStores(
    { pool: database.pool, url: database.url, isEmbedded: false },
    { keys: [{ id: '1', key: worldKey }], metrics, priceJumpFactor: 1_000, bindingOf: ownKnowledge.bindingOf },
  );

/** Fills a migrated database with everything that the world holds. */
export const fillEstimateWorld = async (stores: Stores): Promise<void> => {
  await putParties(stores);
  await putOffers(stores);
};

const config = {
  offerMemoryBytes: 2 ** 24,
  estimates: { threads: 1, searchMs: 5_000, liveMs: 600_000 },
  delivery: { zones: ['EU', 'US'], defaultZone: 'EU', zoneCountries: {} },
};

/** Makes the world. */
export const estimateWorld = async (): Promise<EstimateWorld> => {
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  const log = recordingLogger();
  const metrics = createMetrics('test');
  const bus = await connectJetStream({ url: nats.url, replicas: 1, log });
  const stores = storesOf(database, metrics);
  const teardown = createTeardown();
  const now = (): Date => new Date();
  const surroundings = {
    stores,
    bus,
    states: createWorkStates(bus),
    metrics,
    log,
    now,
    teardown,
    onFatal: () => undefined,
  };
  await fillEstimateWorld(stores);
  const basis = await startPriceBasis(config, surroundings);
  const steps = openEstimateSteps(config, { ...surroundings, databaseUrl: database.url });
  const system = startActorSystem(surroundings);
  teardown.add('actors', () => system.stop(5_000));
  startEstimates(config, system, { ...surroundings, ...basis, steps });
  const apply: EstimateWorld['observe'] = async (...observations) => {
    const { changedOfferIds } = await stores.observations.apply(observations, untraced);
    bus.signal('state.offers', Buffer.from(JSON.stringify(changedOfferIds)));
  };
  const useCases = estimateUseCases(surroundings, config, basis);

  return {
    database,
    bus,
    states: surroundings.states,
    stores,
    metrics,
    log,
    useCases,
    basis,
    observe: apply,
    watchUntil: async (id, isLast) => {
      const seen: EstimateResponse[] = [];
      const leaving = new AbortController();
      const request = { estimateId: id, untilReady: false };
      for await (const estimate of useCases.watchEstimate(request, callBy('acme', leaving.signal))) {
        seen.push(estimate);
        if (isLast(estimate)) break;
      }
      return seen;
    },
    close: async () => {
      await teardown.run(() => undefined);
      await bus.close();
      await Promise.all([nats.close(), database.close()]);
    },
  };
};
