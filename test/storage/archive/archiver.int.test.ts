import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveLock, runArchiver } from '../../../storage/archive/archiver.ts';
import { monthFolders } from '../../../storage/archive/month-folders.ts';
import { restoreArchive } from '../../../storage/archive/restore.ts';
import { verifyMonth } from '../../../storage/archive/verify-month.ts';
import { startChild } from '../../support/child.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced, updated } from '../../support/event-samples.ts';
import { eventually } from '../../support/eventually.ts';
import { testDatabase } from '../../support/postgres.ts';
import { later, type OldEvents, oldEvents, oldMonths } from './old-events.ts';

let old: OldEvents;
beforeEach(async () => {
  old = await oldEvents(4_000, 150);
});
afterEach(() => old.close());

const keptUntil = new Date('2021-07-01T00:00:00Z');
const [january, february] = oldMonths;

const archive = (now = later) => runArchiver({ url: old.database.url, directory: old.directory, afterMonths: 12 }, now);
const restore = (aggregateId?: string, database = old.database) =>
  restoreArchive({ sql: database.pool.sql, url: database.url, directory: old.directory }, { aggregateId, keptUntil });
const store = () => eventLog(old.database.pool.sql);
const partitions = async () =>
  (
    await old.database.pool.sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass order by 1`
  ).map(({ name }) => name);
const firstFile = (month: string) => join(old.directory, month, '00001.ndjson.gz');

test('a stream of which events are archived goes on at its version', async () => {
  const { length } = await store().read('product', 'prd_5');
  await archive();
  expect(await store().read('product', 'prd_5')).toEqual([]);
  expect(await store().append([updated('prd_5', 'later')], length, untraced)).toEqual({ version: length + 1 });
  await restore('prd_5');
  expect(await store().read('product', 'prd_5')).toHaveLength(length + 1);
});

test('months are moved when all of them is old enough, and no others', async () => {
  const inside = { url: old.database.url, directory: old.directory, afterMonths: 24 };
  expect(await runArchiver(inside, later)).toEqual({ kind: 'done', months: [] });
  expect(await runArchiver({ ...inside, afterMonths: 16 }, later)).toMatchObject({
    months: [{ kind: 'archived', partition: january }],
  });
  await old.database.pool.sql`create table event_rest partition of event default`;
  expect(await archive()).toMatchObject({ months: [{ kind: 'archived', partition: february }] });
  expect(await partitions()).toContain('event_rest');
});

test('events that are not published keep their month in the database', async () => {
  const { sql } = old.database.pool;
  await sql`
    insert into outbox select position, aggregate_type, aggregate_id, version, recorded_at from event_2020_01 limit 3`;
  const held = { kind: 'held', partition: january, unpublished: 3 };
  expect(await archive()).toMatchObject({ months: [held, { kind: 'archived' }] });
  expect(await partitions()).toContain(january);
  await sql`delete from outbox`;
  expect(await archive()).toMatchObject({ months: [{ kind: 'archived', partition: january }] });
});

test.each([
  ['cut off', (path: string) => truncate(path, 1_000)],
  [
    'changed in one bit',
    async (path: string) => {
      const bytes = await readFile(path);
      bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
      await writeFile(path, bytes);
    },
  ],
  ['empty', (path: string) => truncate(path, 0)],
  ['continued', async (path: string) => writeFile(path, Buffer.concat([await readFile(path), Buffer.from('more')]))],
])('a file that is %s is named, and its events are neither restored nor dropped', async (_, damage) => {
  await archive();
  await restore();
  const whole = await old.digest();
  await damage(firstFile(february));
  expect(await verifyMonth(join(old.directory, january))).toEqual([]);
  expect(await verifyMonth(join(old.directory, february))).toEqual([
    expect.stringContaining(`${firstFile(february)} is damaged`),
  ]);
  await expect(restore()).rejects.toThrow(`${firstFile(february)} is damaged`);
  expect(await archive(keptUntil)).toMatchObject({
    months: [
      { kind: 'archived' },
      { kind: 'failed', error: { message: expect.stringContaining(firstFile(february)) } },
    ],
  });
  await restore().catch(() => undefined);
  expect(await old.digest()).toBe(whole);
});

test('a manifest that was changed or is missing is named', async () => {
  await archive();
  const path = join(old.directory, january, 'manifest.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"events": ', '"events": 1'));
  expect(await verifyMonth(join(old.directory, january))).toEqual([`${path} is damaged: its digest is another`]);
  await writeFile(path, 'nothing');
  await expect(restore()).rejects.toThrow(`${path} is damaged`);
  expect(await monthFolders(old.directory)).toHaveLength(2);
});

test('an event that its archive lacks keeps its month in the database', async () => {
  await archive();
  await restore();
  await old.database.pool.sql`update event_2020_01 set data = '{}' where version = 1 and aggregate_id = 'prd_3'`;
  const before = await old.digest();
  expect(await archive(keptUntil)).toMatchObject({
    months: [{ kind: 'failed', error: { message: expect.stringContaining('lacks an event of event_2020_01') } }, {}],
  });
  expect((await partitions()).includes(january)).toBe(true);
  await restore();
  expect(await old.digest()).toBe(before);
});

test('a restored month is left alone until its time, and dropped again by the archive that it has', async () => {
  await archive();
  const whole = (await restore('prd_8')).reduce((sum, { events }) => sum + events, 0);
  expect(whole).toBe((await store().read('product', 'prd_8')).length);
  expect(await archive()).toEqual({ kind: 'done', months: [] });
  const manifest = await readFile(join(old.directory, january, 'manifest.json'), 'utf8');
  expect(await archive(keptUntil)).toMatchObject({ months: [{ kind: 'archived' }, { kind: 'archived' }] });
  expect(await readFile(join(old.directory, january, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(await partitions()).not.toContain(january);
});

test('an archive fills an empty database, whose aggregates go on after their last version', async () => {
  const before = await old.digest();
  await archive();
  const fresh = await testDatabase();
  try {
    await restore(undefined, fresh);
    expect(await old.digest(fresh)).toBe(before);
    const other = eventLog(fresh.pool.sql);
    const stream = await other.read('product', 'prd_5');
    await other.append([updated('prd_5', 'after')], stream.length, untraced);
    const events = await other.read('product', 'prd_5');
    expect(events).toHaveLength(stream.length + 1);
    expect(events.at(-1)?.position).toBeGreaterThan(events.at(-2)?.position ?? 0n);
  } finally {
    await fresh.close();
  }
});

test('one archiver works at a time, and nothing is restored meanwhile', async () => {
  const other = archiveLock(old.database.url);
  expect(await other.hold()).toBe(true);
  expect(await archive()).toEqual({ kind: 'busy' });
  await expect(restore()).rejects.toThrow('the archiver is at work');
  await other.release();
  await eventually(async () => (await archive()).kind === 'done');
});

test('appends go on while months are moved', async () => {
  const moving = archive();
  const versions: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    versions.push((await store().append([updated('prd_meanwhile', String(at))], 'any', untraced)).version);
  }
  expect(await moving).toMatchObject({ months: [{ kind: 'archived' }, { kind: 'archived' }] });
  expect(await store().read('product', 'prd_meanwhile')).toHaveLength(200);
});

/** What can be seen in the folder of the first month while it is written. */
const moments: readonly (readonly [string, (names: readonly string[]) => boolean])[] = [
  // Or after that, when the archiver was quicker than the look.
  ['its first file is begun', (names) => names.some((name) => name.endsWith('.tmp') || name === 'manifest.json')],
  ['its first file is written', (names) => names.includes('00001.ndjson.gz')],
  ['its manifest is written', (names) => names.includes('manifest.json')],
];

test.each(moments)('an archiver killed when %s loses nothing, and the next run ends the work', async (_, isNow) => {
  const before = await old.digest();
  const folder = join(old.directory, january);
  await mkdir(folder, { recursive: true });
  const child = startChild(
    join(import.meta.dirname, 'archiver-process.ts'),
    old.database.url,
    old.directory,
    later.toISOString(),
  );
  await eventually(async () => isNow(await readdir(folder)));
  await child.kill('SIGKILL');
  await eventually(async () => (await archive()).kind === 'done');
  expect(await readdir(folder)).toEqual(['00001.ndjson.gz', 'manifest.json']);
  expect(await partitions()).not.toContain(january);
  await restore();
  expect(await old.digest()).toBe(before);
});
