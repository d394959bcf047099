import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../domain/catalog.ts';
import { createCatalogStore } from '../../storage/catalog-store.ts';
import { untraced } from '../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const write = (mpn: string, characteristics: Readonly<Record<string, string>>, at = '2026-03-01T12:00:00Z') =>
  createCatalogStore(database.pool.sql).upsert(
    [{ profileId: defaultProfile.id, manufacturer: 'Yageo', mpn, characteristics }],
    new Date(at),
    untraced,
  );

const stored = async (mpn: string) => {
  const { sql } = database.pool;
  const [product] = await sql<{ id: string; characteristics: object; quantities: object }[]>`
    select id, characteristics, quantities from product where mpn = ${mpn}`;
  const listed = await sql<{ name: string; value: number }[]>`
    select name, value from product_quantity where product_id = ${product?.id ?? ''} order by name`;
  return {
    characteristics: product?.characteristics,
    quantities: product?.quantities,
    listed: Object.fromEntries(listed.map(({ name, value }) => [name, value])),
  };
};

describe('quantities of products', () => {
  it('a product is written under the names of its profile, with its quantities and their list', async () => {
    await write('Q-1', { 'Resistance (Ohms)': '4.7 kOhm', Betriebstemperatur: '-55 ~ 155 °C', Colour: 'Blue' });
    const quantities = { resistance: 4700, operating_temperature_min: 218.15, operating_temperature_max: 428.15 };
    expect(await stored('Q-1')).toEqual({
      characteristics: { resistance: '4.7 kOhm', operating_temperature: '-55 ~ 155 °C', Colour: 'Blue' },
      quantities,
      listed: quantities,
    });
  });

  it('what changes is taken off the list, and what stays, stays', async () => {
    await write('Q-2', { resistance: '10k', tolerance: '5%' });
    await write('Q-2', { Widerstand: '22k' }, '2026-03-02T12:00:00Z');
    expect(await stored('Q-2')).toMatchObject({
      quantities: { resistance: 22_000, tolerance: 0.05 },
      listed: { resistance: 22_000, tolerance: 0.05 },
    });
    await write('Q-2', { resistance: 'see data sheet' }, '2026-03-03T12:00:00Z');
    expect(await stored('Q-2')).toMatchObject({ quantities: { tolerance: 0.05 }, listed: { tolerance: 0.05 } });
  });

  it('products of a range are found by the list', async () => {
    for (const [mpn, resistance] of Object.entries({ 'R-1': '900', 'R-2': '1k', 'R-3': '1.1 kΩ', 'R-4': '1.2k' }))
      await write(mpn, { resistance });
    const rows = await database.pool.sql<{ mpn: string }[]>`
      select mpn from product_quantity join product on product.id = product_id
      where name = 'resistance' and value between 950 and 1150 order by value`;
    expect(rows.map(({ mpn }) => mpn)).toEqual(['R-2', 'R-3']);
  });
});
