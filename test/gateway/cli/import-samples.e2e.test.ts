import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mpnCompact, mpnKey } from '../../../domain/catalog/identity.ts';
import { namedRows } from '../../../gateway/import/named-rows.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const samples = resolve(import.meta.dirname, '../../../../shared/data/parts');
const command = resolve(import.meta.dirname, '../../../gateway/cli/import.ts');

interface Summary {
  readonly read: number;
  readonly upserted: number;
  readonly rejected: number;
}

describe.skipIf(!existsSync(samples))('npx offerstream import of the sample part lists', () => {
  let database: TestDatabase;
  let folder: string;
  const files: string[] = [];
  const summaries = new Map<string, Summary>();

  beforeAll(async () => {
    database = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'import-samples-'));
    for (const name of await readdir(samples)) {
      const file = join(samples, name);
      const { stdout } = await promisify(execFile)(process.execPath, [command, file, '--json'], {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: database.url },
      });
      files.push(file);
      summaries.set(file, JSON.parse(stdout));
    }
  }, 240_000);
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const namesIn = async (file: string): Promise<readonly (readonly [manufacturer: string, mpn: string])[]> => {
    const names: [string, string][] = [];
    for await (const row of namedRows(file)) {
      if (row.kind !== 'row') continue;
      const cells = new Map(row.content.cells);
      names.push([cells.get('manufacturer') ?? '', cells.get('mpn') ?? '']);
    }
    return names;
  };

  it('ends with counts that add up to the rows of each file, with no row lost', async () => {
    for (const file of files) {
      const rows = await namesIn(file);
      const summary = summaries.get(file);
      expect(summary, basename(file)).toMatchObject({ read: rows.length });
      expect((summary?.upserted ?? 0) + (summary?.rejected ?? 0)).toBe(rows.length);
      const unusable = rows.filter(([, mpn]) => mpnCompact(mpn) === '');
      expect(summary?.rejected, basename(file)).toBe(unusable.length);
    }
  });

  it('lets a sample of the parts be found by exact number, by prefix and typed without separators', async () => {
    const catalog = createCatalogStore(database.pool.sql);
    const find = (text: string, manufacturer: string) =>
      catalog.search({ text, profileId: undefined, manufacturer }, undefined, 500);
    const missed: string[] = [];
    for (const file of files) {
      const names = (await namesIn(file)).filter(([, mpn]) => mpnCompact(mpn) !== '');
      for (const [manufacturer, mpn] of names.filter((_, at) => at % 250 === 0)) {
        const isIt = (found: { readonly mpn: string }) => mpnKey(found.mpn) === mpnKey(mpn);
        const prefix = mpn.slice(0, Math.max(mpn.length - 2, Math.ceil(mpn.length * 0.7)));
        const exact = await find(mpn, manufacturer);
        if (exact[0] === undefined || !isIt(exact[0]) || exact[0].relevance !== 1)
          missed.push(`exact ${manufacturer} ${mpn}`);
        if (!(await find(prefix, manufacturer)).some(isIt)) missed.push(`prefix ${prefix} of ${manufacturer} ${mpn}`);
        const bare = mpnCompact(mpn).toLowerCase();
        if (!(await find(bare, manufacturer)).some(isIt)) missed.push(`bare ${bare} of ${manufacturer} ${mpn}`);
      }
    }
    expect(missed).toEqual([]);
  });
});
