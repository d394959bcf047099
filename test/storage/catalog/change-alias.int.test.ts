import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manufacturerKey } from '../../../domain/catalog/identity.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { seedAliases } from '../../../domain/matching/known-aliases.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createManufacturerAliases } from '../../../storage/catalog/manufacturer-aliases.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const change = { by: 'key_1', context: untraced };

const manufacturerOf = async (alias: string): Promise<string | undefined> => {
  const rows = await createManufacturerAliases(database.pool.sql).page({ manufacturer: alias }, undefined, 100);
  return rows.find(({ key }) => key === manufacturerKey(alias))?.manufacturer;
};

describe('changing a spelling', () => {
  it('a built-in spelling that was taken away stays away at the next start', async () => {
    const catalog = createCatalogStore(database.pool.sql);
    const aliases = createManufacturerAliases(database.pool.sql);
    await seedAliases(catalog, untraced);
    expect(await manufacturerOf('ADI')).toBe('Analog Devices');
    await database.pool.sql`delete from rematch_run`;
    await aliases.remove('adi', change);
    await seedAliases(catalog, untraced);
    expect(await manufacturerOf('ADI')).toBeUndefined();
    const events = await eventLog(database.pool.sql).read('manufacturer_alias', 'ADI');
    expect(events.map(({ event }) => event)).toEqual([
      {
        type: 'manufacturer_alias.removed',
        aliasKey: 'ADI',
        alias: 'ADI',
        manufacturer: 'Analog Devices',
        by: 'key_1',
      },
    ]);
    const [run] = await database.pool.sql`select trigger, requested_by from rematch_run`;
    expect(run).toEqual({ trigger: 'alias_changed', requested_by: 'key_1' });
    await catalog.addAliases([{ alias: 'ADI', manufacturer: 'Analog Devices' }], 'operator key_1', untraced);
    expect(await manufacturerOf('ADI')).toBe('Analog Devices');
  });

  it('a spelling that was moved names the other manufacturer', async () => {
    const catalog = createCatalogStore(database.pool.sql);
    const aliases = createManufacturerAliases(database.pool.sql);
    await catalog.addAliases([{ alias: 'Zed', manufacturer: 'Zeddor' }], 'test', untraced);
    await aliases.move({ alias: 'Zed', manufacturer: 'Zedina' }, change);
    expect(await manufacturerOf('Zed')).toBe('Zedina');
    await expect(aliases.remove('Zeddor', change)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(aliases.remove('unheard of', change)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('a product made under a spelling goes back to it once it stands for itself again', async () => {
    const catalog = createCatalogStore(database.pool.sql);
    const draft = { profileId: defaultProfile.id, manufacturer: 'Spelt', mpn: 'SP-1' };
    await catalog.upsert([draft], new Date('2026-03-01'), untraced);
    await catalog.addAliases([{ alias: 'Spelt', manufacturer: 'Proper' }], 'test', untraced);
    await createManufacturerAliases(database.pool.sql).remove('Spelt', change);
    await catalog.upsert([draft, { ...draft, manufacturer: 'Proper' }], new Date('2026-03-02'), untraced);
    const rows = await database.pool.sql`select manufacturer from product where mpn = 'SP-1' order by 1`;
    expect(rows.map(({ manufacturer }) => manufacturer)).toEqual(['Proper', 'Spelt']);
  });
});
