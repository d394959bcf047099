import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DutyRateDraft } from '../../../domain/pricing/duties/duty-rate.ts';
import { createDutyRateStore } from '../../../storage/pricing/duty-rates-store.ts';
import { createPricingRevisions } from '../../../storage/pricing/pricing-revision.ts';
import { byTest } from '../../support/by-test.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.pool.sql`truncate duty_rate`.then(() => undefined));

const rate = (id: string, more: Partial<DutyRateDraft> = {}): DutyRateDraft => ({
  id,
  destination: 'US',
  htsPrefix: '8542',
  origin: 'CN',
  rate: '0.25',
  validFrom: undefined,
  validUntil: undefined,
  ...more,
});

const store = () => createDutyRateStore(database.pool.sql);

test.each<[what: string, isInTheWay: boolean, other: Partial<DutyRateDraft>]>([
  ['the same goods', true, {}],
  ['the same goods at another rate', true, { rate: '0.1' }],
  ['another destination', false, { destination: 'EU' }],
  ['another tariff number', false, { htsPrefix: '8541' }],
  ['another origin', false, { origin: 'JP' }],
  ['any origin', false, { origin: undefined }],
])('a rate for %s is in the way of one that is stored: %s', async (_, isInTheWay, other) => {
  const { put, all } = store();
  await put(rate('first'), byTest);
  const second = put(rate('second', other), byTest);
  if (isInTheWay)
    await expect(second).rejects.toMatchObject({ kind: 'conflict', message: expect.stringMatching(/"first"/u) });
  else await second;
  expect(await all()).toHaveLength(isInTheWay ? 1 : 2);
});

test('a rate is in its own way never: it is changed, and counts its versions', async () => {
  const { put, rate: known } = store();
  await put(rate('own'), byTest);
  const changed = await put(rate('own', { rate: '0.100000', validUntil: new Date('2027-01-01T00:00:00Z') }), byTest);
  expect(changed).toEqual({
    ...rate('own', { rate: '0.1', validUntil: new Date('2027-01-01T00:00:00Z') }),
    version: 2,
  });
  expect(await known('own')).toEqual(changed);
  expect(await known('other')).toBeUndefined();
});

test('rates are listed page by page in the order of their ids, and one of them is removed', async () => {
  const { put, page, remove, all } = store();
  for (const [at, id] of ['c', 'a', 'b'].entries()) await put(rate(id, { htsPrefix: `854${at}` }), byTest);
  const idsOf = (rates: readonly { readonly id: string }[]) => rates.map(({ id }) => id).join('');
  expect(idsOf(await page(undefined, 2))).toBe('ab');
  expect(idsOf(await page('b', 2))).toBe('c');
  await remove('b', byTest);
  expect(idsOf(await all())).toBe('ac');
  await expect(remove('b', byTest)).rejects.toMatchObject({ kind: 'not_found' });
});

test('a change of rates is one of prices', async () => {
  const { revision } = createPricingRevisions(database.pool.sql);
  const seen = [await revision()];
  await store().put(rate('one'), byTest);
  seen.push(await revision());
  await store().remove('one', byTest);
  seen.push(await revision());
  expect(new Set(seen).size).toBe(3);
});
