import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerStore } from '../../../domain/callers/ports.ts';
import { createCustomerStore } from '../../../storage/callers/customer-store.ts';
import { eventLog } from '../../support/event-log.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let store: CustomerStore;
beforeAll(async () => {
  database = await testDatabase();
  store = createCustomerStore(database.pool.sql);
});
afterAll(() => database.close());

const change = { by: 'key_1', context: untraced };

const create = (id: string, given: { name?: string; groupIds?: readonly string[] } = {}) =>
  store.create({ id, name: id, deliveryZone: undefined, groupIds: [], ...given }, change);

const events = async (type: string, id: string) =>
  (await eventLog(database.pool.sql).read(type, id)).map(({ event }) => event);

test('a customer is created in its groups, each told by an event that says who did it', async () => {
  await store.putGroup({ id: 'gold', name: 'Gold' }, change);
  await store.create({ id: 'acme', name: 'Acme', deliveryZone: 'US', groupIds: ['gold'] }, change);
  expect(await store.get('acme')).toEqual({
    id: 'acme',
    name: 'Acme',
    deliveryZone: 'US',
    groupIds: ['gold'],
    createdAt: expect.any(Date),
  });
  expect(await events('customer', 'acme')).toEqual([
    { type: 'customer.changed', customerId: 'acme', change: 'created', name: 'Acme', deliveryZone: 'US', by: 'key_1' },
  ]);
  expect((await events('customer_group', 'gold')).map((event) => 'change' in event && event.change)).toEqual([
    'created',
    'member_added',
  ]);
});

test('neither an id that is taken nor a group that there is not leaves anything behind', async () => {
  await create('taken');
  await expect(create('taken')).rejects.toMatchObject({ kind: 'conflict' });
  await expect(create('stray', { groupIds: ['nowhere'] })).rejects.toMatchObject({
    kind: 'not_found',
    message: 'group "nowhere" not found',
  });
  expect(await store.get('stray')).toBeUndefined();
  expect(await events('customer', 'stray')).toEqual([]);
});

test('an update changes what it names, null takes the zone away, and one that changes nothing is no event', async () => {
  await create('updated');
  await store.update('updated', { deliveryZone: 'EU' }, change);
  await store.update('updated', { name: 'Updated' }, change);
  expect(await store.get('updated')).toMatchObject({ name: 'Updated', deliveryZone: 'EU' });
  await store.update('updated', { deliveryZone: null }, change);
  await store.update('updated', { name: 'Updated', deliveryZone: null }, change);
  expect(await store.get('updated')).toMatchObject({ name: 'Updated', deliveryZone: undefined });
  expect(await events('customer', 'updated')).toHaveLength(4);
  await expect(store.update('nobody', { name: 'x' }, change)).rejects.toMatchObject({ kind: 'not_found' });
});

test('customers are listed in order from any place, by group and by a piece of their name', async () => {
  await store.putGroup({ id: 'listed', name: 'Listed' }, change);
  for (const id of ['l-3', 'l-1', 'l-2']) await create(id, { name: `Müller ${id}`, groupIds: ['listed'] });
  const ids = async (query: Parameters<CustomerStore['page']>[0], afterId?: string, limit = 10) =>
    (await store.page(query, { afterId, limit })).map(({ id }) => id);
  expect(await ids({ groupId: 'listed' })).toEqual(['l-1', 'l-2', 'l-3']);
  expect(await ids({ groupId: 'listed' }, 'l-1', 1)).toEqual(['l-2']);
  expect(await ids({ text: 'MÜLLER L-3' })).toEqual(['l-3']);
  expect(await ids({ groupId: 'nowhere' })).toEqual([]);
  await create('l-4', { name: 'Müller' });
  expect(await ids({ groupId: 'listed', text: 'l-2' })).toEqual(['l-2']);
  expect(await ids({ groupId: 'listed', text: 'l-4' })).toEqual([]);
  expect(await ids({ text: 'müller' }, 'l-2')).toEqual(['l-3', 'l-4']);
  expect(await ids({ text: 'nobody' })).toEqual([]);
});

test('a membership is put and taken once, whoever repeats it', async () => {
  await store.putGroup({ id: 'club', name: 'Club' }, change);
  await create('member');
  const membership = { groupId: 'club', customerId: 'member' };
  for (const isMember of [true, true, false, false]) await store.setMember(membership, isMember, change);
  expect((await events('customer_group', 'club')).map((event) => 'change' in event && event.change)).toEqual([
    'created',
    'member_added',
    'member_removed',
  ]);
  await expect(store.setMember({ ...membership, groupId: 'none' }, true, change)).rejects.toMatchObject({
    message: 'group "none" not found',
  });
  await expect(store.setMember({ ...membership, customerId: 'none' }, false, change)).rejects.toMatchObject({
    message: 'customer "none" not found',
  });
});

test('a group is renamed by putting it again, and says how many members it has', async () => {
  expect(await store.putGroup({ id: 'silver', name: 'Silver' }, change)).toEqual({
    id: 'silver',
    name: 'Silver',
    members: 0,
  });
  await create('silversmith', { groupIds: ['silver'] });
  expect(await store.putGroup({ id: 'silver', name: 'Sterling' }, change)).toMatchObject({ members: 1 });
  expect((await store.groups({ afterId: 'silv', limit: 1 }))[0]).toEqual({
    id: 'silver',
    name: 'Sterling',
    members: 1,
  });
});
