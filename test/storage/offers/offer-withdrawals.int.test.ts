import { afterEach, beforeEach, expect, test } from 'vitest';
import { judgeWalks } from '../../../actors/connector/judge-walks.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import type { Judged } from '../../../domain/ingestion/ports.ts';
import { withdrawnSince } from '../../../domain/offers/offer.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createOfferWithdrawals } from '../../../storage/offers/offer-withdrawals.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { observation, offerOf, priceOf, putBorealis } from '../../support/observations.ts';
import { hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterEach(() => database.close());

let runs = 0;

/** Stores a walk of the system's credential that began at an instant; returns its id. */
const walked = async (
  startedAt: Date,
  { kind = 'catalogue', outcome = 'success', read = 1, unreadable = {} }: Partial<Walked> = {},
): Promise<string> => {
  runs += 1;
  const runId = `run_walk_${runs}`;
  const phases = read === 0 ? {} : { catalogue: { read, unreadable: 0 } };
  await database.pool.sql`
    insert into ingestion_tick (run_id, supplier_id, credential_id, kind, started_at, items, prices, stocks, warehouses,
      pages, rows, finished_at, outcome, reason)
    values (${runId}, 'borealis', 'crd_system', ${kind}, ${startedAt}, 9, 0, 0, 0, 1,
      ${JSON.stringify({ phases, reasons: {}, ...unreadable })}::text::json,
      ${startedAt}, ${outcome}, ${outcome === 'failure' ? 'it gave up' : null})`;
  return runId;
};

interface Walked {
  readonly kind: string;
  readonly outcome: string;
  /** Rows of the catalogue that it has read. */
  readonly read: number;
  readonly unreadable: object;
}

const seen = (hours: number, skus: readonly string[], phase = 'catalogue'): Promise<unknown> =>
  createObservationStore(database.pool.sql).apply(
    skus.map((sku): Observation => observation(sku, { phase, observedAt: hoursBefore(hours), price: priceOf('1') })),
    untraced,
  );

const range = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`);
const offersOf = (skus: readonly string[]) => skus.map(offerOf).toSorted();

/** Judges what there is; returns the offers that were withdrawn. */
const judged = async (waiting: ReadonlyMap<string, number> | 'not known' = new Map()): Promise<readonly string[]> => {
  const withdrawn: string[] = [];
  const deps = {
    withdrawals: createOfferWithdrawals(database.pool.sql),
    waiting: async () => (waiting === 'not known' ? undefined : waiting),
    onWithdrawn: (ids: readonly string[]) => void withdrawn.push(...ids),
    newContext: () => untraced,
    log: recordingLogger(),
    now: () => noon,
  };
  await judgeWalks(deps, new AbortController().signal);
  return withdrawn.toSorted();
};

/** What is found of the latest walk. */
const found = async (onWithdrawn: (ids: readonly string[]) => void = () => undefined): Promise<Judged> => {
  const withdrawals = createOfferWithdrawals(database.pool.sql);
  const [walk] = await withdrawals.unjudged();
  if (walk === undefined) throw new Error('there is no walk to judge');
  const { signal } = new AbortController();
  return withdrawals.judge(walk, { now: noon, context: untraced, signal, onWithdrawn });
};

const withdrawnAt = async (sku: string): Promise<Date | undefined> => {
  const [offer] = await createOfferStore(database.pool.sql).byIds([offerOf(sku)]);
  return offer?.views[0]?.withdrawnAt;
};

const eventsOf = async (sku: string) =>
  (await eventLog(database.pool.sql).read('offer', offerOf(sku))).map(({ event }) => event);

const stay = range('stays', 50);

test('a SKU that a full walk no longer holds is withdrawn, and is back when it is seen again', async () => {
  await seen(30, [...stay, 'goes', 'goes-too']);
  await walked(hoursBefore(31));
  expect(await judged()).toEqual([]);

  // Walks that did not end well, and those over prices alone, withdraw nothing.
  await walked(hoursBefore(29), { outcome: 'failure' });
  await walked(hoursBefore(28), { kind: 'prices' });
  expect(await judged()).toEqual([]);

  const runId = await walked(hoursBefore(20), { read: 50 });
  // The same as before: a row that says nothing new was seen all the same.
  await seen(19, stay);
  // Not before all is applied that the walk has seen.
  expect(await judged(new Map([['borealis', 1]]))).toEqual([]);
  expect(await judged(new Map([['', 1]]))).toEqual([]);
  expect(await judged('not known')).toEqual([]);
  expect(await judged(new Map([['another', 1]]))).toEqual(offersOf(['goes', 'goes-too']));
  // Once.
  expect(await judged()).toEqual([]);
  expect(await withdrawnAt('goes')).toEqual(noon);
  expect(await withdrawnAt('stays-0')).toBeUndefined();
  expect((await eventsOf('goes')).at(-1)).toEqual({
    type: 'offer.withdrawn',
    offerId: offerOf('goes'),
    credentialId: 'crd_system',
    runId,
  });

  // What comes late was seen before the walk.
  await seen(40, ['goes']);
  expect(await withdrawnAt('goes')).toEqual(noon);
  // A look-up brings it back, too.
  await seen(18, ['goes'], 'lookup');
  expect(await withdrawnAt('goes')).toBeUndefined();
  expect((await eventsOf('goes')).map(({ type }) => type)).toEqual([
    'offer.created',
    'offer.withdrawn',
    'offer.returned',
  ]);

  // It goes again, but not where the walk met its row and could not read it.
  await walked(hoursBefore(10), { read: 50, unreadable: { unreadableSkus: ['goes'] } });
  await seen(9, stay);
  expect(await judged()).toEqual([]);
  await walked(hoursBefore(8), { read: 50 });
  await seen(7, stay);
  expect(await judged()).toEqual(offersOf(['goes']));
});

test('what a credential last saw that is out of use keeps no SKU, in no reader', async () => {
  const { sql } = database.pool;
  await seen(30, ['goes']);
  await sql`update offer_view set withdrawn_at = ${noon}`;
  const bought = observation('goes', { credentialId: 'crd_acme', observedAt: hoursBefore(29), price: priceOf('1') });
  await createObservationStore(sql).apply([bought], untraced);
  const [store, feed] = [createOfferStore(sql), createOfferChangeFeed(sql)];
  const since = async () => withdrawnSince((await store.byIds([offerOf('goes')]))[0]?.views ?? []);
  for (const column of ['disabled_at', 'detached_at']) {
    const mark = await feed.mark();
    expect(await since()).toBeUndefined();
    await sql`update credential set ${sql(column)} = ${noon} where id = 'crd_acme'`;
    expect(await since()).toEqual(noon);
    expect((await feed.changesSince(mark)).credentials).toEqual(['crd_acme']);
    expect(await feed.credentials(['crd_acme'])).toMatchObject([{ isOutOfUse: true }]);
    await sql`update credential set ${sql(column)} = null where id = 'crd_acme'`;
  }
});

test('what only look-ups know is withdrawn by no walk', async () => {
  await seen(30, stay);
  await seen(30, ['asked-for'], 'lookup');
  await walked(hoursBefore(20), { read: 50 });
  await seen(19, stay);
  expect(await found()).toEqual({ judgement: 'nothing_missed', known: 50, missed: 0, seen: 50, withdrawn: 0 });
});

test('of many that a walk misses those are withdrawn that the sound walk before has missed too', async () => {
  const [gone, cutOff] = [range('gone', 20), range('cut-off', 20)];
  await seen(30, [...stay, ...gone, ...cutOff]);
  await walked(hoursBefore(20), { read: 70 });
  await seen(19, [...stay, ...cutOff]);
  expect(await found()).toMatchObject({ judgement: 'unconfirmed', known: 90, missed: 20, withdrawn: 0 });

  // Neither a walk that read nothing nor one of which not all was applied is compared with.
  await walked(hoursBefore(16), { read: 0 });
  expect(await found()).toMatchObject({ judgement: 'no_catalogue', missed: 90, withdrawn: 0 });
  await walked(hoursBefore(14), { read: 50 });
  await seen(13, stay.slice(1));
  expect(await found()).toMatchObject({ judgement: 'not_all_applied', seen: 49, withdrawn: 0 });
  // Nor one that was not judged before the next had ended.
  await walked(hoursBefore(12), { read: 50 });
  await walked(hoursBefore(10), { read: 50 });
  await seen(9, stay);
  expect(await found()).toMatchObject({ judgement: 'compared', known: 90, missed: 40, withdrawn: 20 });
  for (const sku of gone) expect(await withdrawnAt(sku)).toEqual(noon);
  expect(await withdrawnAt('cut-off-0')).toBeUndefined();
});

test('what was seen a moment before a walk may have been seen by it, by a process whose clock is behind', async () => {
  await seen(30, [...stay, 'goes']);
  await walked(hoursBefore(20), { read: 50 });
  await seen(19, stay);
  await seen(20 + 4 / 60, ['goes']);
  expect(await judged()).toEqual([]);
});

test('withdraws in parts, tells of each as it is written, and ends between two when it is stopped', async () => {
  await seen(30, [...stay, ...range('gone', 600)]);
  await walked(hoursBefore(20), { read: 50 });
  await seen(19, stay);
  expect(await found()).toMatchObject({ judgement: 'unconfirmed', missed: 600 });
  await walked(hoursBefore(10), { read: 50 });
  await seen(9, stay);

  const withdrawals = createOfferWithdrawals(database.pool.sql);
  const [walk] = await withdrawals.unjudged();
  const stop = new AbortController();
  const parts: number[] = [];
  const judging = withdrawals.judge(walk ?? expect.fail('there is no walk'), {
    now: noon,
    context: untraced,
    signal: stop.signal,
    onWithdrawn: (ids) => {
      parts.push(ids.length);
      stop.abort(new Error('stopped'));
    },
  });
  await expect(judging).rejects.toThrow('stopped');
  expect(await found((ids) => parts.push(ids.length))).toMatchObject({ judgement: 'compared', withdrawn: 100 });
  expect(parts).toEqual([500, 100]);
});
