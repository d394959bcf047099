import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogStore, ImportStore } from '../../../domain/catalog/ports.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { type ImportOptions, importFile } from '../../../gateway/import/import-file.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createImportStore } from '../../../storage/catalog/import-store.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let folder: string;
let catalog: CatalogStore;
let imports: ImportStore;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-file-'));
  catalog = createCatalogStore(database.pool.sql);
  imports = createImportStore(database.pool.sql);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const put = async (name: string, content: string): Promise<ImportOptions> => {
  const file = join(folder, name);
  await writeFile(file, content);
  return { file, kind: undefined, profileId: defaultProfile.id, rejectsFile: `${file}.rejects`, restart: false };
};

const run = (options: ImportOptions, onProgress: () => void = () => undefined) =>
  importFile(options, {
    catalog,
    imports,
    context: { correlationId: 'import-test', traceparent: undefined },
    now: () => new Date('2026-03-02T10:00:00.000Z'),
    onProgress,
  });

const mpnsOf = async (manufacturer: string): Promise<readonly string[]> => {
  const rows = await database.pool.sql<{ mpn: string }[]>`
    select mpn from product where manufacturer = ${manufacturer} order by mpn`;
  return rows.map(({ mpn }) => mpn);
};

describe('importing products', () => {
  it('takes the good rows and puts the others into the rejects file, each with its line and reason', async () => {
    const options = await put(
      'mixed.csv',
      'Maker,MPN,Note\nAcme,A1,x\n,A2,y\nAcme,,"=1+1, ""z"""\nAcme,A3\nAcme,A4,w\nAcme,a-4,v\n',
    );
    expect(await run(options)).toMatchObject({ kind: 'products', rowsRead: 6, upserted: 3, rejected: 3, created: 2 });
    expect(await mpnsOf('Acme')).toEqual(['A1', 'A4']);
    expect(await readFile(options.rejectsFile, 'utf8')).toBe(
      'line,reason,Maker,MPN,Note\n3,manufacturer: is missing,,A2,y\n' +
        `4,mpn: is missing,Acme,,"'=1+1, ""z"""\n5,has 2 columns where the header has 3,"Acme,A3"\n`,
    );
  });

  it('reads NDJSON and rejects into NDJSON', async () => {
    const options = await put('parts.ndjson', '{"brand":"Jason","mpn":"J1","rohs":true}\n{"brand":"Jason"}\noops\n');
    expect(await run(options)).toMatchObject({ rowsRead: 3, upserted: 1, rejected: 2 });
    const rejects = (await readFile(options.rejectsFile, 'utf8')).trim().split('\n');
    expect(rejects.map((line) => JSON.parse(line))).toEqual([
      { line: 2, reason: 'mpn: is missing', row: { brand: 'Jason' } },
      { line: 3, reason: expect.stringMatching(/^is not JSON: /), row: 'oops' },
    ]);
  });

  it('says what each column was taken for', async () => {
    const options = await put('columns.csv', 'Mfr. Name,Part #,Alias,Colour,__proto__\nTold,T1,x,red,y\n');
    expect((await run(options)).columns).toEqual([
      { name: 'Mfr. Name', takenFor: 'manufacturer' },
      { name: 'Part #', takenFor: 'mpn' },
      { name: 'Alias', takenFor: 'nothing' },
      { name: 'Colour', takenFor: 'characteristic' },
      { name: '__proto__', takenFor: 'characteristic' },
    ]);
    const rows = [
      { brand: 'Told', mpn: 'T2' },
      { brand: 'Told', mpn: 'T3', characteristics: { colour: 'red' } },
    ];
    const lines = await put('columns.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    expect((await run(lines)).columns.map(({ name }) => name)).toEqual(['brand', 'mpn', 'colour']);
    const aliases = await put('columns-aliases.csv', 'alias,maker,note\nToldd,Told,z\n');
    expect((await run(aliases)).columns.at(-1)).toEqual({ name: 'note', takenFor: 'nothing' });
  });

  it('says so of so many columns at most', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `${'n'.repeat(200)}${at}`);
    const options = await put('wide.csv', `maker,mpn,${names.join()}\nWide,W1,${names.join()}\n`);
    const { columns, columnsLeftOut } = await run(options);
    expect(columns).toHaveLength(100);
    expect(columnsLeftOut).toBe(402);
    expect(Math.max(...columns.map(({ name }) => name.length))).toBe(100);
  });

  it('leaves no rejects file of an earlier import when nothing is rejected', async () => {
    const options = await put('clean.csv', 'maker,mpn\nClean,C1\n');
    await writeFile(options.rejectsFile, 'from before');
    await run(options);
    await expect(readFile(options.rejectsFile)).rejects.toThrow('ENOENT');
  });

  it('of an empty file, or one with a header only, reads nothing', async () => {
    expect(await run(await put('empty.csv', ''))).toMatchObject({ rowsRead: 0, upserted: 0, rejected: 0 });
    expect(await run(await put('header.csv', 'maker,mpn\n'))).toMatchObject({ rowsRead: 0 });
  });

  it('goes on after the last whole batch when it was killed, and counts and rejects every row once', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => (at % 1_000 === 7 ? `Restart,` : `Restart,R${at}`));
    const options = await put('killed.csv', `maker,mpn\n${rows.join('\n')}\n`);
    const killed = new Error('killed');
    const first = run(options, () => {
      throw killed;
    });
    await expect(first).rejects.toBe(killed);
    await appendFile(options.rejectsFile, 'written, but not counted: the batch will be read again\n');
    expect(await run(options)).toMatchObject({ rowsRead: 10_000, upserted: 9_990, rejected: 10, resumedAt: 4_000 });
    expect(await mpnsOf('Restart')).toHaveLength(9_990);
    const rejects = (await readFile(options.rejectsFile, 'utf8')).trim().split('\n').slice(1);
    expect(rejects.map((line) => Number(line.split(',')[0]))).toEqual(
      Array.from({ length: 10 }, (_, at) => at * 1_000 + 9),
    );
  });

  it('begins again with restart, and when the file was finished, and then changes nothing', async () => {
    const options = await put('again.csv', 'maker,mpn\nAgain,A1\nAgain,A2\n');
    const stop = new Error('stop');
    await expect(
      run(options, () => {
        throw stop;
      }),
    ).rejects.toBe(stop);
    const again = { rowsRead: 2, upserted: 2, created: 0, updated: 0, resumedAt: 0 };
    expect(await run({ ...options, restart: true })).toMatchObject(again);
    expect(await run(options)).toMatchObject(again);
  });
});

describe('importing aliases', () => {
  it('adds them and rejects those that name another maker already', async () => {
    const options = await put('aliases.csv', 'alias,manufacturer\nTI,Texas Instruments\nTI,Other Maker\n?,X\n');
    expect(await run(options)).toMatchObject({ kind: 'aliases', rowsRead: 3, upserted: 1, rejected: 2 });
    expect(await readFile(options.rejectsFile, 'utf8')).toBe(
      'line,reason,alias,manufacturer\n3,alias: is a name of Texas Instruments already,TI,Other Maker\n' +
        '4,alias: has no letter or digit,?,X\n',
    );
  });
});
