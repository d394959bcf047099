import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductDemand } from '../../../storage/catalog/product-demand.ts';
import { createLookupQueue } from '../../../storage/connectors/lookup-queue.ts';
import { borealisAnew } from '../../support/borealis-anew.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const hourMs = 3_600_000;
const again = { topMs: hourMs, otherMs: 24 * hourMs };

describe('the queue of look-ups', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => borealisAnew(database));
  afterAll(() => database.close());

  const wanted = () => createLookupQueue(database.pool.sql);
  const demand = () => createProductDemand(database.pool.sql);
  const learn = (...numbers: readonly string[]) =>
    createCatalogStore(database.pool.sql).upsert(
      numbers.map((mpn) => ({ profileId: defaultProfile.id, manufacturer: 'Acme', mpn })),
      new Date(),
      untraced,
    );
  const learnAndQueue = async (...mpns: readonly string[]) => {
    await learn(...mpns);
    await wanted().enqueueNew('crd_system', again);
  };
  /** Later than everything that this test stores. */
  const soon = (): Date => new Date(Date.now() + 1_000);
  const later = (ms: number): Date => new Date(soon().getTime() + ms);
  const due = async (now = soon(), limit = 100) => wanted().due('crd_system', now, limit);
  const idsAt = async (now: Date) => new Map((await due(now)).map(({ mpn, productId }) => [mpn, productId]));
  const numbers = async (now = soon(), limit = 100) => (await due(now, limit)).map(({ mpn }) => mpn).toSorted();

  it('takes in every product once, as soon as it is known', async () => {
    expect(await due()).toEqual([]);
    await learnAndQueue('A1', 'A2', 'A3');
    await wanted().enqueueNew('crd_system', again);
    expect(await numbers()).toEqual(['A1', 'A2', 'A3']);
    await learnAndQueue('A4');
    expect(await numbers()).toEqual(['A1', 'A2', 'A3', 'A4']);
    expect(await wanted().queue('crd_system', soon())).toMatchObject({ due: 4 });
    expect(await wanted().queue('crd_group', soon())).toEqual({ due: 0, nextDueAt: undefined });
  });

  it('presses once somebody waits for a part, or one has been due for minutes', async () => {
    await learnAndQueue('A1', 'A2');
    const isPressing = (now: Date) => wanted().isPressing('crd_system', now);
    expect(await isPressing(soon())).toBe(false);
    expect(await isPressing(later(6 * 60_000))).toBe(true);
    const { sql } = database.pool;
    await sql`update lookup set urgency = 1 where product_id = (select id from product where mpn = 'A1')`;
    expect(await isPressing(soon())).toBe(true);
    await sql`update lookup set urgency = 0`;
    expect(await isPressing(soon())).toBe(false);
    expect(await wanted().isPressing('crd_group', later(6 * 60_000))).toBe(false);
  });

  it('puts what was asked for at its end, and gives it out again after its interval', async () => {
    await learnAndQueue('A1', 'A2', 'A3', 'A4');
    const now = soon();
    const asked = (await due()).filter(({ mpn }) => mpn !== 'A4').map(({ productId }) => productId);
    await wanted().markAsked('crd_system', asked, now, again);
    expect(await numbers()).toEqual(['A4']);
    expect(await numbers(new Date(now.getTime() + again.otherMs))).toEqual(['A1', 'A2', 'A3', 'A4']);
  });

  it('gives the most wanted parts out first, and then those that have waited longest', async () => {
    await learnAndQueue('A1', 'A2', 'A3', 'A4');
    const now = later(25 * hourMs);
    const ids = await idsAt(now);
    const idOf = (mpn: string): string => ids.get(mpn) ?? '';
    await wanted().markAsked('crd_system', ['A1', 'A2', 'A3'].map(idOf), soon(), again);
    await demand().add(new Map([[idOf('A3'), 7]]), new Date());
    expect(await demand().rank(10, new Date())).toBe(1);
    expect((await due(now)).map(({ mpn }) => mpn).slice(0, 2)).toEqual(['A3', 'A4']);
    expect((await due(soon(), 1)).map(({ mpn }) => mpn)).toEqual(['A3']);
    await wanted().markAsked('crd_system', [idOf('A3')], new Date(), again);
    expect(await numbers(later(hourMs))).toEqual(['A3', 'A4']);
  });

  it('says until when what is due will take, the top parts first, at the pace it is told', async () => {
    await learnAndQueue('A1', 'A2', 'A3', 'A4');
    const now = later(25 * hourMs);
    await demand().add(new Map([[(await idsAt(now)).get('A3') ?? '', 7]]), new Date());
    expect(await demand().rank(10, new Date())).toBe(1);
    const { due: every } = await wanted().queue('crd_system', now);
    expect(every).toBe(4);
    await wanted().forecast('crd_system', 30_000, now);
    const [row] = await database.pool.sql`
      select top_queue_until as top, queue_until as "all" from credential where id = 'crd_system'`;
    expect(row).toEqual({ top: new Date(now.getTime() + 30_000), all: new Date(now.getTime() + 120_000) });
  });

  it('forgets demand with time: what was asked for last month gives way to what is asked for now', async () => {
    await learnAndQueue('A1', 'A3');
    const ids = await idsAt(soon());
    await demand().add(new Map([[ids.get('A3') ?? '', 7]]), new Date());
    const nextMonth = new Date(Date.now() + 30 * 24 * hourMs);
    await demand().add(new Map([[ids.get('A1') ?? '', 1]]), nextMonth);
    expect(await demand().rank(1, nextMonth)).toBe(1);
    expect((await due(nextMonth, 1)).map(({ mpn }) => mpn)).toEqual(['A1']);
  });

  it('gives out what somebody waits for before everything else, once', async () => {
    await learnAndQueue('A1', 'A2', 'A3', 'A4');
    const now = later(100 * hourMs);
    const [, , third] = await due(now);
    if (third === undefined) throw new Error('the queue is too short');
    await database.pool.sql`
      update lookup set urgency = 2, due_at = ${now} where credential_id = 'crd_system' and product_id = ${third.productId}`;
    expect((await due(now, 1)).map(({ mpn }) => mpn)).toEqual([third.mpn]);
    await wanted().defer('crd_system', [third.productId], now);
    expect((await due(now)).map(({ mpn }) => mpn)).not.toContain(third.mpn);
    const soonAfter = new Date(now.getTime() + 60_000);
    expect((await due(soonAfter, 1)).map(({ mpn }) => mpn)).toEqual([third.mpn]);
    await wanted().markAsked('crd_system', [third.productId], soonAfter, again);
    expect((await due(soonAfter)).map(({ mpn }) => mpn)).not.toContain(third.mpn);
  });
});
