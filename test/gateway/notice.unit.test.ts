import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../gateway/config/config.ts';
import { startingLine } from '../../gateway/notice.ts';

it('says at once that a first start makes a database, and where', () => {
  const dataDir = join(tmpdir(), 'offerstream-that-is-not-there');
  expect(startingLine(loadConfig({ DATA_DIR: dataDir }))).toBe(
    `starting for the first time: a database is made in ${dataDir}`,
  );
  expect(startingLine(loadConfig({ DATA_DIR: tmpdir() }))).toBe('starting');
  expect(startingLine(loadConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:p@127.0.0.1/db' }))).toBe('starting');
});
