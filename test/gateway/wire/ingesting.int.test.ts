import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectorOrder } from '../../../domain/ingestion/connector-control.ts';
import { usualJumpFactor } from '../../../domain/ingestion/price-jump.ts';
import type { AdminUseCases } from '../../../gateway/admin/resources.ts';
import { loadConfig } from '../../../gateway/config/config.ts';
import { startActorSystem } from '../../../gateway/wire/actor-system.ts';
import { adminUseCases } from '../../../gateway/wire/admin.ts';
import { connectorDependencies, startIngesting } from '../../../gateway/wire/ingesting.ts';
import { createStores } from '../../../gateway/wire/stores.ts';
import { ownKnowledge } from '../../../gateway/wire/suppliers.ts';
import { createTeardown, type Teardown } from '../../../gateway/wire/teardown.ts';
import { createWorkStates } from '../../../gateway/wire/work-states.ts';
import { type AnalyticsStore, createAnalyticsStore } from '../../../storage/analytics/analytics-store.ts';
import type { Bus } from '../../../streams/bus/bus.ts';
import { createEmbeddedBus } from '../../../streams/bus/postgres/embedded-bus.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { createRedactor } from '../../../telemetry/redaction.ts';
import { testEngine } from '../../support/analytics.ts';
import { anywhere } from '../../support/anywhere.ts';
import { byTest } from '../../support/by-test.ts';
import { confirmation } from '../../support/confirmations.ts';
import { callBy } from '../../support/estimate-world.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { credential } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { testKey } from '../../support/sealer.ts';

const config = loadConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });

const pause: ConnectorOrder = { kind: 'pause', reason: 'they complained' };

describe('a process that ingests', () => {
  let database: TestDatabase;
  let bus: Bus;
  let teardown: Teardown;
  let admin: AdminUseCases;
  const log = recordingLogger();
  const surroundingsOf = (parts: Teardown) => ({
    stores: createStores(
      { pool: database.pool, url: database.url, isEmbedded: false },
      {
        keys: [{ id: 'k1', key: testKey(1) }],
        metrics: createMetrics('test'),
        priceJumpFactor: usualJumpFactor,
        bindingOf: ownKnowledge.bindingOf,
      },
    ),
    analytics: undefined,
    bus,
    knowledge: ownKnowledge,
    outbound: anywhere,
    webhookOutbound: anywhere,
    metrics: createMetrics('test'),
    log,
    redactor: createRedactor(),
    databaseUrl: database.url,
    isAlone: false,
    states: createWorkStates(bus),
    now: () => new Date(),
    teardown: parts,
    onFatal: () => undefined,
  });

  beforeAll(async () => {
    database = await testDatabase();
    bus = createEmbeddedBus({ pool: database.pool, log });
  });
  afterAll(async () => {
    await bus.close();
    await database.close();
  });

  beforeEach(async () => {
    teardown = createTeardown();
    const surroundings = surroundingsOf(teardown);
    const { suppliers, credentials } = surroundings.stores;
    await database.pool.sql`delete from connector_order`;
    const borealis = {
      id: 'borealis',
      name: 'Borealis',
      plugin: 'demo-bulk',
      baseUrl: 'http://127.0.0.1:9',
      route: { supplierId: 'borealis' },
      createsProducts: true,
      settings: {},
    };
    await suppliers.putSupplier(borealis, byTest);
    const known = await suppliers.credentials(borealis);
    if (known.length === 0)
      for (const id of ['crd_1', 'crd_2'])
        await credentials.add(
          {
            id,
            supplierId: 'borealis',
            scope: 'system',
            ownerId: undefined,
            label: id,
            secret: { login: 'us', password: 'pw' },
          },
          { by: 'key_admin', context: untraced },
        );
    admin = adminUseCases({
      ...surroundings,
      onPolicyChange: async () => undefined,
      onPricingChange: async () => undefined,
      delivery: config.delivery,
    });
  });

  /** Starts a process that runs connectors; returns how to end it. */
  const startProcess = async (): Promise<() => Promise<void>> => {
    const parts = createTeardown();
    const surroundings = surroundingsOf(parts);
    const system = startActorSystem(surroundings);
    parts.add('actors', () => system.stop(5_000));
    startIngesting(config, system, surroundings);
    return () => parts.run(() => undefined);
  };

  /** Leaves a credential to a process of that name for a minute, whatever it does. */
  const giveLease = (credentialId: string, owner: string) => database.pool.sql`
    insert into connector_lease (credential_id, owner, token, expires_at)
    values (${credentialId}, ${owner}, 1, now() + interval '1 minute')
    on conflict (credential_id) do update set owner = excluded.owner, token = 999, expires_at = excluded.expires_at`;
  const endLeases = () => database.pool.sql`delete from connector_lease`;
  const heldLeases = async (): Promise<number> =>
    (await database.pool.sql`select from connector_lease where expires_at > now()`).length;

  const give = async () =>
    (await admin.giveOrder({ supplierId: 'borealis', order: pause, ttlMs: 60_000 }, callBy('acme'))).isApplied;

  it('an order is not said to be applied by a process that works for no credential of the supplier', async () => {
    await endLeases();
    await giveLease('crd_1', 'elsewhere');
    await giveLease('crd_2', 'elsewhere');
    const end = await startProcess();
    const answers = [await give(), await give()];
    await end();
    expect(answers).toEqual([false, false]);
  });

  it('an order is applied once every process that works for one of the credentials has it in force, and no sooner', async () => {
    await endLeases();
    await giveLease('crd_2', 'elsewhere');
    const end = await startProcess();
    await eventually(async () => (await heldLeases()) === 2);
    const whileOneIsSilent = await give();
    await database.pool.sql`delete from connector_lease where owner = 'elsewhere'`;
    await eventually(async () => (await heldLeases()) === 2);
    const onceAllAnswer = await eventually(give);
    const { isApplied, wasPaused } = await admin.resume({ supplierId: 'borealis' }, callBy('acme'));
    await end();
    expect(whileOneIsSilent).toBe(false);
    expect(onceAllAnswer).toBe(true);
    expect({ isApplied, wasPaused }).toEqual({ isApplied: true, wasPaused: true });
  });

  it('an order is not applied while nobody runs connectors', async () => {
    await endLeases();
    expect(await give()).toBe(false);
  });

  it('tells what connectors confirm where a projection counts it, and nowhere else', async () => {
    const surroundings = surroundingsOf(teardown);
    const again = confirmation({ offerIds: ['ofr_1'], price: true, stock: false });
    const tell = (analytics: AnalyticsStore | undefined) =>
      connectorDependencies(config, { ...surroundings, analytics }).publishConfirmations(
        [again],
        credential(),
        untraced,
      );
    const told = () => database.pool.sql`select message_id from bus_message where stream = 'CONFIRMATIONS'`;
    await tell(undefined);
    expect(await told()).toEqual([]);
    const { engine, close } = await testEngine();
    await tell(createAnalyticsStore(engine, surroundings.metrics.analytics));
    await close();
    expect(await told()).toEqual([{ message_id: again.id }]);
  });
});
