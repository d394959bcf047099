import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createLineChoices } from '../../../storage/estimates/line-choices.ts';
import { createMatchReview } from '../../../storage/matching/match-review.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { untraced } from '../../support/event-samples.ts';
import { lineNaming } from '../../support/line-samples.ts';
import { fillMarket, hiddenOffer, resistor, resistorId, sharedOffer } from '../../support/market.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

const root = join(import.meta.dirname, '..', '..', '..');
let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  [database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'offerstream-labels-'))]);
  await fillMarket(database.pool);
  await database.pool.sql`
    update offer set description = ${'10k\tthick film\nreel'}, mpn = 'RC 0603' where id = ${sharedOffer}`;
  const review = createMatchReview(database.pool.sql);
  const given = { note: undefined, by: 'key_1', at: new Date() };
  await review.recordVerdict(
    { offerId: sharedOffer, productId: resistorId(0), verdict: 'confirm', ...given },
    untraced,
  );
  await review.recordVerdict({ offerId: sharedOffer, productId: resistorId(1), verdict: 'reject', ...given }, untraced);
  await review.recordVerdict({ offerId: hiddenOffer, productId: resistorId(0), verdict: 'reject', ...given }, untraced);
  await createCallerStore(database.pool.sql).putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
  await createLineChoices(database.pool.sql).remember('acme', lineNaming('RC-0603', 'Yageo'), resistorId(1));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

it('writes what humans have said as labelled pairs, a line each, whatever their texts hold', async () => {
  const file = join(folder, 'labels.txt');
  const { stdout } = await promisify(execFile)(process.execPath, ['gateway/cli/export-labels.ts', file], {
    cwd: root,
    env: { ...childEnvironment, DATABASE_URL: database.url },
  });
  expect(stdout).toBe(`${file}: 4 labelled pairs\n`);
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const product = (at: number) => `COL description VAL  COL manufacturer VAL Yageo COL mpn VAL ${resistor(at)}`;
  const shared = 'COL description VAL 10k thick film reel COL manufacturer VAL  COL mpn VAL RC 0603';
  const hidden = 'COL description VAL  COL manufacturer VAL  COL mpn VAL ';
  const chosen = 'COL description VAL Yageo | RC-0603 COL manufacturer VAL Yageo COL mpn VAL RC-0603';
  expect(lines.toSorted()).toEqual(
    [
      `${shared}\t${product(0)}\t1`,
      `${shared}\t${product(1)}\t0`,
      `${hidden}\t${product(0)}\t0`,
      `${chosen}\t${product(1)}\t1`,
    ].toSorted(),
  );
});
