import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sound } from '../../../domain/ingestion/credential-health.ts';
import { soundLookups } from '../../../domain/ingestion/lookup-health.ts';
import { advance, openTick } from '../../../domain/ingestion/tick.ts';
import { createConnectorLeases } from '../../../storage/connectors/connector-leases.ts';
import { createConnectorOrders } from '../../../storage/connectors/connector-orders.ts';
import { createConnectorOverviews } from '../../../storage/connectors/connector-overviews.ts';
import { createCredentialAdministration } from '../../../storage/connectors/credential-administration.ts';
import { createCredentialStates } from '../../../storage/connectors/credential-states.ts';
import { createRateBudgetStore } from '../../../storage/connectors/rate-budget-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createTickStore } from '../../../storage/connectors/tick-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { borealis, credentials, observation, priceOf } from '../../support/observations.ts';
import { hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

const anHour = new Date(Date.now() + 3_600_000);
const tick = openTick(
  { runId: 'run_1', supplierId: 'borealis', credentialId: 'crd_system', kind: 'prices' },
  ['prices'],
  hoursBefore(1),
);
const page = { counts: { items: 3, prices: 2, stocks: 0, warehouses: 0 }, nextCursor: 'next' };

describe('the overview of connectors', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    await borealisAnew(database);
    const suppliers = createSupplierStore(database.pool.sql, testSealer());
    await suppliers.putSupplier({ ...borealis, id: 'aurora', route: { supplierId: 'aurora' } }, byTest);
  });
  afterAll(() => database.close());
  const overviews = () => createConnectorOverviews(database.pool.sql);

  it('has suppliers and credentials of which nothing else is known yet', async () => {
    const untouched = {
      secret: { kind: 'attached', origins: ['http://127.0.0.1:1'] },
      disabledAt: undefined,
      health: sound,
      lease: undefined,
      tick: undefined,
    };
    const refs = credentials.map(({ secret: _, ...ref }) => ({ ...ref, failingSince: undefined }));
    expect(await overviews().suppliers()).toEqual([
      { supplier: { ...borealis, id: 'aurora', route: { supplierId: 'aurora' } }, orders: [], credentials: [] },
      {
        supplier: borealis,
        orders: [],
        credentials: refs.map((credential) => ({
          ...untouched,
          credential,
          nextTickAt: undefined,
          dueLookups: 0,
          lookupsEndAt: undefined,
          lookupHealth: soundLookups,
          hasSession: false,
          budgetUse: {},
          recentTicks: [],
        })),
      },
    ]);
    expect(await overviews().supplier('nobody')).toBeUndefined();
    expect(await overviews().attributeCoverage()).toEqual(new Map());
  });

  it('has each of the things that are stored of a credential, and no secret', async () => {
    const { sql } = database.pool;
    const token = (await createConnectorLeases(sql).acquire('crd_system', 'one', 60_000)) ?? 0n;
    const ticks = createTickStore(sql);
    await ticks.save(tick, token, untraced);
    const advanced = advance(tick, page, ['prices'], noon);
    await ticks.save(advanced, token, untraced);
    await ticks.plan('crd_system', noon);
    const health = { kind: 'failing', reason: 'throttled', since: noon, probes: 1, probeAt: anHour } as const;
    await createCredentialStates(sql, testSealer()).saveHealth(
      { credentialId: 'crd_system', supplierId: 'borealis', health, change: 'failed' },
      token,
      untraced,
    );
    await createCredentialAdministration(sql, testSealer()).setDisabled(
      { supplierId: 'borealis', credentialId: 'crd_acme' },
      true,
      { by: 'key_1', context: untraced },
    );
    const overview = await overviews().supplier('borealis');
    await createRateBudgetStore(sql).adjustRate('ratelimit:borealis:crd_group:parts', {
      isTooFast: true,
      waitMs: 3_600_000,
    });
    const throttled = await overviews().supplier('borealis');
    expect(throttled?.credentials.map(({ throttledUntil }) => throttledUntil !== undefined)).toEqual([
      false,
      true,
      false,
    ]);
    expect(overview?.credentials).toMatchObject([
      { credential: { id: 'crd_acme', ownerId: 'acme' }, disabledAt: expect.any(Date) },
      { credential: { id: 'crd_group' }, disabledAt: undefined },
      {
        credential: { id: 'crd_system', failingSince: noon },
        health,
        lease: { owner: 'one', until: expect.any(Date) },
        tick: advanced,
        nextTickAt: noon,
        recentTicks: [{ runId: tick.runId, kind: tick.kind, startedAt: tick.startedAt, finishedAt: undefined }],
      },
    ]);
    expect(throttled?.credentials.map(({ budgetUse }) => budgetUse)).toEqual([{}, { parts: 0 }, {}]);
    expect(JSON.stringify(overview)).not.toContain('sesame');
  });

  it('has the orders that hold, with who gave them and when, and none that is over', async () => {
    const orders = createConnectorOrders(database.pool.sql);
    const pause = { kind: 'pause', reason: 'inventory', until: anHour } as const;
    const workers = { kind: 'workers', maxConcurrentPerCredential: 1, until: anHour } as const;
    const rates = { kind: 'rates', limits: { parts: { rate: 1, periodMs: 1_000 } }, until: noon } as const;
    for (const order of [workers, pause, rates]) await orders.give('borealis', order, 'key_1', untraced);
    const given = { by: 'key_1', givenAt: expect.any(Date) };
    expect((await overviews().supplier('borealis'))?.orders).toEqual([
      { ...pause, ...given },
      { ...workers, ...given },
    ]);
    expect((await overviews().supplier('aurora'))?.orders).toEqual([]);
  });

  it('counts the offers of each supplier, and those of which no raw attributes are known', async () => {
    const described = { description: { mpn: 'A', attributes: { colour: 'red' } } };
    await createObservationStore(database.pool.sql).apply(
      [
        observation('A', described),
        observation('B', { price: priceOf('1') }),
        observation('C', { price: priceOf('1') }),
      ],
      untraced,
    );
    expect(await overviews().attributeCoverage()).toEqual(new Map([['borealis', { offers: 3, withoutAttributes: 2 }]]));
  });
});
