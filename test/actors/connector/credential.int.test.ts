import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialActor } from '../../../actors/connector/credential.ts';
import type { ConnectorStatus } from '../../../actors/connector/messages.ts';
import { SupplierRefusal } from '../../../actors/connector/refusal.ts';
import { createTickLog } from '../../../actors/connector/tick-log.ts';
import { unavailable } from '../../../domain/errors.ts';
import { healthRules } from '../../../domain/ingestion/credential-health.ts';
import type { LeaseToken, TickStore } from '../../../domain/ingestion/ports.ts';
import type { SupplierStore } from '../../../domain/ingestion/supplier-ports.ts';
import { advance, type Tick } from '../../../domain/ingestion/tick.ts';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { borealis } from '../../support/observations.ts';
import { credential } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { testSealer } from '../../support/sealer.ts';
import { createHarness } from '../runtime/harness.ts';

const counts = { items: 1, prices: 0, stocks: 0, warehouses: 0 };

describe('the connector of a credential', () => {
  let database: TestDatabase;
  let suppliers: SupplierStore;
  let store: TickStore;

  beforeAll(async () => {
    database = await testDatabase();
    suppliers = createSupplierStore(database.pool.sql, testSealer());
    await suppliers.putSupplier(borealis, byTest);
    store = createTickStore(database.pool.sql);
  });
  afterAll(() => database.close());

  /**
   * Puts a credential that no other test has and starts the actor over it and pages that the test
   * makes up, with pauses of milliseconds and two attempts a page.
   */
  const start = async (of: string, ticks: TickStore, page: (tick: Tick, lease: LeaseToken) => Promise<Tick>) => {
    const { system } = createHarness();
    const shown = credential({ id: of, label: of });
    await suppliers.putCredential({ ...shown, secret: { login: of, password: 'open sesame' } });
    const log = recordingLogger();
    const client = { pageSize: 500, lookup: undefined };
    let runs = 0;
    const handle = system.spawn(
      of,
      credentialActor({
        credential: shown,
        rules: {
          supplierId: 'borealis',
          credentialId: of,
          phases: ['catalogue'],
          intervals: { catalogueMs: 3_600_000, pricesMs: 3_600_000, stocksMs: 3_600_000 },
          idlePollMs: 1,
          maxAttempts: 2,
          backoff: { initialMs: 1, maxMs: 10 },
          health: healthRules,
          singleTick: undefined,
        },
        ownership: { owner: of, ttlMs: 10_000 },
        leases: createConnectorLeases(database.pool.sql),
        states: createCredentialStates(database.pool.sql, testSealer()),
        lookupTariff: undefined,
        lookupQueue: { enqueueNew: async () => undefined, queue: async () => ({ due: 0, nextDueAt: undefined }) },
        lookupIntervals: { topMs: 1, otherMs: 1 },
        refreshes: { settle: async () => undefined },
        random: Math.random,
        onControl: () => undefined,
        ticks,
        session: undefined,
        pages:
          () =>
          async ({ tick, lease }) => {
            const next = await page(tick, lease.token);
            await ticks.save(next, lease.token, untraced);
            return next;
          },
        newRunId: () => {
          runs += 1;
          return `run_${of}_${runs}`;
        },
        log: createTickLog({ credential: shown, client, log, now: () => new Date() }),
        metrics: createMetrics('test'),
      }),
    );
    const status = () => handle.ask<ConnectorStatus>((replyTo) => ({ kind: 'status', replyTo }), { timeoutMs: 5_000 });
    return { status, log };
  };

  const done = (tick: Tick): Tick => advance(tick, { counts, nextCursor: undefined }, ['catalogue'], new Date());

  it('goes on with a tick whose giving up could not be stored, so that it stands in the way of no later one', async () => {
    const first = { hasFailed: false };
    const ticks: TickStore = {
      ...store,
      save: async (tick, ...rest) => {
        const isGivingUp = tick.state.kind === 'finished' && tick.state.outcome === 'failure';
        if (isGivingUp && !first.hasFailed) {
          first.hasFailed = true;
          throw unavailable('the database', 10);
        }
        await store.save(tick, ...rest);
      },
    };
    const { log } = await start('crd_gives_up', ticks, async (tick, lease) => {
      if (!first.hasFailed) {
        await store.save(tick, lease, untraced);
        throw unavailable('the supplier', 10);
      }
      return done(tick);
    });
    const latest = await eventually(async () => {
      const tick = await store.latest('crd_gives_up');
      return tick?.state.kind === 'finished' && tick;
    });
    expect(latest).toMatchObject({ runId: 'run_crd_gives_up_1', state: { outcome: 'success' } });
    expect(log.events.filter((event) => event === 'ingestion.tick')).toHaveLength(2);
    expect(log.events.filter((event) => event === 'ingestion.page.failed')).toHaveLength(2);
  });

  it('asks again when the store does not say where the last life stopped', async () => {
    let failures = 1;
    const ticks: TickStore = {
      ...store,
      unfinished: async (id) => {
        failures -= 1;
        if (failures >= 0) throw unavailable('the database', 10);
        return store.unfinished(id);
      },
    };
    await start('crd_asks_again', ticks, async (tick) => done(tick));
    await eventually(async () => {
      expect(await store.latest('crd_asks_again')).toMatchObject({ state: { outcome: 'success' } });
    });
    expect(failures).toBeLessThan(0);
  });

  it('announces when it looks next once the store takes it, when it did not at first', async () => {
    const down = { is: true };
    let tries = 0;
    const ticks: TickStore = {
      ...store,
      plan: async (...given) => {
        tries += 1;
        if (down.is) throw unavailable('the database', 10);
        await store.plan(...given);
      },
    };
    const { status } = await start('crd_announces', ticks, async (tick) => done(tick));
    await eventually(async () => (await status()).connector.work.kind === 'idle' && tries > 0);
    down.is = false;
    // What is planned moves on with the first tick, so both are looked at together.
    await eventually(async () => {
      const { work } = (await status()).connector;
      const [row] = await database.pool.sql<{ at: Date | null }[]>`
        select next_tick_at as at from credential where id = 'crd_announces'`;
      expect(work).toMatchObject({ kind: 'idle', next: { at: row?.at } });
    });
  });

  it('gives a tick up after its last attempt, with the reason, and announces when it looks again', async () => {
    const { status } = await start('crd_turned_away', store, async () => {
      throw new SupplierRefusal({ kind: 'blocked' });
    });
    const latest = await eventually(async () => {
      const tick = await store.latest('crd_turned_away');
      return tick?.state.kind === 'finished' && tick;
    });
    expect(latest.state).toMatchObject({ outcome: 'failure', reason: 'the supplier turned us away' });
    // The tick is stored as given up before the connector goes on.
    await eventually(async () =>
      expect((await status()).connector.work).toEqual({
        kind: 'idle',
        next: { kind: 'catalogue', at: new Date(latest.startedAt.getTime() + 3_600_000) },
      }),
    );
  });
});
