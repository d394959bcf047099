/**
 * Statements that serve a request, behind a second lock: they run as a role for which rows of other
 * tenants do not exist, whatever they ask for (migration 35). Whom they serve is told to the
 * database in settings that end with their transaction; without them the role sees nothing.
 */
import type postgres from 'postgres';
import type { Tenant } from '../../domain/callers/caller.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { arrayLiteral } from './array-literal.ts';
import type { DetachedRows } from './detach-rows.ts';
import { type AnySql, inTransaction, requestClient, run, type Sql, type Transaction } from './pool.ts';
import { requestRole } from './request-role.ts';

const settings = (sql: AnySql, { customerId, groupIds }: Tenant) => sql`
  set_config('offerstream.customer', ${customerId}, true) as customer,
  set_config('offerstream.groups', ${arrayLiteral(groupIds)}, true) as groups`;

/** A customer without its groups, which have nothing to do with what is the customer's own. */
export const customerAlone = (customerId: string): Tenant => ({ customerId, groupIds: [] });

/**
 * A statement that reads for one tenant, for `run`. `query` makes a select from the client that it
 * is given; nothing that is not the tenant's is in what it finds.
 */
export const tenantStatement = <Row extends postgres.MaybeRow>(
  sql: Sql,
  tenant: Tenant,
  query: (sql: Sql) => postgres.Fragment,
): postgres.PendingQuery<Row[]> => {
  const client = requestClient(sql);
  // The select takes something of the settings, and `offset 0` keeps it apart: it cannot begin
  // before they are set.
  return client<Row[]>`
      with tenant as materialized (select ${settings(client, tenant)})
      select found.* from tenant cross join lateral (
        select asked.* from (${query(client)}) as asked where tenant.customer is not null offset 0
      ) as found`;
};

/** Reads for one tenant, by one such statement. Throws as `run` does. */
export const readForTenant = <Row extends postgres.MaybeRow>(
  sql: Sql,
  tenant: Tenant,
  query: (sql: Sql) => postgres.Fragment,
  options: ReadOptions = {},
): Promise<DetachedRows<readonly Row[]>> => run(tenantStatement<Row>(sql, tenant, query), options);

/**
 * Runs the work for one tenant, in a transaction of which every statement is behind the lock.
 * Throws as `inTransaction` does.
 */
export const forTenant = <Result>(
  sql: Sql,
  tenant: Tenant,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  inTransaction(sql, async (transaction) => {
    await transaction`select set_config('role', ${requestRole}, true), ${settings(transaction, tenant)}`;
    return work(transaction);
  });

/**
 * Throws an error that says what to do when the user of the database cannot become the role that
 * requests run as.
 */
export const requireRequestRole = async (sql: Sql): Promise<void> => {
  const refused = await run(requestClient(sql)<{ role: string }[]>`select current_user as role`).then(
    ([row]) => (row?.role === requestRole ? undefined : new Error(`requests would run as ${row?.role}`)),
    (error: unknown) => error,
  );
  if (refused === undefined) return;
  const [row] = await run(sql<{ user: string; isMember: boolean }[]>`
    select current_user as user, coalesce(
      (select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = ${requestRole}), false) as "isMember"`);
  if (row?.isMember) throw refused;
  throw new Error(
    `the database user ${row?.user} may not act as ${requestRole}; an administrator can allow it: ` +
      `grant ${requestRole} to ${row?.user};`,
    { cause: refused },
  );
};
