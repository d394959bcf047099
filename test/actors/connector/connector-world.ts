import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createBackPressure } from '../../../actors/connector/back-pressure.ts';
import type { ConnectorDependencies } from '../../../actors/connector/create-connector.ts';
import type { ConnectorStatus } from '../../../actors/connector/messages.ts';
import { createStoreOutage } from '../../../actors/connector/store-outage.ts';
import { startConnectors } from '../../../actors/guardian.ts';
import { createActorSystem } from '../../../actors/runtime/system.ts';
import type { CatalogStore } from '../../../domain/catalog/ports.ts';
import { randomId } from '../../../domain/ids.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import type { ConnectorLeases, TickStore } from '../../../domain/ingestion/ports.ts';
import type { OpenCredential, SupplierOverview, SupplierRecord } from '../../../domain/ingestion/supplier-ports.ts';
import type { Tick } from '../../../domain/ingestion/tick.ts';
import { ownKnowledge } from '../../../gateway/wire/suppliers.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createConnectorOrders } from '../../../storage/connectors/connector-orders.ts';
import { createConnectorOverviews } from '../../../storage/connectors/connector-overviews.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createLookupQueue } from '../../../storage/connectors/lookup-queue.ts';
import { createRateBudgetStore } from '../../../storage/connectors/rate-budget-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { createRefreshRequests } from '../../../storage/jobs/refresh-requests.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { createWantQueue } from '../../../storage/wants/part-want-store.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { connectJetStream } from '../../../streams/bus/jetstream/jetstream.ts';
import { decodeObservation } from '../../../streams/codec/codec.ts';
import { createConfirmationPublisher } from '../../../streams/publishers/confirmation-publisher.ts';
import { createObservationPublisher } from '../../../streams/publishers/observation-publisher.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { testNats } from '../../support/nats.ts';
import { testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';
import { recordingObserver } from '../runtime/harness.ts';

type Changes = Partial<
  Pick<
    ConnectorDependencies,
    'publish' | 'ticks' | 'intervals' | 'callTimeoutMs' | 'leases' | 'ownership' | 'budgets' | 'retryRules' | 'now'
  >
>;

/** A running connector. */
export interface RunningConnector {
  readonly metrics: Metrics;
  status(): Promise<ConnectorStatus>;
  stop(): Promise<void>;
}

/** What connectors live in: a database, and a bus whose observations are all received. */
export interface ConnectorWorld {
  readonly bus: Bus;
  readonly ticks: TickStore;
  readonly leases: ConnectorLeases;
  readonly catalog: CatalogStore;
  /** Everything that came over the bus, in order. */
  readonly received: readonly Observation[];
  /** Applies what came of a credential over the bus, as the normalizer does. */
  applyReceived(of: OneSupplier): Promise<void>;
  /** Every line that any connector logged. */
  readonly logged: readonly string[];
  /** Every row of every table as text. */
  wholeDatabase(): Promise<string>;
  /** Makes a supplier known, with one credential that no other test has. */
  addSupplier(
    supplier: Pick<SupplierRecord, 'id' | 'plugin' | 'baseUrl'> & Partial<Pick<SupplierRecord, 'settings'>>,
    secret: OpenCredential['secret'],
  ): Promise<OneSupplier>;
  /** Leaves no product known, nor anything that hangs on one. */
  forgetProducts(): Promise<void>;
  /** Starts an actor system with the connector of that credential. */
  start(of: OneSupplier, changes?: Changes): RunningConnector;
  /** Until when the credential's queue of look-ups was last expected to take. */
  queueUntil(of: OneSupplier): Promise<Date | undefined>;
  /** Makes a part due at once in the credential's queue, as a request to refresh it does. */
  wantAgain(of: OneSupplier, mpn: string): Promise<void>;
  /** The supplier as operators see it. */
  overview(of: OneSupplier): Promise<SupplierOverview>;
  /** The credential's latest tick once it has ended. */
  ended(of: OneSupplier): Promise<Tick | undefined>;
  close(): Promise<void>;
}

/** A supplier with one credential. */
export interface OneSupplier {
  readonly supplier: SupplierRecord;
  readonly credential: OpenCredential;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal });

/** Makes the world. */
export const connectorWorld = async (): Promise<ConnectorWorld> => {
  const [database, nats] = await Promise.all([testDatabase(), testNats()]);
  const { sql } = database.pool;
  const logged: string[] = [];
  const log = createLogger({ service: 'test', level: 'debug', stream: { write: (line) => void logged.push(line) } });
  const bus = await connectJetStream({ url: nats.url, replicas: 1, log });
  const suppliers = createSupplierStore(sql, testSealer());
  const ticks = createTickStore(sql);
  const received: Observation[] = [];
  const collecting = { stream: 'OBSERVATIONS', durable: 'normalizer', batch: 500, maxUnsettled: 2_000 } as const;
  const consumption = await bus.consume({ ...collecting, ackWaitMs: 30_000, maxDeliveries: 5 }, async (batch) => {
    for (const delivery of batch) {
      received.push(decodeObservation(delivery.payload));
      delivery.ack();
    }
  });

  const startConnector = ({ supplier, credential }: OneSupplier, changes: Changes = {}): RunningConnector => {
    const metrics = createMetrics('test');
    const { observer } = recordingObserver();
    const system = createActorSystem({ now: changes.now ?? (() => new Date()), random: Math.random, observer });
    const handle = startConnectors(system, {
      suppliers: { ...suppliers, suppliers: async () => [supplier], credentials: async () => [credential] },
      orders: createConnectorOrders(sql),
      leases: createConnectorLeases(sql),
      budgets: createRateBudgetStore(sql),
      outage: createStoreOutage({ log, now: () => new Date() }),
      states: createCredentialStates(sql, testSealer()),
      clientOf: ownKnowledge.clientOf,
      fetch,
      newContext: () => untraced,
      onSecret: () => undefined,
      random: Math.random,
      ownership: { owner: randomUUID(), ttlMs: 10_000 },
      lookupIntervals: { topMs: 3_600_000, otherMs: 3_600_000 },
      workers: 2,
      publish: createObservationPublisher({ bus, metrics }),
      publishConfirmations: createConfirmationPublisher(bus),
      ticks,
      confirmations: createOfferConfirmations(sql),
      lookupQueue: createLookupQueue(sql),
      wantQueue: createWantQueue(sql),
      refreshes: createRefreshRequests(sql),
      metrics,
      log,
      now: () => new Date(),
      newRunId: () => randomId('run', randomBytes(13)),
      newNonce: () => randomBytes(16).toString('hex'),
      pause,
      awaitCapacity: createBackPressure({
        backlog: () => bus.lag('OBSERVATIONS', 'normalizer'),
        limit: 5_000,
        unmatched: async () => 0,
        patientLimit: 500,
        pause,
        random: () => 0.5,
      }),
      intervals: { catalogueMs: 3_600_000, pricesMs: 3_600_000, stocksMs: 3_600_000 },
      ...changes,
    });
    return {
      metrics,
      status: async () => {
        const [status] = await handle.ask<readonly ConnectorStatus[]>(
          (replyTo) => ({ kind: 'statuses', supplierId: supplier.id, replyTo }),
          { timeoutMs: 5_000 },
        );
        if (status === undefined) throw new Error('there is no connector');
        return status;
      },
      stop: () => system.stop(5_000),
    };
  };

  return {
    bus,
    ticks,
    leases: createConnectorLeases(sql),
    catalog: createCatalogStore(sql),
    received,
    logged,
    applyReceived: async ({ credential }) => {
      const own = received.filter(({ credentialId }) => credentialId === credential.id);
      await createObservationStore(sql).apply(own, untraced);
    },
    wholeDatabase: async () => {
      const tables = await sql<{ name: string }[]>`
        select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
      const texts = await Promise.all(
        tables.map(async ({ name }) =>
          (await sql.unsafe(`select t::text as row from ${name} as t`)).map((each) => each.row),
        ),
      );
      return texts.flat().join('\n');
    },
    addSupplier: async (given, secret) => {
      const supplier = {
        ...given,
        name: given.id,
        route: { supplierId: given.id },
        createsProducts: true,
        settings: given.settings ?? {},
      };
      const id = `crd_${randomUUID()}`;
      const owner = { supplierId: given.id, scope: 'system', ownerId: undefined, label: 'house account' } as const;
      await suppliers.putSupplier(supplier, byTest);
      await suppliers.putCredential({ id, ...owner, secret });
      return { supplier, credential: { id, ...owner, secret, failingSince: undefined } };
    },
    forgetProducts: async () => {
      await sql`truncate product cascade`;
    },
    start: startConnector,
    queueUntil: async ({ credential }) => {
      const [row] = await sql<{ until: Date | null }[]>`
        select queue_until as until from credential where id = ${credential.id}`;
      return row?.until ?? undefined;
    },
    wantAgain: async ({ credential }, mpn) => {
      await sql`
        update lookup set due_at = '-infinity', urgency = 1 from product
        where product.id = lookup.product_id and credential_id = ${credential.id} and product.mpn = ${mpn}`;
    },
    overview: async ({ supplier }) => {
      const found = await createConnectorOverviews(sql).supplier(supplier.id);
      if (found === undefined) throw new Error(`there is no supplier ${supplier.id}`);
      return found;
    },
    ended: async ({ credential }) => {
      const tick = await ticks.latest(credential.id);
      return tick?.state.kind === 'finished' ? tick : undefined;
    },
    close: async () => {
      await consumption.drain();
      await bus.close();
      await Promise.all([nats.close(), database.close()]);
    },
  };
};
