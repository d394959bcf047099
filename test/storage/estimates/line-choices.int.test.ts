import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineKey } from '../../../domain/estimate/resolve/line-key.ts';
import type { LineChoices } from '../../../domain/estimate/resolve/ports.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { createCallerStore } from '../../../storage/callers/caller-store.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { createLineChoices } from '../../../storage/estimates/line-choices.ts';
import { untraced } from '../../support/event-samples.ts';
import { lineNaming, lineOf, productOf } from '../../support/line-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let choices: LineChoices;

const [first, second] = [productOf('onsemi', 'BAT54'), productOf('Vishay', 'BAT54')];
const line = lineNaming('BAT54', undefined, { package: 'SOT-23' });

beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database.pool;
  choices = createLineChoices(sql);
  const drafts = [first, second].map(({ manufacturer, mpn }) => ({ profileId: defaultProfile.id, manufacturer, mpn }));
  await createCatalogStore(sql).upsert(drafts, new Date('2026-03-01T12:00:00Z'), untraced);
  for (const id of ['acme', 'other']) await createCallerStore(sql).putCustomer({ id, name: id, groupIds: [] });
});
beforeEach(() => database.pool.sql`truncate line_choice`.then(() => undefined));
afterAll(() => database.close());

const chosenBy = async (customerId: string) => (await choices.chosen(customerId, [lineKey(line)])).get(lineKey(line));

describe('choices of customers', () => {
  it('hold for the customer who made them, until another takes their place or they are forgotten', async () => {
    expect(await chosenBy('acme')).toBeUndefined();
    await choices.remember('acme', line, first.productId);
    expect((await chosenBy('acme'))?.productId).toBe(first.productId);
    expect(await chosenBy('other')).toBeUndefined();

    await choices.remember('acme', { ...line, row: 9 }, second.productId);
    expect((await chosenBy('acme'))?.productId).toBe(second.productId);

    expect(await choices.forget('other', line)).toBe(false);
    expect(await choices.forget('acme', line)).toBe(true);
    expect(await choices.forget('acme', line)).toBe(false);
    expect(await chosenBy('acme')).toBeUndefined();
  });

  it('are refused for a product or a customer that does not exist', async () => {
    await expect(choices.remember('acme', line, 'prd_none')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(choices.remember('nobody', line, first.productId)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('are pages of labels for the model, with what the line said and what the product is', async () => {
    await choices.remember('acme', lineOf({ description: 'Schottky diode' }), first.productId);
    await choices.remember('other', line, second.productId);
    const [one, ...others] = await choices.labelled(undefined, 1);
    expect(others).toEqual([]);
    const rest = await choices.labelled(one, 10);
    expect([one, ...rest].map((each) => each?.written)).toEqual([
      { manufacturer: undefined, mpn: undefined, description: 'Schottky diode' },
      { manufacturer: undefined, mpn: 'BAT54', description: 'BAT54 | SOT-23' },
    ]);
    expect(rest.map(({ product }) => product)).toEqual([
      { manufacturer: 'Vishay', mpn: 'BAT54', description: undefined },
    ]);
  });
});
