/**
 * Customers and their groups as operators see and change them. A change and its event are one
 * transaction; signals are sent elsewhere.
 *
 * Database down: throws `Failure` of kind `unavailable`.
 */
import type {
  Customer,
  CustomerGroup,
  CustomerQuery,
  CustomerStore,
  CustomerUpdate,
  PageOf,
} from '../../domain/callers/ports.ts';
import { Failure, notFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { Change, ReadOptions } from '../../domain/store-context.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { violationOf } from '../pool/constraint.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';

type CustomerRow = Nullable<Required<Customer>>;

/** Creates the store on a migrated database. */
export const createCustomerStore = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): CustomerStore => {
  const append = async (transaction: AnySql, events: readonly DomainEvent[], { context }: Change): Promise<void> => {
    await appendEvents(transaction, events, context, options.onWrite);
  };

  return {
    create: (customer, change) =>
      withAuditRecord(sql, audited('customer', customer.id, change.context), async (transaction) =>
        append(transaction, await create(transaction, customer, change), change),
      ),
    update: (id, changed, change) =>
      withAuditRecord(sql, audited('customer', id, change.context), async (transaction) =>
        append(transaction, await update(transaction, id, changed, change), change),
      ),
    get: (id, read) => get(sql, id, read),
    named: (ids) => named(sql, ids),
    page: (query, paging, read) => page(sql, query, paging, read),
    putGroup: ({ id, name }, change) =>
      withAuditRecord(sql, audited('customer_group', id, change.context), async (transaction) => {
        await append(transaction, await putGroup(transaction, { id, name }, change), change);
        const [group] = await run(transaction<CustomerGroup[]>`${groups(transaction)} where id = ${id}`);
        if (group === undefined) throw notFound('group', id);
        return group;
      }),
    groups: async ({ afterId, limit }, read) => {
      const found = sql<CustomerGroup[]>`${groups(sql)} where id > ${afterId ?? ''} order by id limit ${limit}`;
      return [...(await run(found, read))];
    },
    setMember: (membership, isMember, change) =>
      withAuditRecord(sql, audited('customer', membership.customerId, change.context), async (transaction) => {
        await checkKnown(transaction, membership);
        const isChanged = await (isMember ? addMember : removeMember)(transaction, membership);
        if (isChanged) await append(transaction, [memberEvent(membership, isMember, change.by)], change);
      }),
  };
};

type Events = Promise<readonly DomainEvent[]>;

const create = async (
  transaction: AnySql,
  { id, name, deliveryZone, currency, groupIds }: Omit<Customer, 'createdAt'>,
  { by }: Change,
): Events => {
  await insertCustomer(transaction, { id, name, deliveryZone, currency });
  for (const groupId of groupIds) await addMember(transaction, { groupId, customerId: id });
  return [
    { type: 'customer.changed', customerId: id, change: 'created', name, deliveryZone, currency, by },
    ...groupIds.map((groupId) => memberEvent({ groupId, customerId: id }, true, by)),
  ];
};

const update = async (transaction: AnySql, id: string, changed: CustomerUpdate, { by }: Change): Events => {
  const [before] = await run(transaction<Pick<CustomerRow, 'name' | 'deliveryZone' | 'currency'>[]>`
    select name, delivery_zone as "deliveryZone", currency from customer where id = ${id} for update`);
  if (before === undefined) throw notFound('customer', id);
  const name = changed.name ?? before.name;
  const zone = changed.deliveryZone === undefined ? before.deliveryZone : changed.deliveryZone;
  const wanted = changed.currency === undefined ? before.currency : changed.currency;
  if (name === before.name && zone === before.deliveryZone && wanted === before.currency) return [];
  await run(transaction`
    update customer set name = ${name}, delivery_zone = ${zone}, currency = ${wanted} where id = ${id}`);
  const [deliveryZone, currency] = [zone ?? undefined, wanted ?? undefined];
  return [{ type: 'customer.changed', customerId: id, change: 'updated', by, name, deliveryZone, currency }];
};

const get = async (sql: Sql, id: string, read?: ReadOptions): Promise<Customer | undefined> => {
  const [row] = await run(sql<CustomerRow[]>`${customers(sql)} where id = ${id}`, read);
  return row && withoutNulls<Customer>(row);
};

const named = async (sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Customer>> => {
  const rows = await run(sql<CustomerRow[]>`${customers(sql)} where id = any(${[...ids]}::text[])`);
  return new Map(rows.map((row) => [row.id, withoutNulls<Customer>(row)]));
};

const page = async (
  sql: Sql,
  { groupId, text }: CustomerQuery,
  { afterId, limit }: PageOf,
  read?: ReadOptions,
): Promise<readonly Customer[]> => {
  const found = sql<CustomerRow[]>`
    ${customers(sql)}
    where id > ${afterId ?? ''}
      and (${groupId ?? null}::text is null or exists (
        select from group_member where customer_id = customer.id and group_id = ${groupId ?? null}))
      and strpos(lower(name || ' ' || id), lower(${text ?? ''})) > 0
    order by id limit ${limit}`;
  return (await run(found, read)).map(withoutNulls<Customer>);
};

const putGroup = async (
  transaction: AnySql,
  { id, name }: Pick<CustomerGroup, 'id' | 'name'>,
  { by }: Change,
): Events => {
  const [before] = await run(transaction<{ name: string }[]>`
    select name from customer_group where id = ${id} for update`);
  if (before?.name === name) return [];
  await run(transaction`
    insert into customer_group (id, name) values (${id}, ${name}) on conflict (id) do update set name = ${name}`);
  const change = before === undefined ? 'created' : 'updated';
  return [{ type: 'customer_group.changed', groupId: id, change, by }];
};

const customers = (sql: AnySql) => sql`
  select id, name, delivery_zone as "deliveryZone", currency, created_at as "createdAt",
    array(select group_id from group_member where customer_id = customer.id order by group_id) as "groupIds"
  from customer`;

const groups = (sql: AnySql) => sql`
  select id, name, (select count(*)::int from group_member where group_id = customer_group.id) as members
  from customer_group`;

const insertCustomer = async (
  transaction: AnySql,
  { id, name, deliveryZone, currency }: Pick<Customer, 'id' | 'name' | 'deliveryZone' | 'currency'>,
): Promise<void> => {
  const { count } = await run(transaction`
    insert into customer (id, name, delivery_zone, currency)
    values (${id}, ${name}, ${deliveryZone ?? null}, ${currency ?? null})
    on conflict do nothing`);
  if (count === 0) throw new Failure('conflict', `the customer ${JSON.stringify(id)} exists already`);
};

type Member = Parameters<CustomerStore['setMember']>[0];

const memberEvent = ({ groupId, customerId }: Member, isMember: boolean, by: string): DomainEvent => ({
  type: 'customer_group.changed',
  groupId,
  change: isMember ? 'member_added' : 'member_removed',
  customerId,
  by,
});

/** Whether it was none before. */
const addMember = async (transaction: AnySql, { groupId, customerId }: Member): Promise<boolean> => {
  try {
    const { count } = await run(transaction`
      insert into group_member (customer_id, group_id) values (${customerId}, ${groupId}) on conflict do nothing`);
    return count > 0;
  } catch (error) {
    if (violationOf(error) === 'foreign_key') throw notFound('group', groupId);
    throw error;
  }
};

/** Whether it was one before. */
const removeMember = async (transaction: AnySql, { groupId, customerId }: Member): Promise<boolean> => {
  const { count } = await run(transaction`
    delete from group_member where customer_id = ${customerId} and group_id = ${groupId}`);
  return count > 0;
};

const checkKnown = async (transaction: AnySql, { groupId, customerId }: Member): Promise<void> => {
  const [known] = await run(transaction<{ group: boolean; customer: boolean }[]>`
    select exists (select from customer_group where id = ${groupId}) as "group",
      exists (select from customer where id = ${customerId}) as customer`);
  if (known?.group !== true) throw notFound('group', groupId);
  if (!known.customer) throw notFound('customer', customerId);
};
