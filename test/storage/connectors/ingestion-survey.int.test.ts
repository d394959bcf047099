import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createIngestionSurvey } from '../../../storage/connectors/ingestion-survey.ts';
import { createLookupQueue } from '../../../storage/connectors/lookup-queue.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

describe('the survey of ingestion', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => borealisAnew(database));
  afterAll(() => database.close());

  const borealis = async () => {
    const suppliers = await createIngestionSurvey(database.pool.sql).survey();
    return suppliers.find(({ supplierId }) => supplierId === 'borealis');
  };
  const lagHours = async (): Promise<number | undefined> => {
    const seconds = (await borealis())?.lagSeconds;
    return seconds == null ? undefined : Math.round(seconds / 3600);
  };
  let ticks = 0;
  const tick = async (credential: string, startedHoursAgo: number, outcome: 'success' | 'failure') => {
    ticks += 1;
    await database.pool.sql`
      insert into ingestion_tick
        (run_id, supplier_id, credential_id, started_at, items, prices, stocks, warehouses, pages,
          finished_at, outcome, reason, kind)
      select ${`run_${ticks}`}, 'borealis', ${credential}, at, 0, 0, 0, 0, 1, at, ${outcome},
        ${outcome === 'failure' ? 'away' : null}, 'catalogue'
      from (select clock_timestamp() - make_interval(hours => ${startedHoursAgo}) as at) as hours`;
  };
  const disable = (credential: string) =>
    database.pool.sql`update credential set disabled_at = now() where id = ${credential}`;

  it('knows no lag of a supplier whose first tick has not begun', async () => {
    expect(await borealis()).toEqual({ supplierId: 'borealis', lagSeconds: null, waitingParts: 0 });
  });

  it('counts from the first tick on while none has succeeded', async () => {
    await tick('crd_system', 5, 'failure');
    await tick('crd_system', 2, 'failure');
    expect(await lagHours()).toBe(5);
  });

  it('tells the worst of the live credentials, whichever ticked last', async () => {
    await tick('crd_group', 7, 'success');
    await tick('crd_system', 1, 'success');
    expect(await lagHours()).toBe(7);
    await disable('crd_group');
    expect(await lagHours()).toBe(1);
  });

  it('tells how much of its budgets each live credential uses, of the most used one', async () => {
    const survey = createIngestionSurvey(database.pool.sql);
    await database.pool.sql`
      insert into rate_budget (key, arrivals, starts_at, usage, usage_at, usage_window)
      select 'ratelimit:borealis:' || key, '{}', 0, usage, epoch_ms(), 600000
      from (values ('crd_system:offers', 0.4), ('crd_system:prices', 0.9)) as used (key, usage)`;
    const usage = async () =>
      (await survey.usage()).map(({ credentialId, used }) => [credentialId, Math.round(used * 10) / 10]);
    expect(await usage()).toEqual(
      expect.arrayContaining([
        ['crd_system', 0.9],
        ['crd_group', 0],
      ]),
    );
    await disable('crd_group');
    expect((await usage()).map(([id]) => id)).not.toContain('crd_group');
  });

  it('counts the look-ups of wanted parts that are due', async () => {
    const products = ['A1', 'A2', 'A3'].map((mpn) => ({ profileId: defaultProfile.id, manufacturer: 'Acme', mpn }));
    await createCatalogStore(database.pool.sql).upsert(products, new Date(), untraced);
    await createLookupQueue(database.pool.sql).enqueueNew('crd_system', { topMs: 1, otherMs: 1 });
    expect((await borealis())?.waitingParts).toBe(0);
    await database.pool
      .sql`update lookup set is_top = true where product_id in (select id from product where mpn = 'A1')`;
    expect((await borealis())?.waitingParts).toBe(1);
    await database.pool.sql`update lookup set due_at = now() + interval '1 hour'`;
    expect((await borealis())?.waitingParts).toBe(0);
  });
});
