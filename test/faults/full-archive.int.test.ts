import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runArchiver } from '../../storage/archive/archiver.ts';
import { later, type OldEvents, oldEvents, oldMonths } from '../storage/archive/old-events.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';

let old: OldEvents;
let disk: SmallDisk | undefined;

beforeEach(async () => {
  old = await oldEvents(4_000, 150);
  disk = await smallDisk(old.directory, 24);
});
afterEach(async () => {
  await disk?.close();
  disk = undefined;
  await old.close();
});

const archive = () => runArchiver({ url: old.database.url, directory: old.directory, afterMonths: 12 }, later);

it('a full disk of the archive fails the month by its name, and loses nothing; with room it is archived', async () => {
  const before = await old.digest();
  const full = { kind: 'failed', error: { code: 'ENOSPC' } };
  expect(await archive()).toMatchObject({
    kind: 'done',
    months: oldMonths.map((partition) => ({ partition, ...full })),
  });
  expect(await old.digest()).toBe(before);
  for (const month of oldMonths) expect(await readdir(join(old.directory, month))).toEqual([]);

  await disk?.grow(16_384);
  expect(await archive()).toMatchObject({ kind: 'done', months: oldMonths.map(() => ({ kind: 'archived' })) });
  expect(await old.digest()).not.toBe(before);
  await old.restore();
  expect(await old.digest()).toBe(before);
});
