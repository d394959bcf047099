import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { merge } from '../../../domain/ingestion/merge.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { statementDigests } from '../../../domain/ingestion/statement-digest.ts';
import {
  type Confirmed,
  decodeKnowledge,
  encodeKnowledge,
  type KnowledgeDocument,
} from '../../../storage/catalog/knowledge-document.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { readDescriptions } from '../../../storage/matching/offer-descriptions.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { inTransaction } from '../../../storage/pool/pool.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis, stockOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

/** An instant of one day. */
const at = (minutes: number): Date => new Date(Date.UTC(2026, 4, 7, 0, minutes));

const apply = (...batch: readonly Observation[]) => createObservationStore(database.pool.sql).apply(batch, untraced);

/** Whether what is seen was confirmed. */
const confirm = async (seen: Observation): Promise<boolean> => {
  const offerId = offerOf(seen.supplierSku);
  const statement = { offerId, ...statementDigests(seen, seen.observedAt) };
  const confirmations = createOfferConfirmations(database.pool.sql);
  return (await confirmations.confirm(seen.credentialId, seen.observedAt, [statement])).has(offerId);
};

interface View {
  readonly known: KnowledgeDocument;
  readonly confirmed: Confirmed;
  readonly lastObservedAt: Date;
  readonly lastWalkedAt: Date | null;
}

const viewOf = async (sku: string, credentialId = 'crd_system') => {
  const [view] = await database.pool.sql<View[]>`
    select known, confirmed, last_observed_at as "lastObservedAt", last_walked_at as "lastWalkedAt"
    from offer_view where offer_id = ${offerOf(sku)} and credential_id = ${credentialId}`;
  return view;
};

const descriptionOf = (sku: string) =>
  inTransaction(database.pool.sql, async (sql) => (await readDescriptions(sql, [offerOf(sku)])).get(offerOf(sku)));

const recorded = async (sku: string): Promise<number> => {
  const rows = await database.pool.sql`select from observation_history where offer_id = ${offerOf(sku)}`;
  return rows.length;
};

const whole = (sku: string, minutes: number, given: Partial<Observation> = {}): Observation =>
  observation(sku, {
    observedAt: at(minutes),
    runId: `run_${minutes}`,
    price: priceOf('1.50'),
    packaging: 'reel',
    stock: stockOf(7),
    description: { manufacturer: 'Yageo', mpn: 'X1', attributes: { b: '1', a: '2' } },
    ...given,
  });

describe('what is seen again just so', () => {
  it('is confirmed: all its instants move, and nothing is recorded or told', async () => {
    const first = whole('again', 1);
    await apply(first);
    expect(await confirm(whole('again', 2))).toBe(true);
    const view = await viewOf('again');
    if (view === undefined) throw new Error('there is no view');
    expect(decodeKnowledge(view.known, view.confirmed)).toMatchObject({
      price: { at: at(2), by: first.id },
      packaging: { at: at(2) },
      stock: { at: at(2) },
    });
    expect(view).toMatchObject({ lastObservedAt: at(2), lastWalkedAt: at(2) });
    expect(await descriptionOf('again')).toMatchObject({ mpn: { value: 'X1', at: at(2) } });
    expect(await recorded('again')).toBe(1);
    expect((await eventLog(database.pool.sql).read('offer', offerOf('again'))).map(({ event }) => event.type)).toEqual([
      'offer.created',
    ]);
  });

  it('is confirmed in parts, as the phases of a walk tell them', async () => {
    await apply(whole('parts', 1));
    expect(await confirm(observation('parts', { observedAt: at(2), price: priceOf('1.50') }))).toBe(true);
    expect(await confirm(observation('parts', { observedAt: at(3), stock: stockOf(7) }))).toBe(true);
    const view = await viewOf('parts');
    const known = view && decodeKnowledge(view.known, view.confirmed);
    expect(known).toMatchObject({ price: { at: at(2) }, stock: { at: at(3) }, packaging: { at: at(1) } });
  });

  it('notes its product as seen, by the first of an hour', async () => {
    const { sql } = database.pool;
    await apply(whole('noted', 1));
    await sql`
      insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact, quantities)
      values ('prd_noted', 'default', 'YAGEO', 'Yageo', 'X1', 'X1', 'X1', '{}')`;
    await sql`update offer set product_id = 'prd_noted', match_confidence = 'exact' where id = ${offerOf('noted')}`;
    for (const minutes of [61, 62]) await confirm(whole('noted', minutes));
    const [product] = await sql<{ at: Date }[]>`select observed_at as at from product where id = 'prd_noted'`;
    expect(product?.at).toEqual(at(61));
  });

  it('is known to what is applied after it: an older statement changes nothing', async () => {
    await apply(whole('late', 1));
    await confirm(whole('late', 5));
    await apply(
      observation('late', { observedAt: at(3), price: priceOf('9'), description: { mpn: 'X0', text: 'seen late' } }),
    );
    const view = await viewOf('late');
    expect(view && decodeKnowledge(view.known, view.confirmed)).toMatchObject({
      price: { value: priceOf('1.50'), at: at(5) },
    });
    expect(await descriptionOf('late')).toMatchObject({ mpn: { value: 'X1', at: at(5) }, text: { at: at(3) } });
  });

  it('is what other processes that keep offers are told of', async () => {
    const { sql } = database.pool;
    await apply(whole('followed', 1));
    const [before] = await sql<{ count: number }[]>`
      select count(*)::int from offer_change where offer_id = ${offerOf('followed')}`;
    await confirm(whole('followed', 2));
    const [after] = await sql<{ count: number }[]>`
      select count(*)::int from offer_change where offer_id = ${offerOf('followed')}`;
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(1);
  });
});

describe('what is not confirmed', () => {
  const { sql } = { sql: () => database.pool.sql };
  const seen = { first: 1, again: 2 };
  const cases: readonly [
    what: string,
    before: (sku: string) => Promise<unknown>,
    again: (sku: string) => Observation,
  ][] = [
    ['an offer that is not there', async () => undefined, (sku) => whole(sku, seen.again)],
    ['an offer that says nothing', (sku) => apply(whole(sku, 1)), (sku) => observation(sku, { observedAt: at(2) })],
    ['another price', (sku) => apply(whole(sku, 1)), (sku) => whole(sku, 2, { price: priceOf('1.51') })],
    ['another stock', (sku) => apply(whole(sku, 1)), (sku) => whole(sku, 2, { stock: stockOf(8) })],
    ['a part that was not told before', (sku) => apply(whole(sku, 1)), (sku) => whole(sku, 2, { leadTimeDays: 3 })],
    [
      'another attribute',
      (sku) => apply(whole(sku, 1)),
      (sku) => whole(sku, 2, { description: { manufacturer: 'Yageo', mpn: 'X1', attributes: { a: '2', b: '2' } } }),
    ],
    [
      'a description of which another credential has said a part since',
      (sku) =>
        apply(
          whole(sku, 1),
          observation(sku, { credentialId: 'crd_acme', observedAt: at(2), description: { mpn: 'X1' } }),
        ),
      (sku) => whole(sku, 3),
    ],
    [
      'what another credential has seen',
      (sku) => apply(whole(sku, 1)),
      (sku) => whole(sku, 2, { credentialId: 'crd_acme' }),
    ],
    ['what was seen on another day', (sku) => apply(whole(sku, 1)), (sku) => whole(sku, 24 * 60)],
    [
      'what was seen later by another question',
      (sku) => apply(whole(sku, 1), observation(sku, { observedAt: at(3) })),
      (sku) => whole(sku, 2),
    ],
    [
      'a price that is held back: to see it again settles it',
      (sku) => apply(whole(sku, 0), whole(sku, 1, { price: priceOf('99') })),
      (sku) => whole(sku, 2, { price: priceOf('99') }),
    ],
    [
      'a withdrawn offer, which is back',
      async (sku) => {
        await apply(whole(sku, 1));
        await sql()`update offer_view set withdrawn_at = ${at(1)} where offer_id = ${offerOf(sku)}`;
      },
      (sku) => whole(sku, 2),
    ],
    [
      'what a process of the version before has overwritten',
      async (sku) => {
        await apply(whole(sku, 1));
        await sql()`
          update offer_view set known = ${'{"price":"on_request","stated":[]}'}::text::json, last_observed_at = ${at(2)}
          where offer_id = ${offerOf(sku)}`;
      },
      (sku) => whole(sku, 3),
    ],
  ];

  it('what a late observation has made of it, applied by a process of the version before', async () => {
    await apply(whole('late-before', 1));
    expect(await confirm(whole('late-before', 5))).toBe(true);
    const known = (await viewOf('late-before'))?.known;
    if (known === undefined) throw new Error('there is no view');
    // It reads no confirmations, and the later instant stays.
    const late = merge(decodeKnowledge(known), whole('late-before', 3, { price: priceOf('1.60') }));
    await sql()`
      update offer_view set known = ${JSON.stringify(encodeKnowledge(late))}::text::json
      where offer_id = ${offerOf('late-before')}`;
    expect(await confirm(whole('late-before', 6))).toBe(false);
    const view = await viewOf('late-before');
    expect(view && decodeKnowledge(view.known, view.confirmed)).toMatchObject({
      price: { value: priceOf('1.60'), at: at(3) },
      packaging: { at: at(3) },
    });
  });

  it('a description that a process of the version before has written', async () => {
    await apply(whole('described-before', 1));
    const stated = [[at(2).toISOString(), 'obs_before', ['manufacturer', 'mpn', 'attributes']]];
    await sql()`
      update offer set mpn = 'X2', stated = ${JSON.stringify(stated)}::text::json
      where id = ${offerOf('described-before')}`;
    // A price that this version applies is no news of the description.
    await apply(observation('described-before', { observedAt: at(3), price: priceOf('1.60') }));
    expect(await confirm(whole('described-before', 4, { price: priceOf('1.60') }))).toBe(false);
  });

  it.each(cases)('%s', async (what, before, again) => {
    const sku = what.replaceAll(' ', '-');
    await before(sku);
    const view = await viewOf(sku);
    expect(await confirm(again(sku))).toBe(false);
    expect(await viewOf(sku)).toEqual(view);
  });

  it('a view that is being written, which it does not wait for', async () => {
    await apply(whole('written', 1));
    await inTransaction(database.pool.sql, async (transaction) => {
      await transaction`select from offer_view where offer_id = ${offerOf('written')} for update`;
      expect(await confirm(whole('written', 2))).toBe(false);
    });
    expect(await confirm(whole('written', 2))).toBe(true);
  });
});

describe('the past of what was confirmed', () => {
  /** An instant of a day to come, for which the history has its partition already. */
  const then = (minutes: number): Date => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 0, minutes));
  };
  /** When price and stock were last seen, as known at an instant. */
  const seenAsOf = async (sku: string, minutes: number) => {
    const [offer] = await createOfferStore(database.pool.sql).asOf([offerOf(sku)], then(minutes));
    const [view] = offer?.views ?? [];
    return [view?.price, view?.stock].map((part) => part && (part.observedAt.getTime() - then(0).getTime()) / 60_000);
  };
  const seen = (sku: string, minutes: number, said: Partial<Observation>): Observation =>
    observation(sku, { observedAt: then(minutes), runId: `run_${minutes}`, ...said });
  const confirmThen = async (again: Observation): Promise<boolean> => {
    const isConfirmed = await confirm(again);
    await database.pool.sql`
      update offer_view set confirmed_at[cardinality(confirmed_at)] = ${again.observedAt}
      where offer_id = ${offerOf(again.supplierSku)} and ${isConfirmed}`;
    return isConfirmed;
  };
  /** Records it as of when it was seen. */
  const record = async (sku: string, minutes: number, said: Partial<Observation>) => {
    await apply(seen(sku, minutes, said));
    await database.pool.sql`
      update observation_history set recorded_at = observed_at where offer_id = ${offerOf(sku)}`;
  };
  const said = { price: priceOf('1'), stock: stockOf(7) };

  it('has the instants at which its parts had been seen by then', async () => {
    await record('past', 1, said);
    expect(await confirmThen(seen('past', 3, said))).toBe(true);
    expect(await confirmThen(seen('past', 5, { stock: stockOf(7) }))).toBe(true);
    const told = async () => [
      await seenAsOf('past', 0),
      await seenAsOf('past', 2),
      await seenAsOf('past', 3),
      await seenAsOf('past', 4),
      await seenAsOf('past', 6),
    ];
    const expected = [
      [undefined, undefined],
      [1, 1],
      [3, 3],
      [3, 3],
      [3, 5],
    ];
    expect(await told()).toEqual(expected);
    // What is recorded since leaves the past as it was.
    await record('past', 7, { price: priceOf('1.1') });
    expect(await confirmThen(seen('past', 9, { price: priceOf('1.1') }))).toBe(true);
    expect(await told()).toEqual(expected);
    expect([await seenAsOf('past', 8), await seenAsOf('past', 9)]).toEqual([
      [7, 5],
      [9, 5],
    ]);
  });

  it('is bounded: what was confirmed often is recorded anew', async () => {
    await record('often', 0, said);
    let confirmed = 0;
    while (await confirmThen(seen('often', confirmed + 1, said))) confirmed += 1;
    expect(confirmed).toBe(64);
    await record('often', confirmed + 1, said);
    expect(await confirmThen(seen('often', confirmed + 2, said))).toBe(true);
    expect(await seenAsOf('often', 33)).toEqual([33, 33]);
  });
});

/** What may be said, of few values, so that much is said again. */
const saying = fc.record(
  {
    credentialId: fc.constantFrom('crd_system', 'crd_acme'),
    price: fc.constantFrom('1', '1.1', '99').map(priceOf),
    packaging: fc.constantFrom('reel', 'tape'),
    stock: fc.constantFrom(1, 2).map(stockOf),
    description: fc.constantFrom({ mpn: 'X1' }, { mpn: 'X1', text: 'a part' }, { mpn: 'X2', attributes: {} }),
  },
  { requiredKeys: ['credentialId'] },
);

test('confirming what can be and applying the rest comes to what applying all comes to', async () => {
  let family = 0;
  let confirmed = 0;
  const stateOf = async (sku: string) => {
    const views = await Promise.all(['crd_system', 'crd_acme'].map((credentialId) => viewOf(sku, credentialId)));
    const without = ({ by: _, ...stated }: { readonly by: string }) => stated;
    return {
      views: views.map((view) => {
        if (view === undefined) return undefined;
        const { priceHold, ...parts } = decodeKnowledge(view.known, view.confirmed);
        const known = Object.entries(parts).map(([part, stated]) => [part, without(stated)]);
        const hold = priceHold && [without(priceHold.confirmed), priceHold.since, priceHold.jump, priceHold.runId];
        return { known: known.toSorted(), hold, lastObservedAt: view.lastObservedAt, lastWalkedAt: view.lastWalkedAt };
      }),
      description: Object.entries((await descriptionOf(sku)) ?? {}).map(([part, stated]) => [part, without(stated)]),
    };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(saying, { minLength: 2, maxLength: 10 }), async (sayings) => {
      family += 1;
      const [plain, sparing] = [`plain_${family}`, `sparing_${family}`];
      for (const [index, said] of sayings.entries()) {
        const given = { ...said, observedAt: at(index), runId: `run_${index}` };
        await apply(observation(plain, given));
        const seen = observation(sparing, given);
        if (await confirm(seen)) confirmed += 1;
        else await apply(seen);
      }
      expect(await stateOf(sparing)).toEqual(await stateOf(plain));
    }),
  );
  expect(confirmed).toBeGreaterThan(family / 10);
});
