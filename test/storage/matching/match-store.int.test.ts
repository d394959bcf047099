import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogStore } from '../../../domain/catalog/ports.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import type { MatchDecision, MatchStore } from '../../../domain/matching/ports.ts';
import type { WriteContext } from '../../../domain/store-context.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const context: WriteContext = { correlationId: 'match-store-test', traceparent: undefined };
const now = new Date('2026-03-02T10:00:00.000Z');
const later = new Date('2026-03-02T11:00:00.000Z');

let database: TestDatabase;
let matches: MatchStore;
let catalog: CatalogStore;

interface OfferRow {
  readonly id: string;
  readonly manufacturer?: string;
  readonly mpn?: string | null;
  /** Seconds after the first. */
  readonly age?: number;
}

const putOffers = (...offers: readonly OfferRow[]) =>
  Promise.all(
    offers.map(
      ({ id, manufacturer = null, mpn = id, age = 0 }) => database.pool.sql`
        insert into offer (id, supplier_id, supplier_sku, manufacturer, mpn, attributes, created_at)
        values (${id}, 'maker-catalogue', ${id}, ${manufacturer}, ${mpn}, '{"package": "0402"}',
          ${new Date(now.getTime() + age * 1_000)})`,
    ),
  );

const offer = async (id: string) => {
  const [row] = await database.pool.sql<
    {
      product_id: string | null;
      match_confidence: string;
      match_strategy: string | null;
      match_rule: string | null;
      match_evidence: unknown;
      matched_at: Date | null;
    }[]
  >`
    select product_id, match_confidence, match_strategy, match_rule, match_evidence, matched_at from offer where id = ${id}`;
  return row;
};

const matchedEvents = async (id: string) => {
  const rows = await database.pool.sql<{ data: Record<string, unknown> }[]>`
    select data from event where aggregate_type = 'offer' and aggregate_id = ${id} and type = 'offer.matched' order by position`;
  return rows.map(({ data }) => data);
};

const decision = (offerId: string, more: Partial<MatchDecision> = {}): MatchDecision => ({
  offerId,
  productId: undefined,
  confidence: 'unmatched',
  strategy: 'deterministic',
  rule: 'no_product',
  evidence: {},
  create: undefined,
  ...more,
});

beforeAll(async () => {
  database = await testDatabase();
  matches = createMatchStore(database.pool.sql);
  catalog = createCatalogStore(database.pool.sql);
  await database.pool.sql`
    insert into supplier (id, name, plugin, base_url, creates_products)
    values ('maker-catalogue', 'Maker catalogue', 'none', 'http://localhost', true)`;
});
afterAll(() => database.close());
beforeEach(() => database.pool.sql`truncate offer, product, event_stream, event, outbox cascade`.then(() => undefined));

describe('backlog', () => {
  it('leaves out an offer whose part number nobody has said yet, until somebody does', async () => {
    await putOffers({ id: 'o1', mpn: null });
    expect(await matches.backlog(10)).toEqual([]);
    await database.pool.sql`update offer set mpn = 'A1'`;
    expect(await matches.backlog(10)).toHaveLength(1);
  });

  it('is the oldest offers that nothing has decided, with what their supplier said', async () => {
    await putOffers({ id: 'b', age: 2 }, { id: 'a', age: 3 }, { id: 'c', age: 1, manufacturer: 'Acme', mpn: 'A1' });
    await matches.record([decision('b')], context, now);
    const backlog = await matches.backlog(10);
    expect(backlog.map(({ offerId }) => offerId)).toEqual(['c', 'a']);
    expect(backlog[0]).toEqual({
      offerId: 'c',
      supplierId: 'maker-catalogue',
      manufacturer: 'Acme',
      mpn: 'A1',
      description: undefined,
      lifecycle: undefined,
      replacedByMpn: undefined,
      attributes: { package: '0402' },
      createsProducts: true,
      verdicts: 0,
    });
    expect(await matches.backlog(1)).toHaveLength(1);
  });
});

describe('candidates and aliases', () => {
  it('finds products by part-number key and makers by alias key, and nothing else', async () => {
    const draft = { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'A-1' };
    await catalog.upsert([draft, { ...draft, manufacturer: 'Other' }, { ...draft, mpn: 'A2' }], now, context);
    await catalog.addAliases([{ alias: 'ACM', manufacturer: 'Acme' }], 'test', context);
    await putOffers(
      { id: 'o1', manufacturer: 'ACM', mpn: 'a 1' },
      { id: 'o2', manufacturer: 'Acme', mpn: 'A9' },
      { id: 'o3', manufacturer: 'Other', mpn: 'A9' },
    );
    const evidence = await matches.evidence(await matches.backlog(10));
    expect([...evidence.byNumber.keys()]).toEqual(['A1']);
    const candidates = evidence.byNumber.get('A1') ?? [];
    expect(candidates.map(({ manufacturerKey }) => manufacturerKey).sort()).toEqual(['ACME', 'OTHER']);
    expect(candidates.find(({ manufacturerKey }) => manufacturerKey === 'ACME')).toMatchObject({
      productId: productId(defaultProfile.id, 'ACME', 'A1'),
      manufacturerKey: 'ACME',
      manufacturer: 'Acme',
      mpn: 'A-1',
      mpnKey: 'A1',
      description: undefined,
    });
    expect(evidence.aliases).toEqual(
      new Map([
        ['ACM', { key: 'ACME', name: 'Acme' }],
        ['ACME', { key: 'ACME', name: 'Acme' }],
      ]),
    );
  });
});

describe('record', () => {
  it('writes the decision with its evidence and one offer.matched', async () => {
    await putOffers({ id: 'o1' });
    await matches.record([decision('o1', { evidence: { manufacturer: 'unknown "X"' } })], context, now);
    expect(await offer('o1')).toEqual({
      product_id: null,
      match_confidence: 'unmatched',
      match_strategy: 'deterministic',
      match_rule: 'no_product',
      match_evidence: { manufacturer: 'unknown "X"' },
      matched_at: now,
    });
    expect(await matchedEvents('o1')).toEqual([{ offerId: 'o1', confidence: 'unmatched', rule: 'no_product' }]);
  });

  it('creates a product once for all offers that ask for it, and matches them to it', async () => {
    await putOffers({ id: 'o1' }, { id: 'o2' });
    const create = { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'NEW-1' };
    const created = { confidence: 'exact', rule: 'new_canonical', create } as const;
    await matches.record(
      [decision('o1', created), decision('o2', { ...created, create: { ...create, mpn: 'new1' } })],
      context,
      now,
    );
    const id = productId(defaultProfile.id, 'ACME', 'NEW1');
    expect(await catalog.product(id)).toMatchObject({ mpn: 'NEW-1', observedAt: now });
    expect(await offer('o1')).toMatchObject({ product_id: id, match_confidence: 'exact' });
    expect(await offer('o2')).toMatchObject({ product_id: id });
    const [events] = await database.pool.sql<{ count: number }[]>`
      select count(*)::int as count from event where type = 'product.created'`;
    expect(events?.count).toBe(1);
  });

  it('notes a product as seen when the offer was that it gets', async () => {
    const { sql } = database.pool;
    const draft = { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'SEEN-1' };
    await catalog.upsert([draft], now, context);
    await putOffers({ id: 'o1' });
    await sql`
      insert into credential (id, supplier_id, scope, label, secret) values ('crd_1', 'maker-catalogue', 'system', '', '')`;
    await sql`
      insert into offer_view (offer_id, credential_id, known, last_observed_at)
      values ('o1', 'crd_1', '{"stated": []}', ${later})`;
    const id = productId(defaultProfile.id, 'ACME', 'SEEN1');
    const matched = { productId: id, confidence: 'exact', rule: 'manufacturer_and_mpn' } as const;
    await matches.record([decision('o1', matched)], context, now);
    expect(await catalog.product(id)).toMatchObject({ observedAt: later });
  });

  it('matches to the product that stands under that identity, whatever its id', async () => {
    const draft = { profileId: defaultProfile.id, manufacturer: 'Oldname', mpn: 'M1' };
    await catalog.upsert([draft], now, context);
    await catalog.addAliases([{ alias: 'Oldname', manufacturer: 'Newname' }], 'test', context);
    await putOffers({ id: 'o1' });
    const create = { ...draft, manufacturer: 'Newname' };
    const guessed = productId(defaultProfile.id, 'NEWNAME', 'M1');
    await matches.record(
      [decision('o1', { confidence: 'exact', rule: 'new_canonical', create, productId: guessed })],
      context,
      now,
    );
    expect(await offer('o1')).toMatchObject({ product_id: productId(defaultProfile.id, 'OLDNAME', 'M1') });
  });

  it('writes each decision once when two matchers record the same ones', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => `o${at}`);
    await putOffers(...ids.map((id) => ({ id })));
    const create = (id: string) => ({ profileId: defaultProfile.id, manufacturer: 'Acme', mpn: `X${id}` });
    const decisions = ids.map((id) => decision(id, { confidence: 'exact', rule: 'new_canonical', create: create(id) }));
    await Promise.all([
      matches.record(decisions, context, now),
      matches.record(decisions.toReversed(), context, later),
      matches.record(decisions, context, now),
    ]);
    for (const id of ids) expect(await matchedEvents(id)).toHaveLength(1);
  });

  it('lets another decision replace the first, and never one of a human', async () => {
    await putOffers({ id: 'o1' });
    await matches.record([decision('o1')], context, now);
    await matches.record([decision('o1', { rule: 'ambiguous' })], context, later);
    expect(await offer('o1')).toMatchObject({ match_rule: 'ambiguous', matched_at: later });
    await matches.record([decision('o1', { strategy: 'human', rule: 'confirmed' })], context, later);
    await matches.record([decision('o1', { rule: 'no_product' })], context, later);
    expect(await offer('o1')).toMatchObject({ match_strategy: 'human', match_rule: 'confirmed' });
    expect(await matchedEvents('o1')).toHaveLength(3);
  });

  it('leaves an offer undecided that no longer says what the decision was made on', async () => {
    await putOffers({ id: 'o1', manufacturer: 'Acme', mpn: 'A1' }, { id: 'o2', mpn: 'A2' });
    await database.pool.sql`update offer set mpn = 'A1-NEW' where id = 'o1'`;
    await matches.record(
      [
        decision('o1', { decidedOn: { manufacturer: 'Acme', mpn: 'A1' } }),
        decision('o2', { decidedOn: { manufacturer: undefined, mpn: 'A2' } }),
      ],
      context,
      now,
    );
    expect((await matches.backlog(10)).map(({ offerId }) => offerId)).toEqual(['o1']);
    expect(await matchedEvents('o1')).toEqual([]);
  });

  it('writes nothing of a batch of which a part cannot be written', async () => {
    await putOffers({ id: 'o1' }, { id: 'o2' });
    const create = { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'GONE-1' };
    const bad = decision('o2', { productId: 'prd_unknown' });
    await expect(matches.record([decision('o1', { create }), bad], context, now)).rejects.toThrow();
    expect(await matches.backlog(10)).toHaveLength(2);
    expect(await catalog.product(productId(defaultProfile.id, 'ACME', 'GONE1'))).toBeUndefined();
  });
});

describe('sizes', () => {
  it('counts the backlog and the orphans, and beyond ten thousand never less than that', async () => {
    await putOffers({ id: 'o1' }, { id: 'o2' }, { id: 'o3' });
    await matches.record([decision('o1')], context, now);
    expect(await matches.sizes()).toEqual({ backlog: 2, orphans: 1, doubtful: 0 });
    expect([await matches.backlogSize(10), await matches.backlogSize(1)]).toEqual([2, 1]);
    await database.pool.sql`
      insert into offer (id, supplier_id, supplier_sku, mpn)
      select 'many' || n, 'maker-catalogue', n::text, n::text from generate_series(1, 12000) n`;
    expect((await matches.sizes()).backlog).toBeGreaterThanOrEqual(10_000);
    await database.pool.sql`vacuum analyze offer`;
    expect(await matches.sizes()).toEqual({ backlog: 12_002, orphans: 1, doubtful: 0 });
  });
});
