import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identified } from '../../../domain/wants/part-want.ts';
import { MatchPartsRequest, type PartMatch, PartToMatch } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { createLookupQueue } from '../../../storage/connectors/lookup-queue.ts';
import { createWantQueue } from '../../../storage/wants/part-want-store.ts';
import { eventually } from '../../support/eventually.ts';
import { fillMarket, hiddenOffer, marketUseCases, resistor, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import {
  catalogKey,
  codeOf,
  detailsOf,
  drainOf,
  eventOf,
  fullKey,
  headers,
  startTestEdge,
  type TestEdge,
} from './test-edge.ts';

let database: TestDatabase;
let edge: TestEdge;
const priced: string[] = [];
const quoted: string[] = [];
const itemErrors: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await fillMarket(database.pool);
  // They look parts up.
  for (const id of lookingUp) await createLookupQueue(database.pool.sql).enqueueNew(id, { topMs: 1, otherMs: 1 });
  edge = await startTestEdge(
    marketUseCases(
      database.pool,
      {},
      (productId) => priced.push(productId),
      ({ offerId }) => quoted.push(offerId),
      (operation, kind) => itemErrors.push(`${operation} ${kind}`),
    ),
  );
});

afterAll(async () => {
  await edge.close();
  await database.close();
});

const lookingUp = ['crd_acme', 'crd_system'];

type Item = Partial<PartToMatch>;

const callFor = (items: readonly Item[], more: Partial<MatchPartsRequest> = {}) =>
  edge.catalog.matchParts(
    MatchPartsRequest.fromPartial({ ...more, items: items.map((item) => PartToMatch.fromPartial(item)) }),
    headers(catalogKey),
  );

const asking = (items: readonly Item[], more: Partial<MatchPartsRequest> = {}) => drainOf(callFor(items, more));

const matched = async (
  items: readonly Item[],
  more: Partial<MatchPartsRequest> = {},
): Promise<readonly PartMatch[]> => {
  const { items: answers, error } = await asking(items, more);
  expect(codeOf(error)).toBe('OK');
  return answers.toSorted((a, b) => a.index - b.index);
};

describe('parts of a list', () => {
  test('are matched by number, by order number and by what somebody wrote, each with its reference', async () => {
    const answers = await matched([
      { reference: 'a', mpn: resistor(0), manufacturer: 'Yageo' },
      { reference: 'b', mpn: resistor(1).toLowerCase() },
      { reference: 'c', sku: 'SHARED', supplierId: 'borealis' },
      { reference: 'd', text: `20x ${resistor(2)}` },
      { reference: 'e', mpn: 'NOBODY-MAKES-THIS-1' },
    ]);
    expect(answers.map(({ reference, status, product }) => [reference, status, product?.id])).toEqual([
      ['a', 'matched', resistorId(0)],
      ['b', 'matched', resistorId(1)],
      ['c', 'matched', resistorId(0)],
      ['d', 'matched', resistorId(2)],
      ['e', 'unresolved', undefined],
    ]);
    expect(answers[0]).toMatchObject({
      confidence: 'exact',
      rule: 'manufacturer_and_mpn',
      product: { manufacturer: 'Yageo', mpn: resistor(0) },
      offers: [],
      bestPrice: undefined,
      isOpen: false,
    });
    expect(answers[2]).toMatchObject({ rule: 'supplier_sku' });
    expect(answers[4]).toMatchObject({ unresolvedReason: 'not_found', lookups: [] });
    expect(answers[4]?.unresolvedMessage).not.toBe('');
  });

  test('that are not acceptable are answered with the field, and the others are matched', async () => {
    const answers = await matched([
      { mpn: resistor(0) },
      {},
      { mpn: resistor(1), quantity: -1 },
      { mpn: 'x'.repeat(300), reference: 'long' },
      { mpn: resistor(3), supplierId: 'borealis' },
      { mpn: resistor(2) },
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['matched', 'error', 'error', 'error', 'error', 'matched']);
    expect(itemErrors).toEqual(Array.from({ length: 4 }, () => 'MatchParts invalid_argument'));
    expect(answers.map(({ itemError }) => itemError?.field)).toEqual([
      undefined,
      'items[1].mpn',
      'items[2].quantity',
      'items[3].mpn',
      'items[4].sku',
      undefined,
    ]);
    expect(answers[3]).toMatchObject({ reference: 'long', itemError: { code: 'INVALID_ARGUMENT' } });
    expect(answers[3]?.itemError?.message).toContain('items[3].mpn');
  });

  test('come with the offers that the caller may see and the best price, if they are asked for', async () => {
    const [first, second] = await matched(
      [
        { mpn: resistor(0), quantity: 10 },
        { mpn: resistor(1), quantity: 10 },
      ],
      {
        includeOffers: true,
        includeBestPrice: true,
      },
    );
    expect(first?.offers.map(({ id }) => id)).toEqual([sharedOffer]);
    const alone = await new Promise<{ readonly finalPriceDecimal: string }>((resolve, reject) => {
      edge.pricing.calculatePrice(
        { offerId: sharedOffer, quantity: 10, deliveryZone: '', date: undefined },
        headers(fullKey),
        (error, response) => (error === null ? resolve(response) : reject(error)),
      );
    });
    expect({ ...first?.bestPrice, freshness: undefined }).toEqual({ ...alone, freshness: undefined });
    expect(first?.bestPrice).toMatchObject({ offerId: sharedOffer, finalPriceDecimal: '0.7', currency: 'EUR' });
    // What another tenant's credential has seen is not there.
    expect(second).toMatchObject({ status: 'matched', offers: [], bestPrice: undefined });
    expect(JSON.stringify(second)).not.toContain(hiddenOffer);
    expect(priced.includes(resistorId(0)) && quoted.includes(sharedOffer)).toBe(true);
  });

  test('by the order number at a supplier that only another tenant has seen are unknown', async () => {
    const [answer] = await matched([{ sku: 'HIDDEN', supplierId: 'borealis' }]);
    expect(answer).toMatchObject({ status: 'unresolved', candidates: [] });
  });

  test('may be a thousand, and no more', async () => {
    const items = Array.from({ length: 1_000 }, (_, at) => ({ mpn: resistor(at % 120), reference: String(at) }));
    const answers = await matched(items, { includeOffers: true });
    expect(answers.filter(({ status }) => status === 'matched')).toHaveLength(1_000);
    expect(answers.map(({ reference }) => reference)).toEqual(items.map(({ reference }) => reference));
    for (const wrong of [[], [...items, { mpn: 'x' }]]) {
      const { error } = await asking(wrong);
      expect(codeOf(error)).toBe('INVALID_ARGUMENT');
      expect(JSON.stringify(detailsOf(error))).toContain('items');
    }
  });

  test.each([
    [{ live: 'perhaps' }, 'live'],
    [{ deadlineSeconds: 301 }, 'deadline_seconds'],
    [{ deliveryZone: 'MOON' }, 'delivery_zone'],
    [{ currency: 'euro' }, 'currency'],
  ])('asked for with %j are refused with the field', async (more, field) => {
    const { error } = await asking([{ mpn: resistor(0) }], more);
    expect(JSON.stringify(detailsOf(error))).toContain(field);
  });
});

describe('parts that are unknown here', () => {
  /** Has every supplier that is asked about a part say that it has none, once all are asked. */
  const refuseSoon = async (mpn: string): Promise<void> => {
    const { sql } = database.pool;
    const { id: wantId } = identified({ kind: 'number', mpn });
    await eventually(async () => {
      const asked = await sql`select from part_want_lookup where want_id = ${wantId}`;
      return asked.length === lookingUp.length;
    });
    for (const id of lookingUp)
      await createWantQueue(sql).settle(id, [{ wantId, answer: 'not_carried', offerIds: [], units: 1 }], new Date());
  };

  test('are answered when suppliers have, after those that are known', async () => {
    const answered = asking([{ mpn: 'WAITED-FOR-1' }, { mpn: resistor(0) }], { live: 'wait' });
    await refuseSoon('WAITED-FOR-1');
    const { items } = await answered;
    expect(items.map(({ index }) => index)).toEqual([1, 0]);
    expect(items[1]).toMatchObject({ status: 'unresolved', unresolvedReason: 'not_carried', isOpen: false });
    expect(items[1]?.lookups.map(({ supplierId, status }) => `${supplierId} ${status}`)).toEqual([
      'borealis not_carried',
      'borealis not_carried',
    ]);
    // What was answered is not asked again.
    const [again] = await matched([{ mpn: 'waited-for-1' }], { live: 'wait' });
    expect(again).toMatchObject({ unresolvedReason: 'not_carried' });
  });

  test('are watched, from that they are looked for to what came of it', async () => {
    const call = callFor([{ mpn: 'WATCHED-1' }], { live: 'watch' });
    const isTold = eventOf(call, 'data');
    const answered = drainOf(call);
    await isTold;
    await refuseSoon('WATCHED-1');
    const { items } = await answered;
    expect(items[0]).toMatchObject({ unresolvedReason: 'looking_up', isOpen: true });
    expect(items.at(-1)).toMatchObject({ unresolvedReason: 'not_carried', isOpen: false });
  });

  test('are waited for until the deadline, and asked of nobody where nobody waits', async () => {
    const begunAt = performance.now();
    const [late] = await matched([{ mpn: 'NEVER-ANSWERED-1' }], { live: 'wait', deadlineSeconds: 1 });
    expect(late).toMatchObject({ unresolvedReason: 'lookup_unfinished', isOpen: false });
    expect(late?.lookups.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
    expect(performance.now() - begunAt).toBeGreaterThan(900);
    await matched([{ mpn: 'NOT-WAITED-FOR-1' }]);
    const { id } = identified({ kind: 'number', mpn: 'NOT-WAITED-FOR-1' });
    expect(await database.pool.sql`select from part_want where id = ${id}`).toHaveLength(0);
  });

  test('are no longer looked at when their caller has gone', async () => {
    const call = edge.catalog.matchParts(
      MatchPartsRequest.fromPartial({ items: [{ mpn: 'GIVEN-UP-1' }], live: 'watch', deadlineSeconds: 300 }),
      headers(catalogKey),
    );
    const ended = eventOf(call, 'error');
    await eventOf(call, 'data');
    call.cancel();
    await ended;
    const asked = () => database.pool.sql<{ at: Date }[]>`select max(wanted_at) as at from part_want`;
    // The service takes notice of that a little later.
    await eventually(async () => {
      const before = await asked();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await asked()).toEqual(before);
    });
  });
});
