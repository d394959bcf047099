import { execFile } from 'node:child_process';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OldEvents, oldEvents } from '../../storage/archive/old-events.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { eventLog } from '../../support/event-log.ts';

let old: OldEvents;
beforeAll(async () => {
  old = await oldEvents(1_000, 40);
});
afterAll(() => old.close());

interface Answer {
  readonly status: number;
  readonly said: string;
  readonly wrong: string;
}

/** `npx offerstream archive ARGS` on the database. */
const archive = (...args: string[]): Promise<Answer> =>
  new Promise((resolve) => {
    const root = join(import.meta.dirname, '..', '..', '..');
    const env = { ...childEnvironment, DATABASE_URL: old.database.url, ARCHIVE_DIRECTORY: old.directory };
    execFile(process.execPath, ['gateway/cli/archive.ts', ...args], { cwd: root, env }, (error, said, wrong) =>
      resolve({ status: error === null ? 0 : Number(error.code), said, wrong }),
    );
  });

test('the command moves what is old, verifies it, restores one stream of it, and names a damaged file', async () => {
  const store = eventLog(old.database.pool.sql);
  const stream = await store.read('product', 'prd_7');
  expect(await archive()).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^event_2020_01: \d+ events moved\n/),
  });
  expect(await archive()).toMatchObject({ status: 0, said: 'no month is 13 months old\n' });
  expect(await archive('verify', old.directory)).toMatchObject({
    status: 0,
    said: 'event_2020_01: whole\nevent_2020_02: whole\n',
  });
  expect((await archive('restore', old.directory, '--stream', 'prd_7')).status).toBe(0);
  expect(await store.read('product', 'prd_7')).toEqual(stream);
  const file = join(old.directory, 'event_2020_02', '00001.ndjson.gz');
  await truncate(file, 100);
  for (const command of ['verify', 'restore']) {
    expect(await archive(command, join(old.directory, 'event_2020_02'))).toMatchObject({
      status: 1,
      wrong: expect.stringContaining(`${file} is damaged`),
    });
  }
});

test.each([
  [['restore']],
  [['verify']],
  [['elsewhere', 'x']],
  [['--stream', 'prd_7']],
  [['restore', 'x', '--days', 'y']],
])('the command says how it is used when it is given %j', async (args) => {
  expect(await archive(...args)).toMatchObject({
    status: 1,
    wrong: expect.stringContaining('usage: npx offerstream archive'),
  });
});
