import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeWalks } from '../../../actors/connector/judge-walks.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
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
beforeAll(async () => {
  database = await testDatabase();
  await putBorealis(createSupplierStore(database.pool.sql, testSealer()));
});
afterAll(() => database.close());

let runs = 0;

/** Stores a walk of the system's credential that began at an instant; returns its id. */
const walked = async (
  startedAt: Date,
  {
    kind = 'catalogue',
    outcome = 'success',
    rows = { phases: { catalogue: { read: 9, unreadable: 0 } }, reasons: {} },
  } = {},
): Promise<string> => {
  runs += 1;
  const runId = `run_walk_${runs}`;
  await database.pool.sql`
    insert into ingestion_tick (run_id, supplier_id, credential_id, kind, started_at, items, prices, stocks, warehouses,
      pages, rows, finished_at, outcome, reason)
    values (${runId}, 'borealis', 'crd_system', ${kind}, ${startedAt}, 9, 0, 0, 0, 1, ${JSON.stringify(rows)}::text::json,
      ${startedAt}, ${outcome}, ${outcome === 'failure' ? 'it gave up' : null})`;
  return runId;
};

const seen = (hours: number, ...skus: readonly string[]): Promise<unknown> =>
  createObservationStore(database.pool.sql).apply(
    skus.map((sku): Observation => observation(sku, { observedAt: hoursBefore(hours), price: priceOf('1') })),
    untraced,
  );

/** Judges what there is; returns the offers that were withdrawn. */
const judged = async (waiting: ReadonlyMap<string, number> | 'too many' = new Map()): Promise<readonly string[]> => {
  const withdrawn: string[] = [];
  const deps = {
    withdrawals: createOfferWithdrawals(database.pool.sql),
    waiting: async () => (waiting === 'too many' ? undefined : waiting),
    onWithdrawn: (ids: readonly string[]) => void withdrawn.push(...ids),
    newContext: () => untraced,
    log: recordingLogger(),
    now: () => noon,
  };
  await judgeWalks(deps, new AbortController().signal);
  return withdrawn.toSorted();
};

const withdrawnAt = async (sku: string): Promise<Date | undefined> => {
  const [offer] = await createOfferStore(database.pool.sql).byIds([offerOf(sku)]);
  return offer?.views[0]?.withdrawnAt;
};

const eventsOf = async (sku: string) =>
  (await eventLog(database.pool.sql).read('offer', offerOf(sku))).map(({ event }) => event);

test('a SKU that a full walk no longer holds is withdrawn, and is back when it is seen again', async () => {
  await seen(30, 'stays', 'also-stays', 'goes', 'goes-too');
  await walked(hoursBefore(31));
  expect(await judged()).toEqual([]);

  // Walks that did not end well, and those over prices alone, withdraw nothing.
  await walked(hoursBefore(29), { outcome: 'failure' });
  await walked(hoursBefore(28), { kind: 'prices' });
  expect(await judged()).toEqual([]);

  const runId = await walked(hoursBefore(20));
  await seen(19, 'stays', 'also-stays');
  // Not before all is applied that the walk has seen.
  expect(await judged(new Map([['borealis', 1]]))).toEqual([]);
  expect(await judged(new Map([['', 1]]))).toEqual([]);
  expect(await judged('too many')).toEqual([]);
  expect(await judged(new Map([['another', 1]]))).toEqual([offerOf('goes'), offerOf('goes-too')].toSorted());
  // Once.
  expect(await judged()).toEqual([]);
  expect(await withdrawnAt('goes')).toEqual(noon);
  expect(await withdrawnAt('stays')).toBeUndefined();
  expect((await eventsOf('goes')).at(-1)).toEqual({
    type: 'offer.withdrawn',
    offerId: offerOf('goes'),
    credentialId: 'crd_system',
    runId,
  });

  // What comes late was seen before the walk.
  await seen(40, 'goes');
  expect(await withdrawnAt('goes')).toEqual(noon);
  await seen(18, 'goes');
  expect(await withdrawnAt('goes')).toBeUndefined();
  expect((await eventsOf('goes')).map(({ type }) => type)).toEqual([
    'offer.created',
    'offer.withdrawn',
    'offer.returned',
  ]);

  // It goes again, but not where the walk met its row and could not read it.
  const unread = { phases: { catalogue: { read: 9, unreadable: 1 } }, reasons: {}, unreadableSkus: ['goes'] };
  await walked(hoursBefore(10), { rows: unread });
  await seen(9, 'stays', 'also-stays');
  expect(await judged()).toEqual([]);
  await walked(hoursBefore(8));
  await seen(7, 'stays', 'also-stays');
  expect(await judged()).toEqual([offerOf('goes')]);
});

test('a walk that misses more than half is believed when the next one misses the same', async () => {
  await walked(hoursBefore(6));
  await seen(5, 'stays');
  await seen(5, ...['x1', 'x2', 'x3']);
  await walked(hoursBefore(4));
  await seen(3, 'stays');
  // Missed are also-stays since eight hours ago, and x1 to x3 for the first time: four of five.
  expect(await judged()).toEqual([offerOf('also-stays')]);
  await walked(hoursBefore(2));
  await seen(1, 'stays');
  expect(await judged()).toEqual(['x1', 'x2', 'x3'].map(offerOf).toSorted());
});
