import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tenant } from '../../../domain/callers/caller.ts';
import { amountText } from '../../../domain/money.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createPriceHistoryStore } from '../../../storage/offers/price-history.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { priceHistoryContract } from '../../contract/price-history.contract.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number): Date => new Date(Math.floor(Date.now() / dayMs - days) * dayMs);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

/** A deadline that no test reaches. */
const patient = { deadlineMs: 600_000 };

const observe = async (...observations: ReturnType<typeof observation>[]): Promise<void> => {
  await createObservationStore(database.pool.sql).apply(observations, untraced);
};

priceHistoryContract(async () => ({
  store: createPriceHistoryStore(database.pool.sql),
  observe: (observations) => observe(...observations),
}));

describe('price history of the database', () => {
  const question = (sku: string, ...credentialIds: readonly string[]) => ({
    sources: credentialIds.map((credentialId) => ({ offerId: offerOf(sku), credentialId })),
    quantity: 1,
    period: { from: daysAgo(10), to: daysAgo(-1) },
    limit: 100,
  });

  /** A question about an offer that has one price, of yesterday. */
  const pricedOnce = async (sku: string) => {
    await observe(observation(sku, { price: priceOf('1'), observedAt: daysAgo(1) }));
    return question(sku, 'crd_system');
  };

  test('a price that a later one overtook on its way is not counted', async () => {
    await observe(observation('LATE', { price: priceOf('2'), observedAt: daysAgo(2) }));
    await observe(observation('LATE', { price: priceOf('1'), observedAt: daysAgo(3) }));
    const found = await createPriceHistoryStore(database.pool.sql).priceHistory(question('LATE', 'crd_system'));
    expect(found.map(({ last, observations }) => [amountText(last), observations])).toEqual([['2', 1]]);
  });

  test('what reached the database more than a month after it was observed is not looked for', async () => {
    await observe(observation('OVERDUE', { price: priceOf('1'), observedAt: daysAgo(60) }));
    const { priceHistory } = createPriceHistoryStore(database.pool.sql);
    const asked = question('OVERDUE', 'crd_system');
    const days = async (to: number) =>
      (await priceHistory({ ...asked, period: { from: daysAgo(70), to: daysAgo(to) } })).map(({ day }) => day);
    expect(await days(32)).toEqual([]);
    expect(await days(29)).toEqual([daysAgo(60).toISOString().slice(0, 10)]);
  });

  test('what was observed by a clock that is hours ahead is found', async () => {
    await observe(observation('AHEAD', { price: priceOf('1'), observedAt: daysAgo(-1) }));
    const { priceHistory } = createPriceHistoryStore(database.pool.sql);
    const tomorrow = { from: daysAgo(-1), to: daysAgo(-2) };
    expect(await priceHistory({ ...question('AHEAD', 'crd_system'), period: tomorrow })).toHaveLength(1);
  });

  test('a tenant finds nothing that another one saw, also when it names it', async () => {
    const seen = (credentialId: string) =>
      observation('TENANT', { credentialId, price: priceOf('1'), observedAt: daysAgo(1) });
    await observe(seen('crd_acme'), seen('crd_group'), seen('crd_system'));
    const { priceHistory } = createPriceHistoryStore(database.pool.sql);
    const asked = question('TENANT', 'crd_acme', 'crd_group', 'crd_system');
    const seenBy = async (tenant?: Tenant) =>
      (await priceHistory(asked, tenant && { tenant })).map(({ credentialId }) => credentialId);
    expect(await seenBy()).toEqual(['crd_acme', 'crd_group', 'crd_system']);
    expect(await seenBy({ customerId: 'acme', groupIds: [] })).toEqual(['crd_acme', 'crd_system']);
    expect(await seenBy({ customerId: 'globex', groupIds: ['buyers-club'] })).toEqual(['crd_group', 'crd_system']);
  });

  test('a question reads the rows of its sources and no others, however many there are', async () => {
    // One connection for all that reads the table, so that what it counts is told when it is due.
    const alone = await testDatabase({ maxConnections: 4 });
    const { sql } = alone.pool;
    await putBorealis(createSupplierStore(sql, testSealer()));
    const few = observation('FEW', { price: priceOf('1'), observedAt: daysAgo(1) });
    await createObservationStore(sql).apply([few], untraced);
    await sql`
      insert into observation_history (offer_id, credential_id, recorded_at, observation_id, observed_at, known)
      select 'ofr_other_' || n % 1000, credential_id, recorded_at, 'obs_other_' || n, observed_at, known
      from observation_history, generate_series(1, 20000) as n`;
    await sql`analyze observation_history`;
    const counted = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`;
      const [row] = await sql<{ rows: number }[]>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_user_tables where relname like 'observation_history%'`;
      return row?.rows ?? Number.NaN;
    };
    const before = await counted();
    expect(await createPriceHistoryStore(sql).priceHistory(question('FEW', 'crd_system'))).toHaveLength(1);
    expect((await counted()) - before).toBe(1);
    await alone.close();
  });

  test('a question that takes too long is unavailable, and ends at once for a caller who has gone', async () => {
    const asked = await pricedOnce('SLOW');
    const { sql } = database.pool;
    await inTransaction(sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      const hurried = createPriceHistoryStore(sql, { deadlineMs: 50 });
      await expect(hurried.priceHistory(asked)).rejects.toMatchObject({
        kind: 'unavailable',
        internal: expect.stringContaining('price history'),
      });
      const gone = new AbortController();
      const left = createPriceHistoryStore(sql).priceHistory(asked, { signal: gone.signal });
      gone.abort(new Error('gone'));
      await expect(left).rejects.toThrow('gone');
    });
    expect(await createPriceHistoryStore(sql).priceHistory(asked)).toHaveLength(1);
  });

  test('questions that hang leave a connection to the other reads of tenants', async () => {
    const asked = await pricedOnce('HUNG');
    const tenant = { customerId: 'acme', groupIds: [] };
    const { sql } = database.pool;
    const history = createPriceHistoryStore(sql, patient);
    const answered: number[] = [];
    const { asks } = await inTransaction(sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      const asks = [0, 1, 2, 3].map(async (at) => {
        await history.priceHistory(asked, at === 2 ? {} : { tenant });
        answered.push(at);
      });
      const [offer] = await createOfferStore(sql).byIds([offerOf('HUNG')], { tenant });
      expect(offer?.id).toBe(offerOf('HUNG'));
      expect(answered).toEqual([]);
      return { asks };
    });
    await Promise.all(asks);
    expect(answered).toEqual([0, 1, 2, 3]);
  });

  test('eight questions wait behind one, those of operators too, and more are refused until one leaves', async () => {
    const asked = await pricedOnce('QUEUED');
    const { sql } = database.pool;
    let refused = 0;
    const history = createPriceHistoryStore(sql, { ...patient, onRefused: () => (refused += 1) });
    const tenants = [{ customerId: 'acme', groupIds: [] }, { customerId: 'globex', groupIds: [] }, undefined];
    const ask = (at: number, signal?: AbortSignal) => {
      const tenant = tenants[at % tenants.length];
      return history.priceHistory(asked, { ...(tenant && { tenant }), ...(signal && { signal }) });
    };
    const isBusy = { kind: 'exhausted', retryAfterMs: patient.deadlineMs };
    const callers = Array.from({ length: 9 }, () => new AbortController());
    const { asks, later } = await inTransaction(sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      const asks = callers.map(({ signal }, at) => ask(at, signal));
      for (const at of tenants.keys()) await expect(ask(at)).rejects.toMatchObject(isBusy);
      expect(refused).toBe(tenants.length);
      callers[4]?.abort(new Error('left the queue'));
      await expect(asks[4]).rejects.toThrow('left the queue');
      const later = ask(0);
      await expect(ask(1)).rejects.toMatchObject(isBusy);
      // The first one's connection is not free before its statement is cancelled.
      callers[0]?.abort(new Error('left the table'));
      await expect(asks[0]).rejects.toThrow('left the table');
      await expect(ask(2)).rejects.toMatchObject(isBusy);
      return { asks: asks.filter((_, at) => at !== 0 && at !== 4), later };
    });
    const found = await Promise.all([...asks, later]);
    expect(found.map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(await ask(0)).toHaveLength(1);
    expect(refused).toBe(tenants.length + 2);
  });

  test('a question that waits too long behind another is unavailable, and takes no place any more', async () => {
    const asked = await pricedOnce('OVERTIME');
    const { sql } = database.pool;
    const history = createPriceHistoryStore(sql, { deadlineMs: 50 });
    const late = { kind: 'unavailable', internal: expect.stringContaining('price history') };
    await inTransaction(sql, async (transaction) => {
      await transaction`lock table observation_history in access exclusive mode`;
      const asks = await Promise.allSettled(Array.from({ length: 9 }, () => history.priceHistory(asked)));
      for (const each of asks) expect(each).toMatchObject({ status: 'rejected', reason: late });
      await expect(history.priceHistory(asked)).rejects.toMatchObject(late);
    });
  });
});
