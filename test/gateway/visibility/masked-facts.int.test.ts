import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MaskedField, maskableFields } from '../../../domain/visibility/policy.ts';
import { policy } from '../../support/policies.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { openVisibilityWorld, productIds, type VisibilityWorld } from './visibility-world.ts';

let database: TestDatabase;
let world: VisibilityWorld;

beforeAll(async () => {
  database = await testDatabase();
  world = await openVisibilityWorld(database.pool);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** The names of the facts that a customer is told of a product that has all of them. */
const factsTold = async (): Promise<ReadonlySet<string>> => {
  const options = { headers: { 'x-api-key': 'key_of_acme' } };
  const { status, body } = await world.http.send(`/v1/products/${productIds[0]}?facts=true`, options);
  expect(status).toBe(200);
  const { facts = [] } = JSON.parse(body) as { facts?: readonly { name: string }[] };
  return new Set(facts.map(({ name }) => name));
};

const telling: Readonly<Record<(typeof maskableFields.product)[number], readonly string[]>> = {
  description: ['description'],
  characteristics: ['category', 'package', 'reach', 'rohs'],
  lifecycle_status: ['last_time_buy', 'lifecycle_detail', 'lifecycle_status', 'range_status'],
  category: ['category'],
  replaced_by: ['replaced_by_mpn'],
};

describe('of a product with a masked field', () => {
  test.each(maskableFields.product)('no fact tells %s, and all others are told', async (field: MaskedField) => {
    await world.enforce([]);
    const all = await factsTold();
    await world.enforce([policy('mask', { effect: { kind: 'mask', fields: [field] } })]);
    const told = await factsTold();
    expect([...all.difference(told)].toSorted()).toEqual(telling[field as keyof typeof telling]);
  });
});

test('no fact names a replacement that is hidden', async () => {
  await world.enforce([policy('hide', { condition: `product.id == "${productIds[2]}"` })]);
  expect(await factsTold()).not.toContain('replaced_by_mpn');
});
