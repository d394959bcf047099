import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductQuery } from '../../../domain/catalog/ports.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

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
  return { characteristics: product?.characteristics, quantities: product?.quantities };
};

describe('quantities of products', () => {
  it('a product is written under the names of its profile, with its quantities', async () => {
    await write('Q-1', { 'Resistance (Ohms)': '4.7 kOhm', Betriebstemperatur: '-55 ~ 155 °C', Colour: 'Blue' });
    const quantities = { resistance: 4700, operating_temperature_min: 218.15, operating_temperature_max: 428.15 };
    expect(await stored('Q-1')).toEqual({
      characteristics: { resistance: '4.7 kOhm', operating_temperature: '-55 ~ 155 °C', Colour: 'Blue' },
      quantities,
    });
  });

  it('a number goes with the text that it was read from, and what stays, stays', async () => {
    await write('Q-2', { resistance: '10k', tolerance: '5%' });
    await write('Q-2', { Widerstand: '22k' }, '2026-03-02T12:00:00Z');
    expect(await stored('Q-2')).toMatchObject({ quantities: { resistance: 22_000, tolerance: 0.05 } });
    await write('Q-2', { resistance: 'see data sheet' }, '2026-03-03T12:00:00Z');
    expect(await stored('Q-2')).toMatchObject({ quantities: { tolerance: 0.05 } });
  });

  it('a search finds the products of a range, whose bounds count, and none of which the number is not known', async () => {
    const parts = { 'R-1': '900', 'R-2': '1k', 'R-3': '1.1 kΩ', 'R-4': '1.2k', 'R-5': 'see data sheet' };
    for (const [mpn, resistance] of Object.entries(parts)) await write(mpn, { resistance });
    const catalog = createCatalogStore(database.pool.sql);
    const find = async (ranges: NonNullable<ProductQuery['ranges']>) =>
      (await catalog.search({ text: 'R', ranges }, undefined, 10)).map(({ mpn }) => mpn);
    expect(await find({ resistance: { from: 950, to: 1_150 } })).toEqual(['R-2', 'R-3']);
    expect(await find({ resistance: { from: 1_100 } })).toEqual(['R-3', 'R-4']);
    expect(await find({ resistance: { to: 1_000 } })).toEqual(['R-1', 'R-2']);
    expect(await find({ resistance: { from: 950 }, tolerance: { to: 0.01 } })).toEqual([]);
  });
});
