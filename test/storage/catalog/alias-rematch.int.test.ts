import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createManufacturerAliases } from '../../../storage/catalog/manufacturer-aliases.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { byTest } from '../../support/by-test.ts';
import { untraced } from '../../support/event-samples.ts';
import { type MatchingWorld, matchingWorld } from '../../support/matching-world.ts';
import { borealis, credentials, observation, putBorealis } from '../../support/observations.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

let database: TestDatabase;
let world: MatchingWorld;

beforeAll(async () => {
  database = await testDatabase();
  const suppliers = createSupplierStore(database.pool.sql, testSealer());
  await putBorealis(suppliers);
  const reseller = { ...borealis, id: 'reseller', route: { supplierId: 'reseller' }, createsProducts: false };
  await suppliers.putSupplier(reseller, byTest);
  const system = credentials.find(({ scope }) => scope === 'system');
  if (system !== undefined) await suppliers.putCredential({ ...system, id: 'crd_reseller', supplierId: 'reseller' });
});
afterAll(() => database.close());

/** Empties the database; nothing is left to a run that looks at everything because it is time. */
const empty = async (): Promise<void> => {
  await database.pool.sql`
    truncate offer, product, product_newcomer, rematch_run, match_verdict, event_stream, event, outbox,
      manufacturer_alias, manufacturer_alias_removed, manufacturer cascade`;
  await database.pool.sql`insert into rematch_run (trigger, started_at, finished_at) values ('periodic', now(), now())`;
  await database.pool.sql`update rematch_lease set owner = null`;
  world = matchingWorld(database);
};
beforeEach(empty);

interface Said {
  readonly supplier: 'borealis' | 'reseller';
  readonly manufacturer: string | undefined;
  readonly mpn: string;
}

const see = async (offers: readonly Said[]): Promise<void> => {
  await createObservationStore(database.pool.sql).apply(
    offers.map(({ supplier, manufacturer, mpn }, at) =>
      observation(`S${at}`, {
        supplierId: supplier,
        credentialId: supplier === 'borealis' ? 'crd_system' : 'crd_reseller',
        description: { mpn, ...(manufacturer === undefined ? {} : { manufacturer }) },
      }),
    ),
    untraced,
  );
};
const change = { by: 'key_1', context: untraced };
const addAliases = (...rows: readonly { readonly alias: string; readonly manufacturer: string }[]) =>
  createCatalogStore(database.pool.sql).addAliases(rows, 'test', untraced);
const decisions = async (): Promise<number> => {
  const [row] = await database.pool.sql<{ count: number }[]>`
    select count(*)::int from event where type = 'offer.matched'`;
  return row?.count ?? 0;
};

describe('decisions after an alias import', () => {
  it('stay as they are where the aliases do not concern them, and are not even made again', async () => {
    const manufacturer = (at: number): string => (at % 100 === 0 ? 'Nippon Chemi-Con' : 'Acme');
    await see(
      Array.from({ length: 1_000 }, (_, at) => ({
        supplier: 'borealis',
        manufacturer: manufacturer(at),
        mpn: `NO-${at}`,
      })),
    );
    await world.settle();
    const before = { decisions: await decisions(), matches: await world.matches() };
    await addAliases(
      { alias: 'NCC', manufacturer: 'Nippon Chemi-Con' },
      { alias: 'Chemicon', manufacturer: 'Nippon Chemi-Con' },
    );
    await world.settle();
    expect({ decisions: await decisions(), matches: await world.matches() }).toEqual(before);
    const [run] = await world.runs.latest(1);
    // The maker is in the table of aliases from now on, under its own name too.
    expect(run).toMatchObject({ lookedAt: 10, changed: 0 });
  });

  it('do not wait for a run over everything that is under way', async () => {
    await see([
      { supplier: 'borealis', manufacturer: 'Acme', mpn: 'NO-1' },
      { supplier: 'reseller', manufacturer: 'ACM', mpn: 'NO-1' },
    ]);
    await world.settle();
    await world.runs.request('periodic', undefined);
    expect(await world.runs.claim('test', 10_000)).toMatchObject({ trigger: 'periodic' });
    await addAliases({ alias: 'ACM', manufacturer: 'Acme' });
    expect(await world.runs.claim('test', 10_000)).toMatchObject({ trigger: 'alias_changed' });
  });

  it('are not written again by a run over everything that comes to the same', async () => {
    await see(Array.from({ length: 10 }, (_, at) => ({ supplier: 'borealis', manufacturer: 'Acme', mpn: `NO-${at}` })));
    await world.settle();
    const before = await decisions();
    await world.runs.request('periodic', undefined);
    await world.settle();
    expect(await world.runs.latest(1)).toMatchObject([{ trigger: 'periodic', lookedAt: 10, changed: 0 }]);
    expect(await decisions()).toBe(before);
  });
});

/**
 * The product of each offer. Two spellings of one number that come together are both `exact` at
 * first.
 */
const products = async () => [...(await world.matches())].map(([id, { productId }]) => [id, productId]);

const manufacturers = ['Yageo', 'Yageo Elec', 'Vishay', 'Vishay Dale', 'VSH'] as const;
const manufacturer = fc.constantFrom(...manufacturers);
const said: fc.Arbitrary<Said> = fc.record({
  supplier: fc.constantFrom('borealis', 'reseller'),
  manufacturer: fc.option(manufacturer, { nil: undefined, freq: 6 }),
  mpn: fc.constantFrom('RC0603FR-0710KL', 'RC0603FR0710KL', 'RC0603FR-0710KL-E3', 'LM317-X'),
});
const changeOfTable = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), alias: manufacturer, manufacturer: manufacturer }),
  fc.record({ kind: fc.constant('move' as const), alias: manufacturer, manufacturer: manufacturer }),
  fc.record({ kind: fc.constant('remove' as const), alias: manufacturer, manufacturer: manufacturer }),
);
type ChangeOfTable = typeof changeOfTable extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Makes the change; one that is not possible, such as to move a spelling that nobody gave, changes
 * nothing.
 */
const make = async ({ kind, alias, manufacturer }: ChangeOfTable): Promise<void> => {
  const aliases = createManufacturerAliases(database.pool.sql);
  const done =
    kind === 'add'
      ? addAliases({ alias, manufacturer })
      : kind === 'move'
        ? aliases.move({ alias, manufacturer }, change)
        : aliases.remove(alias, change);
  await done.catch((error: { kind?: string }) => {
    if (error.kind !== 'conflict' && error.kind !== 'not_found') throw error;
  });
};

describe('a run after changes of the alias table', () => {
  it('leaves nothing for a run over everything to change', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(changeOfTable, fc.boolean()), { minLength: 1, maxLength: 4 }),
        async (offers, changes) => {
          await empty();
          await see(offers);
          await world.settle();
          for (const [each, isSettled] of changes) {
            await make(each);
            if (isSettled) await world.settle();
          }
          await world.settle();
          const narrow = await products();
          await world.runs.request('periodic', undefined);
          await world.settle();
          expect(await products()).toEqual(narrow);
        },
      ),
      { numRuns: process.env.LONG === '1' ? 60 : 20 },
    );
  }, 120_000);
});
