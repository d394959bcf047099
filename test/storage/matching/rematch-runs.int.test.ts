import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productId } from '../../../domain/ids.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { type MatchingWorld, matchingWorld } from '../../support/matching-world.ts';
import { borealis, observation, offerOf, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let world: MatchingWorld;

beforeAll(async () => {
  database = await testDatabase();
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  await putBorealis(suppliers);
  await suppliers.putSupplier({ ...borealis, createsProducts: false }, byTest);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.sql`
    truncate offer, product, product_newcomer, rematch_run, match_verdict, event_stream, event, outbox,
      manufacturer_alias, manufacturer cascade`;
  await database.pool.sql`update rematch_lease set owner = null`;
  world = matchingWorld(database);
  await world.settle();
});

const see = (...offers: readonly (readonly [sku: string, description: object])[]) =>
  createObservationStore(database.pool.sql).apply(
    offers.map(([sku, description]) => observation(sku, { description })),
    untraced,
  );
const create = (manufacturer: string, mpn: string, description?: string) =>
  createCatalogStore(database.pool.sql).upsert(
    [{ profileId: defaultProfile.id, manufacturer, mpn, ...(description === undefined ? {} : { description }) }],
    new Date(),
    untraced,
  );
const addAlias = (alias: string, manufacturer: string) =>
  createCatalogStore(database.pool.sql).addAliases([{ alias, manufacturer }], 'test', untraced);
const match = async (sku: string) => (await world.matches()).get(offerOf(sku));
const triggers = async () => {
  const counts = await world.metrics.matching.rematchRuns.get();
  return Object.fromEntries(counts.values.map(({ labels, value }) => [labels.trigger, value]));
};

describe('new products', () => {
  it('are adopted by the orphans that their number blocks, in a run that looks at no other offer', async () => {
    await see(
      ['NUMBER', { mpn: 'RC0603FR-0710KL', manufacturer: 'Yageo' }],
      ['TEXT', { text: 'Yageo RC0603FR-0710KL 10k' }],
      ['OTHER', { mpn: 'RC0603FR-0710K', manufacturer: 'Yageo' }],
      ['WORDS', { text: 'a resistor' }],
    );
    await world.settle();
    expect([...(await world.matches()).values()].map(({ confidence }) => confidence)).toEqual(
      Array(4).fill('unmatched'),
    );
    await create('Yageo', 'RC0603FR-0710KL');
    await world.settle();
    const product = productId(defaultProfile.id, 'YAGEO', 'RC0603FR0710KL');
    expect(await match('NUMBER')).toEqual({ productId: product, confidence: 'exact' });
    expect(await match('TEXT')).toEqual({ productId: product, confidence: 'probable' });
    expect(await match('OTHER')).toEqual({ productId: undefined, confidence: 'unmatched' });
    expect(await triggers()).toMatchObject({ new_canonical: 1 });
    const [run] = await world.runs.latest(1);
    expect(run).toMatchObject({ trigger: 'new_canonical', lookedAt: 2, changed: 2 });
  });

  it('make a match that rested on one maker only ambiguous when a second one uses the number', async () => {
    await create('Yageo', 'LM317-X');
    await see(['LONE', { mpn: 'LM317-X' }]);
    await world.settle();
    expect(await match('LONE')).toMatchObject({ confidence: 'probable' });
    await create('Vishay', 'LM317-X');
    await world.settle();
    expect(await match('LONE')).toEqual({ productId: undefined, confidence: 'unmatched' });
  });
});

describe('a changed alias', () => {
  it('has what its spelling names decided again, once for all that came before it began', async () => {
    await create('Texas Instruments', 'LM317');
    await see(['TI', { manufacturer: 'Tex Instr', mpn: 'LM317' }]);
    await world.settle();
    expect(await match('TI')).toMatchObject({ confidence: 'unmatched' });
    await addAlias('Tex Instr', 'Texas Instruments');
    await addAlias('T.I.', 'Texas Instruments');
    await world.settle();
    expect(await match('TI')).toMatchObject({ confidence: 'exact' });
    expect(await triggers()).toMatchObject({ alias_changed: 1 });
  });
});

describe('the list of runs', () => {
  it('is in the order of their numbers, newest first, also where a number gets a digit more', async () => {
    await database.pool.sql`truncate rematch_run cascade`;
    await database.pool.sql`
      insert into rematch_run (id, trigger, started_at, finished_at) overriding system value
      select id, 'periodic', now(), now() from unnest(array[9, 10, 63, 98, 99, 100, 101]) as id`;
    const listed = await world.runs.latest(4);
    expect(listed.map(({ id }) => id)).toEqual(['101', '100', '99', '98']);
  });
});

describe('a run', () => {
  const many = 1_200;
  const seeMany = () =>
    see(
      ...Array.from({ length: many }, (_, at) => [`S${at}`, { manufacturer: 'Acme Co X', mpn: `ACM${at}` }] as const),
    );

  it('that another process left goes on at its cursor, and ends as one that nobody left', async () => {
    await seeMany();
    await world.settle();
    await Promise.all(Array.from({ length: 50 }, (_, at) => create('Acme', `ACM${at * 20}`)));
    await addAlias('Acme Co X', 'Acme');
    // The run of the new products comes first.
    while ((await world.runs.latest(10)).every(({ trigger, cursor }) => trigger !== 'alias_changed' || !cursor))
      await world.step();
    const other = matchingWorld(database, 'other');
    expect(await other.step()).toBe('nothing_to_do');
    await database.pool.sql`update rematch_lease set expires_at = now() - interval '1 s'`;
    const [left] = (await world.runs.latest(10)).filter(({ trigger }) => trigger === 'alias_changed');
    await other.settle();
    const [ended] = (await other.runs.latest(10)).filter(({ id }) => id === left?.id);
    expect(ended).toMatchObject({ lookedAt: many, finishedAt: expect.any(Date) });
    const resumed = await world.matches();
    expect([...resumed.values()].filter(({ confidence }) => confidence === 'exact')).toHaveLength(50);
    await database.pool.sql`update offer set matched_at = null, product_id = null, match_confidence = 'unmatched'`;
    await other.settle();
    expect(await other.matches()).toEqual(resumed);
  });

  it('of which the lease has passed to another process writes nothing more', async () => {
    await seeMany();
    await world.settle();
    await world.runs.request('profile_changed', 'key_1');
    const run = await world.runs.claim('test', 10_000);
    if (run === undefined) throw new Error('there is no run');
    await database.pool.sql`update rematch_lease set owner = 'other'`;
    const step = { run, owner: 'test', decisions: [], context: untraced, now: new Date() };
    await expect(world.runs.advance(step)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await world.runs.latest(1)).toMatchObject([{ id: run.id, finishedAt: undefined }]);
  });

  it('gives way to a busy backlog, and makes a step now and then all the same', async () => {
    let nowMs = Date.now();
    const process = matchingWorld(database, 'test', () => new Date(nowMs));
    await see(['DECIDED', { mpn: 'X1' }]);
    await process.settle();
    await seeMany();
    await process.runs.request('profile_changed', undefined);
    expect(await process.step()).toBe('progressed');
    expect(await process.step()).toBe('yielded');
    nowMs += 10_000;
    expect(await process.step()).toBe('progressed');
    expect((await process.runs.latest(1))[0]?.finishedAt).toBeInstanceOf(Date);
  });
});
