import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LifecycleStatus } from '../../../domain/catalog/catalog.ts';
import { offerId } from '../../../domain/ids.ts';
import type { ObservedDescription } from '../../../domain/ingestion/observation.ts';
import type { WriteContext } from '../../../domain/store-context.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createProductStatements } from '../../../storage/catalog/product-statements.ts';
import { createSupplierStore } from '../../../storage/connectors/supplier-store.ts';
import { createMatchStore } from '../../../storage/matching/match-store.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { migrationsFolder } from '../../../storage/schema/migrate.ts';
import { byTest } from '../../support/by-test.ts';
import { borealis, credentials, observation, putBorealis } from '../../support/observations.ts';
import { hoursBefore, noon } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testSealer } from '../../support/sealer.ts';

const context: WriteContext = { correlationId: 'facts', traceparent: undefined };

let database: TestDatabase;

const stores = () => {
  const { sql } = database.pool;
  return {
    catalog: createCatalogStore(sql),
    statements: createProductStatements(sql),
    matches: createMatchStore(sql),
    observations: createObservationStore(sql),
  };
};

/** A supplier sees its offer of the part so many hours ago and says this of it. */
const sees = async (supplierId: string, hoursAgo: number, said: ObservedDescription, credentialId?: string) => {
  const seen = observation('A1', {
    supplierId,
    credentialId: credentialId ?? (supplierId === 'borealis' ? 'crd_system' : `crd_${supplierId}`),
    observedAt: hoursBefore(hoursAgo),
    description: { manufacturer: 'Acme', mpn: 'A1', ...said },
  });
  await stores().observations.apply([seen], context);
};

/** Its offer is the product's from now on. */
const match = (supplierId: string, productId: string | undefined, create = false) =>
  stores().matches.record(
    [
      {
        offerId: offerId(supplierId, 'A1'),
        productId,
        confidence: 'exact',
        strategy: 'deterministic',
        rule: create ? 'new_canonical' : 'manufacturer_and_mpn',
        evidence: {},
        create: create ? { profileId: 'electronics.passives.v1', manufacturer: 'Acme', mpn: 'A1' } : undefined,
      },
    ],
    context,
    noon,
  );

const follow = () => stores().statements.follow(100, context);

const product = async () => {
  const {
    products: [row],
  } = await stores().catalog.walk({}, undefined, 1);
  if (row === undefined) throw new Error('no product');
  return row;
};

/** What the events say of one fact: from, to, by. */
const changesOf = async (fact: string) => {
  const rows = await database.pool.sql<{ from: string | null; to: string | null; by: string | null }[]>`
    select change ->> 'from' as from, change ->> 'to' as to, change ->> 'by' as by
    from event cross join lateral jsonb_array_elements(data -> 'changes') as change
    where type = 'product.updated' and change ->> 'fact' = ${fact} order by position`;
  return rows.map(({ from, to, by }) => `${from} > ${to} by ${by}`);
};

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database.pool;
  await sql`truncate supplier, credential, offer, product, event_stream, event, outbox, product_statement_due cascade`;
  const suppliers = createSupplierStore(sql, testSealer());
  await putBorealis(suppliers);
  for (const [id, name] of [
    ['cetus', 'Cetus'],
    ['maker', 'ACME Inc.'],
  ] as const) {
    await suppliers.putSupplier({ ...borealis, id, name, route: { supplierId: id } }, byTest);
    const [credential] = credentials.slice(2);
    if (credential) await suppliers.putCredential({ ...credential, id: `crd_${id}`, supplierId: id, label: id });
  }
  await stores().catalog.upsert(
    [
      {
        profileId: 'electronics.passives.v1',
        manufacturer: 'Acme',
        mpn: 'A1',
        description: 'A part',
        lifecycle: 'active',
      },
    ],
    hoursBefore(100),
    context,
  );
});

describe('a product follows what its suppliers state', () => {
  const atBoth = async (lifecycle: LifecycleStatus) => {
    await sees('borealis', 90, { lifecycle });
    await sees('cetus', 90, { lifecycle });
    const { id } = await product();
    await match('borealis', id);
    await match('cetus', id);
    await follow();
    return id;
  };

  it('through its life, at two suppliers that disagree for a while', async () => {
    await atBoth('active');
    const lifecycle = async () => (await product()).lifecycle;
    expect(await lifecycle()).toBe('active');
    // Of three that state it two still say active: the catalogue and Cetus.
    await sees('borealis', 80, { lifecycle: 'deprecated' });
    await follow();
    expect(await lifecycle()).toBe('active');
    await sees('cetus', 70, { lifecycle: 'deprecated' });
    await follow();
    expect(await lifecycle()).toBe('deprecated');
    // Each of the three says something else: what was said last counts.
    await sees('borealis', 60, { lifecycle: 'discontinued' });
    await follow();
    expect(await lifecycle()).toBe('discontinued');
    // Saying the same again is no news.
    await sees('cetus', 50, { lifecycle: 'deprecated', text: 'in other words' });
    await follow();
    expect(await lifecycle()).toBe('discontinued');
    await sees('cetus', 40, { lifecycle: 'discontinued' });
    await follow();
    expect(await lifecycle()).toBe('discontinued');
    expect(await changesOf('lifecycle')).toEqual([
      'active > deprecated by cetus',
      'deprecated > discontinued by borealis',
    ]);
  });

  it('and what its manufacturer says as a supplier before all others', async () => {
    const id = await atBoth('active');
    await sees('maker', 10, { lifecycle: 'deprecated' });
    await match('maker', id);
    await follow();
    expect((await product()).lifecycle).toBe('deprecated');
  });

  it('keeps the words of the catalogue, and follows the catalogue too', async () => {
    await atBoth('active');
    await sees('borealis', 10, { text: 'PART A1 REEL' });
    await follow();
    expect((await product()).description).toBe('A part');
    const draft = { profileId: 'electronics.passives.v1', manufacturer: 'Acme', mpn: 'A1' };
    await stores().catalog.upsert([{ ...draft, description: 'A better part' }], noon, context);
    await follow();
    expect((await product()).description).toBe('A better part');
    expect((await product()).lifecycle).toBe('active');
  });

  it('gives up what an offer said that is no longer its own', async () => {
    const id = await atBoth('discontinued');
    expect((await product()).lifecycle).toBe('discontinued');
    await match('borealis', undefined);
    await match('cetus', undefined);
    expect(id).toBe((await product()).id);
    await follow();
    expect((await product()).lifecycle).toBe('active');
  });

  it('in its category, of which suppliers that name it differently say one thing', async () => {
    const id = await atBoth('active');
    expect((await product()).category).toBeUndefined();
    await sees('borealis', 30, { facts: { category: 'Chip Resistor - Surface Mount' } });
    await follow();
    expect((await product()).category).toBe('Resistors > Chip resistors');
    await sees('cetus', 20, { attributes: { Category: 'Ceramic capacitor' } });
    await follow();
    // One says this, one that: what was said last counts.
    expect((await product()).category).toBe('Capacitors > Ceramic capacitors');
    await sees('maker', 10, { facts: { category: '0603 SMD resistors' } });
    await match('maker', id);
    await follow();
    expect((await product()).category).toBe('Resistors > Chip resistors');
    expect(await changesOf('category')).toEqual([
      'null > Resistors > Chip resistors by borealis',
      'Resistors > Chip resistors > Capacitors > Ceramic capacitors by cetus',
      'Capacitors > Ceramic capacitors > Resistors > Chip resistors by maker',
    ]);
    const stated = await stores().statements.stated(id, [offerId('borealis', 'A1'), offerId('cetus', 'A1')]);
    expect(stated.filter(({ fact }) => fact === 'category').map(({ vote }) => vote.value)).toEqual([
      'Chip Resistor - Surface Mount',
      'Ceramic capacitor',
    ]);
  });

  it('takes the category of the catalogue for products from before there were categories', async () => {
    const draft = { profileId: 'electronics.passives.v1', manufacturer: 'Acme', mpn: 'A1' };
    await stores().catalog.upsert([{ ...draft, characteristics: { Category: 'Relay' } }], noon, context);
    expect((await product()).category).toBe('Relays');
    const { sql } = database.pool;
    await sql`update product set category = null`;
    // As the migration notes them, whatever the followers of the version before take meanwhile.
    const migration = await readFile(join(migrationsFolder, '0056_categories_due.sql'), 'utf8');
    await sql.unsafe(migration.slice(migration.indexOf('insert into')));
    await sql`truncate product_statement_due`;
    await follow();
    expect((await product()).category).toBe('Relays');
  });

  it('counts what only a customer sees where no other says anything', async () => {
    const { id } = await product();
    await sees('borealis', 20, { lifecycle: 'discontinued', replacedByMpn: 'A2' }, 'crd_acme');
    await match('borealis', id);
    await follow();
    expect(await product()).toMatchObject({ lifecycle: 'active' });
    const [row] = await database.pool.sql`select replaced_by_mpn as "by" from product`;
    expect(row).toEqual({ by: 'A2' });
  });

  it('is as fresh as what was last seen of it, also where nothing has changed', async () => {
    await atBoth('active');
    await sees('cetus', 30, { lifecycle: 'active' });
    expect((await product()).observedAt).toEqual(hoursBefore(30));
    // By whole hours.
    await sees('cetus', 29.5, { lifecycle: 'active' });
    expect((await product()).observedAt).toEqual(hoursBefore(30));
  });

  it('is due once, however much is said, and not while nothing is', async () => {
    await atBoth('active');
    expect(await follow()).toEqual({ followed: 0, changed: 0 });
    await sees('borealis', 9, { lifecycle: 'deprecated' });
    await sees('borealis', 8, { lifecycle: 'discontinued' });
    expect(await follow()).toMatchObject({ followed: 1 });
    await sees('borealis', 7, { lifecycle: 'discontinued' });
    expect(await follow()).toEqual({ followed: 0, changed: 0 });
  });
});
