import { Failure, notFound } from '../domain/errors.ts';
import type { CredentialScope } from '../domain/offer.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../domain/ports.ts';
import { violationOf } from './constraint.ts';
import { run, type Sql } from './pool.ts';
import type { Sealer } from './sealing.ts';
import { type RouteColumns, routeColumns, routeOf } from './supply-route.ts';

/** A row of `supplier` under the names of its record. */
export interface SupplierRow extends RouteColumns {
  readonly name: string;
  readonly plugin: string;
  readonly baseUrl: string;
  readonly createsProducts: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface CredentialRow {
  readonly id: string;
  readonly supplierId: string;
  readonly scope: CredentialScope;
  readonly ownerId: string | null;
  readonly label: string;
  readonly failingSince: Date | null;
  readonly secret: string;
}

/** The supplier that a row describes. */
export const supplierOf = (row: SupplierRow): SupplierRecord => ({
  id: row.id,
  name: row.name,
  plugin: row.plugin,
  baseUrl: row.baseUrl,
  route: routeOf(row),
  createsProducts: row.createsProducts,
  settings: row.settings,
});

/**
 * Suppliers and their credentials. Secrets are sealed; `credentials` is the only way to an open one, and seals anew what it
 * finds sealed under a key that is no longer the active one.
 */
export const createSupplierStore = (sql: Sql, sealer: Sealer): SupplierStore => ({
  suppliers: async () => {
    const rows = await run(sql<SupplierRow[]>`
      select ${sql.unsafe(routeColumns)}, name, plugin, base_url as "baseUrl", creates_products as "createsProducts",
        settings
      from supplier order by id`);
    return rows.map(supplierOf);
  },

  credentials: async (supplierId) => {
    const rows = await run(sql<CredentialRow[]>`
      select id, supplier_id as "supplierId", scope, owner_id as "ownerId", label, failing_since as "failingSince", secret
      from credential where supplier_id = ${supplierId} and disabled_at is null order by id`);
    const opened = rows.map((row) => openCredential(row, sealer));
    for (const row of rows) if (!sealer.isCurrent(row.secret)) await sealAnew(sql, sealer, row);
    return opened;
  },

  putSupplier: async ({ id, name, plugin, baseUrl, createsProducts, route, settings }) => {
    const { apiProvider = null, salesAgent = null, distributor = null, warehouseOperators = {} } = route;
    await run(sql`
      insert into supplier (id, name, plugin, base_url, creates_products, api_provider, sales_agent, distributor,
        warehouse_operators, settings)
      values (${id}, ${name}, ${plugin}, ${baseUrl}, ${createsProducts}, ${apiProvider}, ${salesAgent}, ${distributor},
        ${JSON.stringify(warehouseOperators)}::text::jsonb, ${JSON.stringify(settings)}::text::jsonb)
      on conflict (id) do update set
        name = excluded.name, plugin = excluded.plugin, base_url = excluded.base_url,
        creates_products = excluded.creates_products, api_provider = excluded.api_provider,
        sales_agent = excluded.sales_agent, distributor = excluded.distributor,
        warehouse_operators = excluded.warehouse_operators, settings = excluded.settings`);
  },

  putCredential: async ({ id, supplierId, scope, ownerId, label, secret }) => {
    try {
      const { count } = await run(sql`
        insert into credential (id, supplier_id, scope, owner_id, label, secret)
        values (${id}, ${supplierId}, ${scope}, ${ownerId ?? null}, ${label}, ${sealer.seal(secret, id)})
        on conflict (id) do update set
          scope = excluded.scope, owner_id = excluded.owner_id, label = excluded.label, secret = excluded.secret
        where credential.supplier_id = excluded.supplier_id`);
      if (count === 0) throw new Failure('conflict', `credential ${id} belongs to another supplier`);
    } catch (error) {
      throw violationOf(error) === 'foreign_key' ? notFound('supplier', supplierId) : error;
    }
  },
});

const openCredential = ({ secret, ownerId, failingSince, ...row }: CredentialRow, sealer: Sealer): OpenCredential => ({
  ...row,
  ownerId: ownerId ?? undefined,
  failingSince: failingSince ?? undefined,
  secret: sealer.open(secret, row.id),
});

/** Replaces the sealed secret unless somebody has stored another meanwhile. */
const sealAnew = async (sql: Sql, sealer: Sealer, { id, secret }: CredentialRow): Promise<void> => {
  const resealed = sealer.seal(sealer.open(secret, id), id);
  await run(sql`update credential set secret = ${resealed} where id = ${id} and secret = ${secret}`);
};
