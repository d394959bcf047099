import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runArchiver } from '../../../storage/archive/archiver.ts';
import { later, type OldEvents, oldEvents, oldMonths } from '../../storage/archive/old-events.ts';
import { hasEmbeddedEngine } from '../../support/analytics.ts';
import { childEnvironment } from '../../support/child-environment.ts';

interface Answer {
  readonly status: number;
  readonly said: string;
  readonly wrong: string;
}

/** `npx offerstream analytics ARGS` with these variables. */
const analytics = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve) => {
    const cwd = join(import.meta.dirname, '..', '..', '..');
    execFile(
      process.execPath,
      ['gateway/cli/analytics.ts', ...args],
      { cwd, env: { ...childEnvironment, ...env } },
      (error, said, wrong) => resolve({ status: error === null ? 0 : Number(error.code), said, wrong }),
    );
  });

describe.skipIf(!hasEmbeddedEngine)('npx offerstream analytics rebuild', () => {
  let old: OldEvents;
  let dataDir: string;

  beforeAll(async () => {
    old = await oldEvents(100, 4);
    await old.addDecisions(30);
    await runArchiver({ url: old.database.url, directory: old.directory, afterMonths: 12 }, later);
    dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
  });
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true });
    await old.close();
  });

  const rebuild = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    analytics(['rebuild', ...args], {
      DATABASE_URL: old.database.url,
      DATA_DIR: dataDir,
      ANALYTICS: 'embedded',
      ...env,
    });
  const read = (archived: number) => ({
    status: 0,
    said: `0 events, ${archived} archived ones, 0 observations and 0 views read, 0 observations added\n`,
  });

  test('reads the archive that is named, else the configured one, which may be empty, else none', async () => {
    expect(await rebuild()).toMatchObject(read(0));
    expect(await rebuild([], { ARCHIVE_DIRECTORY: join(dataDir, 'none') })).toMatchObject(read(0));
    expect(await rebuild([], { ARCHIVE_DIRECTORY: old.directory })).toMatchObject(read(30));
    expect(await rebuild(['--archive', join(old.directory, oldMonths[0])])).toMatchObject(read(16));
  });

  test('names what is missing or damaged, and ends with 1', async () => {
    const nowhere = join(dataDir, 'none');
    expect(await rebuild(['--archive', nowhere])).toMatchObject({ status: 1, wrong: expect.stringContaining(nowhere) });
    const damaged = join(dataDir, 'damaged');
    await cp(old.directory, damaged, { recursive: true });
    const file = join(damaged, oldMonths[1], '00001.ndjson.gz');
    await truncate(file, 100);
    expect(await rebuild(['--archive', damaged])).toMatchObject({
      status: 1,
      wrong: expect.stringContaining(`${file} is damaged`),
    });
  });
});

test.each([[[]], [['build']], [['rebuild', 'x']], [['rebuild', '--archive']], [['rebuild', '--from', 'x']]])(
  'the command says how it is used when it is given %j',
  async (args) => {
    expect(await analytics(args)).toMatchObject({
      status: 1,
      wrong: expect.stringContaining('usage: npx offerstream analytics'),
    });
  },
);
