import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { soundLookups } from '../../../domain/ingestion/lookup-health.ts';
import { statementDigests } from '../../../domain/ingestion/statement-digest.ts';
import { decideOffer } from '../../../domain/matching/decide-offer.ts';
import { identified, type PartWant } from '../../../domain/wants/part-want.ts';
import type { WantOrder } from '../../../domain/wants/ports.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createLookupQueue } from '../../../storage/connectors/lookup-queue.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferConfirmations } from '../../../storage/offers/offer-confirmations.ts';
import { createPartWants, createWantQueue } from '../../../storage/wants/part-want-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { matchingWorld } from '../../support/matching-world.ts';
import { observation, offerOf, priceOf, putBorealis, stockOf } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

const hourMs = 3_600_000;
const again = { topMs: hourMs, otherMs: 24 * hourMs };

describe('wanted parts', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    const { sql } = database.pool;
    await putBorealis(createSupplierStore(sql, testSealer()));
    const callers = createCallerStore(sql);
    await callers.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
    await callers.putCustomer({ id: 'globex', name: 'Globex', groupIds: ['buyers-club'] });
    // No product is known, and yet they look up.
    for (const id of ['crd_acme', 'crd_group', 'crd_system']) await createLookupQueue(sql).enqueueNew(id, again);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.sql`truncate part_want, product, offer cascade`;
    await database.pool.sql`delete from lookup`;
  });

  const wants = () => createPartWants(database.pool.sql);
  const queue = () => createWantQueue(database.pool.sql);
  const order = (customerId: string, given: readonly PartWant[], changes: Partial<WantOrder> = {}): WantOrder => ({
    wants: given.map(identified),
    customerIds: [customerId],
    priority: 'high',
    since: new Date(Date.now() - hourMs),
    now: new Date(),
    cause: { correlationId: `of ${customerId}`, traceparent: undefined },
    ...changes,
  });
  const number = (mpn: string): PartWant => ({ kind: 'number', mpn });
  const soon = (): Date => new Date(Date.now() + 1_000);
  const dueOf = async (credentialId: string) => {
    const due = await queue().due(credentialId, soon(), 100);
    return due.map(({ want }) => (want.kind === 'number' ? want.mpn : want.sku)).toSorted();
  };
  const statesOf = async (asked: WantOrder) => {
    const [customerId = ''] = asked.customerIds;
    const found = (await wants().survey(asked)).get(customerId) ?? [];
    return found.map(({ state }) => state.kind).toSorted();
  };

  it('go into the queues of the credentials that the customer may use, and of no other', async () => {
    expect(await wants().ask(order('acme', [number('NE555P')]))).toEqual(['borealis']);
    expect(await dueOf('crd_acme')).toEqual(['NE555P']);
    expect(await dueOf('crd_system')).toEqual(['NE555P']);
    expect(await dueOf('crd_group')).toEqual([]);
    const lookups = createLookupQueue(database.pool.sql);
    expect(await lookups.queue('crd_acme', soon())).toEqual({ due: 1, nextDueAt: expect.any(Date) });
    expect(await lookups.queue('crd_group', soon())).toEqual({ due: 0, nextDueAt: undefined });
  });

  it.each([
    ['disabled', 'disabled_at = now()', 'disabled_at = null'],
    ['without a secret', 'secret = null', 'secret = before.secret'],
    ['that reads in bulk', 'enrolled_at = null', 'enrolled_at = before.enrolled_at'],
  ])('are not asked of a credential %s', async (_, out, back) => {
    const { sql } = database.pool;
    await sql`drop table if exists before`;
    await sql`create table before as select id, secret, enrolled_at from credential`;
    await sql.unsafe(`update credential set ${out} where id = 'crd_acme'`);
    await wants().ask(order('acme', [number('NE555P')]));
    expect([await dueOf('crd_acme'), await dueOf('crd_system')]).toEqual([[], ['NE555P']]);
    await sql.unsafe(`update credential set ${back} from before where before.id = credential.id`);
    await wants().ask(order('acme', [number('LM358')]));
    expect(await dueOf('crd_acme')).toEqual(['LM358']);
    await sql`drop table before`;
  });

  it('are forgotten that nobody has wanted since, so many at a time', async () => {
    const at = (hours: number) => new Date(Date.now() - hours * hourMs);
    for (const [hours, mpn] of [
      [3, 'NE555P'],
      [2, 'LM358'],
      [1, 'BC547'],
    ] as const)
      await wants().ask(order('acme', [number(mpn)], { now: at(hours) }));
    // Wanted again, and with an instant that is long past.
    await wants().ask(order('acme', [number('LM358')], { now: at(0) }));
    await wants().ask(order('acme', [number('LM358')], { now: at(9) }));
    const before = at(0.5);
    expect([await wants().forget(before, 1), await wants().forget(before, 9), await wants().forget(before, 9)]).toEqual(
      [1, 1, 0],
    );
    const [left] = await database.pool.sql`select mpn from part_want`;
    expect(left?.mpn).toBe('LM358');
  });

  it('are asked for once, whoever wants them and however often', async () => {
    await wants().ask(order('acme', [number('NE555P')]));
    await wants().ask(order('globex', [number('ne-555p')]));
    expect(await dueOf('crd_system')).toEqual(['NE555P']);
    expect(await dueOf('crd_group')).toEqual(['ne-555p'].map(() => 'NE555P'));
    const [due] = await queue().due('crd_system', soon(), 1);
    expect(due?.cause).toEqual({ correlationId: 'of acme', traceparent: undefined });
  });

  it('at a supplier that is not known are not asked of anybody', async () => {
    const asked = order('acme', [{ kind: 'sku', supplierId: 'nobody', sku: 'X-1' }]);
    expect(await wants().ask(asked)).toEqual([]);
    expect(await statesOf(asked)).toEqual([]);
  });

  it('that a supplier does not carry are remembered as such for as long as the answer holds', async () => {
    const asked = order('acme', [number('NE555P')]);
    await wants().ask(asked);
    expect(await statesOf(asked)).toEqual(['waiting', 'waiting']);
    const { id } = identified(number('NE555P'));
    const answer = { wantId: id, answer: 'not_carried', offerIds: [], units: 1 } as const;
    for (const each of ['crd_acme', 'crd_system']) await queue().settle(each, [answer], new Date());
    expect(await statesOf(asked)).toEqual(['not_carried', 'not_carried']);
    expect(await wants().ask(asked)).toEqual([]);
    expect(await dueOf('crd_system')).toEqual([]);
    const later = { ...asked, since: soon() };
    expect(await statesOf(later)).toEqual(['waiting', 'waiting']);
    expect(await wants().ask(later)).toEqual(['borealis']);
    expect(await dueOf('crd_system')).toEqual(['NE555P']);
  });

  it('that are found are told once their offers are applied and matched, and may make their product known', async () => {
    const { sql } = database.pool;
    await sql`update supplier set creates_products = false`;
    const asked = order('acme', [number('NE555P')]);
    await wants().ask(asked);
    const { id } = identified(number('NE555P'));
    // An offer that was there before and that nothing fitted.
    const described = { description: { manufacturer: 'Maker', mpn: 'NE555P' } };
    await createObservationStore(sql).apply([observation('B-1', { ...described, observedAt: new Date() })], untraced);
    await sql`
      update offer set matched_at = now(), match_confidence = 'unmatched', match_rule = 'no_product', match_strategy = 'deterministic',
        match_evidence = '{}' where id = ${offerOf('B-1')}`;
    const hit = { wantId: id, answer: 'found', offerIds: [offerOf('B-1')], units: 1 } as const;
    const askedAt = new Date(Date.now() - 1_000);
    await queue().settle('crd_system', [hit], askedAt);
    await queue().settle('crd_acme', [{ wantId: id, answer: 'not_carried', offerIds: [], units: 1 }], new Date());
    expect(await statesOf(asked)).toEqual(['applying', 'not_carried']);
    const pending = await createMatchStore(sql).backlog(10);
    const own = pending.find(({ offerId }) => offerId === offerOf('B-1'));
    expect(own).toMatchObject({ createsProducts: true });
    await sql`update offer set matched_at = now()`;
    expect(await statesOf(asked)).toEqual(['found', 'not_carried']);
  });

  it('are not told once their offers are merely seen again, while the answer is on its way', async () => {
    const { sql } = database.pool;
    const asked = order('acme', [number('NE555P')]);
    await wants().ask(asked);
    const { id } = identified(number('NE555P'));
    const midday = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs + 12 * hourMs;
    const at = (minutes: number): Date => new Date(midday + minutes * 60_000);
    const before = observation('B-2', { observedAt: at(1), price: priceOf('1'), stock: stockOf(7) });
    await createObservationStore(sql).apply([before], untraced);
    const offerId = offerOf('B-2');
    const hit = { wantId: id, answer: 'found', offerIds: [offerId], units: 1 } as const;
    await queue().settle('crd_system', [hit], at(2));
    await queue().settle('crd_acme', [{ ...hit, answer: 'not_carried', offerIds: [] }], at(2));
    await sql`update offer set matched_at = now()`;
    const seen = observation('B-2', { observedAt: at(3), phase: 'stocks', stock: stockOf(7) });
    const statement = { offerId, ...statementDigests(seen, seen.observedAt) };
    expect(await createOfferConfirmations(sql).confirm('crd_system', seen.observedAt, [statement])).toEqual(
      new Set([offerId]),
    );
    const states = () => statesOf({ ...asked, since: at(0) });
    expect(await states()).toEqual(['applying', 'not_carried']);
    const answer = observation('B-2', { observedAt: at(2.5), phase: 'lookup', price: priceOf('2') });
    await createObservationStore(sql).apply([answer], untraced);
    expect(await states()).toEqual(['found', 'not_carried']);
  });

  it('that are answered or in the queue are not asked for a second time when their product is known', async () => {
    const { sql } = database.pool;
    await wants().ask(order('acme', [number('NE555PW')]));
    const described = { description: { manufacturer: 'Maker', mpn: 'NE555PW' } };
    await createObservationStore(sql).apply([observation('B-3', described)], untraced);
    const askedAt = new Date();
    const hit = {
      wantId: identified(number('NE555PW')).id,
      answer: 'found',
      offerIds: [offerOf('B-3')],
      units: 1,
    } as const;
    await queue().settle('crd_system', [hit], askedAt);
    const part = { profileId: defaultProfile.id, manufacturer: 'Maker', mpn: 'NE555PW' };
    await createCatalogStore(sql).upsert([part], new Date(), untraced);
    await sql`
      update offer set product_id = product.id from product where product.mpn = 'NE555PW' and offer.id = ${offerOf('B-3')}`;

    // Of those who found nothing, one has answered too.
    const nothing = { ...hit, answer: 'not_carried', offerIds: [] } as const;
    await queue().settle('crd_acme', [nothing], askedAt);
    await wants().ask(order('globex', [number('NE555PW')]));
    const lookups = createLookupQueue(sql);
    for (const id of ['crd_acme', 'crd_system', 'crd_group']) await lookups.enqueueNew(id, again);
    for (const id of ['crd_acme', 'crd_system', 'crd_group']) expect(await lookups.due(id, soon(), 10)).toEqual([]);
    const nextDay = new Date(askedAt.getTime() + again.otherMs);
    expect(await lookups.due('crd_system', nextDay, 10)).toMatchObject([{ mpn: 'NE555PW' }]);
  });

  it('that were being matched while they were found are decided again', async () => {
    const { sql } = database.pool;
    const matches = createMatchStore(sql);
    await sql`update supplier set creates_products = false`;
    const asked = order('acme', [number('NE555D')]);
    await wants().ask(asked);
    const described = { description: { manufacturer: 'Maker', mpn: 'NE555D' } };
    await createObservationStore(sql).apply([observation('B-2', described)], untraced);
    const pending = (await matches.backlog(10)).filter(({ offerId }) => offerId === offerOf('B-2'));
    const evidence = await matches.evidence(pending);
    const decided = pending.map((offer) => decideOffer(offer, evidence, { strategies: [] }));
    expect(decided).toMatchObject([{ rule: 'no_product', confidence: 'unmatched' }]);
    const hit = {
      wantId: identified(number('NE555D')).id,
      answer: 'found',
      offerIds: [offerOf('B-2')],
      units: 1,
    } as const;
    for (const each of ['crd_system', 'crd_acme']) await queue().settle(each, [hit], new Date());
    await matches.record(decided, untraced, new Date());
    expect(await statesOf(asked)).toEqual(['applying', 'applying']);
    expect(await matches.backlog(10)).toContainEqual(
      expect.objectContaining({ offerId: offerOf('B-2'), createsProducts: true }),
    );
  });

  /** Holds the look-ups of a want until it is let go, as somebody who asks for it again does. */
  const holdingLookUps = async (wantId: string) => {
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = database.pool.sql.begin(async (transaction) => {
      await transaction`select from part_want_lookup where want_id = ${wantId} for update`;
      held.resolve();
      await release.promise;
    });
    await held.promise;
    return async () => {
      release.resolve();
      await done;
    };
  };
  const someoneWaits = async (): Promise<boolean> => (await lockWaits(database.pool.sql)) > 0;

  it('whose new offers are matched while it is noted that they were found have a product once that is told', async () => {
    const { sql } = database.pool;
    await sql`update supplier set creates_products = false`;
    const asked = order('acme', [number('NE555DR')]);
    await wants().ask(asked);
    const { id } = identified(number('NE555DR'));
    const askedAt = new Date();
    const letGo = await holdingLookUps(id);
    const hit = { wantId: id, answer: 'found', offerIds: [offerOf('B-5')], units: 1 } as const;
    const settled = queue().settle('crd_system', [hit], askedAt);
    await eventually(someoneWaits);
    const described = { description: { manufacturer: 'Maker', mpn: 'NE555DR' } };
    await createObservationStore(sql).apply([observation('B-5', { ...described, observedAt: askedAt })], untraced);
    const matching = matchingWorld(database);
    await matching.matchBatch();
    await letGo();
    await settled;
    await matching.matchBatch();
    expect(await statesOf(asked)).toEqual(['found', 'waiting']);
    const products = await createCatalogStore(sql).search({ text: 'NE555DR' }, undefined, 10);
    expect(products.map(({ mpn }) => mpn)).toEqual(['NE555DR']);
  });

  it('that are answered again are not told as applied before by that', async () => {
    const asked = order('acme', [number('NE555DT')]);
    await wants().ask(asked);
    const { id } = identified(number('NE555DT'));
    const hit = { wantId: id, answer: 'found', offerIds: [offerOf('B-6')], units: 1 } as const;
    await queue().settle('crd_system', [hit], new Date(Date.now() - 1_000));
    expect(await statesOf(asked)).toEqual(['applying', 'waiting']);
    const letGo = await holdingLookUps(id);
    const settled = queue().settle('crd_system', [hit], new Date());
    await eventually(someoneWaits);
    expect(await statesOf(asked)).toEqual(['applying', 'waiting']);
    await letGo();
    await settled;
    expect(await statesOf(asked)).toEqual(['applying', 'waiting']);
  });

  it('of known parts are told once what was answered is applied, and not what was known before', async () => {
    const { sql } = database.pool;
    const asked = order('acme', [number('NE555N')]);
    await wants().ask(asked);
    const described = { description: { manufacturer: 'Maker', mpn: 'NE555N' } };
    const observations = createObservationStore(sql);
    await observations.apply([observation('B-4', described)], untraced);
    await sql`update offer set matched_at = now()`;
    const askedAt = new Date();
    const hit = {
      wantId: identified(number('NE555N')).id,
      answer: 'found',
      offerIds: [offerOf('B-4')],
      units: 1,
    } as const;
    await queue().settle('crd_system', [hit], askedAt);
    expect(await statesOf(asked)).toEqual(['applying', 'waiting']);
    await observations.apply([observation('B-4', { ...described, observedAt: askedAt })], untraced);
    await sql`update offer set matched_at = now()`;
    expect(await statesOf(asked)).toEqual(['found', 'waiting']);
  });

  it('of some suppliers are asked of those alone, and are over when those have answered', async () => {
    const of = (...suppliers: readonly string[]) => order('acme', [{ kind: 'number', mpn: 'NE555P', suppliers }]);
    expect(await wants().ask(of('nobody'))).toEqual([]);
    expect(await statesOf(of('nobody'))).toEqual([]);
    expect(await wants().ask(of('nobody', 'borealis'))).toEqual(['borealis']);
    expect(await statesOf(of('nobody', 'borealis'))).toEqual(['waiting', 'waiting']);
    expect(await statesOf(of('nobody'))).toEqual([]);
  });

  it('of one customer say nothing to another, whose credentials have not asked', async () => {
    await wants().ask(order('acme', [number('NE555P')]));
    await database.pool.sql`delete from part_want_lookup where credential_id = 'crd_system'`;
    expect(await statesOf(order('globex', [number('NE555P')]))).toEqual([]);
  });

  it('cost what the plug-in of each credential says, and are told what their answers have cost', async () => {
    const tariff = { unit: 'calls', byNumber: { parts: 10, units: 2 } } as const;
    await createLookupQueue(database.pool.sql).enqueueNew('crd_acme', again, tariff);
    const asked = order('acme', [number('NE555P')]);
    const { id } = identified(number('NE555P'));
    const costs = async (suppliers?: readonly string[]) => {
      const wanted = [{ id, ...(suppliers && { suppliers }) }];
      return (await wants().costs({ wants: wanted, customerIds: ['acme'] })).get('acme');
    };
    const own = { wantId: id, supplierId: 'borealis', credentialId: 'crd_acme', tariff };
    const systems = { ...own, credentialId: 'crd_system', tariff: undefined, askedAt: undefined, units: undefined };
    // Before anything stands in a queue, too.
    expect(await costs()).toEqual([{ ...own, askedAt: undefined, units: undefined }, systems]);
    await wants().ask(asked);
    const askedAt = new Date();
    await queue().settle('crd_acme', [{ wantId: id, answer: 'not_carried', offerIds: [], units: 0.2 }], askedAt);
    expect(await costs()).toEqual([{ ...own, askedAt, units: 0.2 }, systems]);
    expect(await costs(['nobody'])).toEqual([]);
  });

  it('wait out a credential that fails, and are put off when others go before', async () => {
    const asked = order('acme', [number('NE555P')]);
    await wants().ask(asked);
    await database.pool.sql`update credential set failing_since = now() where id = 'crd_acme'`;
    expect(await statesOf(asked)).toEqual(['unreachable', 'waiting']);
    await database.pool.sql`update credential set failing_since = null`;
    await queue().defer('crd_system', [identified(number('NE555P')).id], new Date());
    expect(await dueOf('crd_system')).toEqual([]);
  });

  it('are put off at one credential, and no others of it', async () => {
    await wants().ask(order('acme', [number('NE555P'), number('LM358')]));
    await queue().defer('crd_system', [identified(number('NE555P')).id], new Date());
    expect(await dueOf('crd_system')).toEqual(['LM358']);
    expect(await dueOf('crd_acme')).toEqual(['LM358', 'NE555P']);
  });

  it('by number are unreachable where a supplier answers by order numbers alone, which are still asked', async () => {
    const lookups = createLookupQueue(database.pool.sql);
    const failing = { kind: 'failing', since: new Date(), probes: 0, probeAt: soon() } as const;
    await lookups.saveHealth('crd_acme', { ...soundLookups, number: failing });
    expect(await lookups.health('crd_acme')).toEqual({ ...soundLookups, number: failing });
    const asked = order('acme', [number('NE555P'), { kind: 'sku', supplierId: 'borealis', sku: 'B-1' }]);
    await wants().ask(asked);
    expect(await statesOf(asked)).toEqual(['unreachable', 'waiting', 'waiting', 'waiting']);
    const kindsOf = async (only?: 'number' | 'sku') =>
      (await queue().due('crd_acme', soon(), 10, only)).map(({ want }) => want.kind).toSorted();
    expect(await kindsOf()).toEqual(['number', 'sku']);
    expect([await kindsOf('sku'), await kindsOf('number')]).toEqual([['sku'], ['number']]);
    await lookups.saveHealth('crd_acme', soundLookups);
    expect(await statesOf(asked)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  });

  it('are forgotten when nobody has wanted them for long', async () => {
    await wants().ask(order('acme', [number('NE555P')], { now: new Date('2020-01-01T00:00:00Z') }));
    await wants().ask(order('acme', [number('NE555D')]));
    expect(await wants().forget(new Date(Date.now() - hourMs), 100)).toBe(1);
    expect(await dueOf('crd_system')).toEqual(['NE555D']);
  });
});
