import { Failure, notFound } from '../domain/errors.ts';
import type { CredentialScope } from '../domain/offer.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../domain/ports.ts';
import { violationOf } from './constraint.ts';
import { inTransaction, run, type Sql, type Transaction } from './pool.ts';
import { beginPricingChange } from './pricing-revision.ts';
import type { Sealer } from './sealing.ts';
import { type RouteColumns, routeColumns, routeOf } from './supply-route.ts';

/** A row of `supplier` under the names of its record. */
export interface SupplierRow extends RouteColumns {
  readonly name: string;
  readonly plugin: string;
  readonly baseUrl: string;
  readonly createsProducts: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Decimal text. */
  readonly orderCost: string | null;
  readonly orderCostCurrency: string | null;
}

/** The columns that say what an order costs, under the names of a `SupplierRow`. */
export const orderCostColumns = 'trim_scale(order_cost) as "orderCost", order_cost_currency as "orderCostCurrency"';

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
  ...(row.orderCost !== null &&
    row.orderCostCurrency !== null && { orderCost: { amount: row.orderCost, currency: row.orderCostCurrency } }),
});

/**
 * Suppliers and their credentials. Secrets are sealed; `credentials` is the only way to an open one, and seals anew what it
 * finds sealed under a key that is no longer the active one.
 */
export const createSupplierStore = (sql: Sql, sealer: Sealer): SupplierStore => ({
  suppliers: async () => {
    const rows = await run(sql<SupplierRow[]>`
      select ${sql.unsafe(routeColumns)}, name, plugin, base_url as "baseUrl", creates_products as "createsProducts",
        settings, ${sql.unsafe(orderCostColumns)}
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

  putSupplier: (supplier) =>
    inTransaction(sql, async (transaction) => {
      const isOrderCostAnother = await changesOrderCost(transaction, supplier);
      await upsert(transaction, supplier);
      if (isOrderCostAnother) await beginPricingChange(transaction);
    }),

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

/** Creates or updates the row of a supplier. */
const upsert = async (transaction: Transaction, supplier: SupplierRecord): Promise<void> => {
  const { id, name, plugin, baseUrl, createsProducts, route, settings, orderCost } = supplier;
  const { apiProvider = null, salesAgent = null, distributor = null, warehouseOperators = {} } = route;
  await transaction`
    insert into supplier (id, name, plugin, base_url, creates_products, api_provider, sales_agent, distributor,
      warehouse_operators, settings, order_cost, order_cost_currency)
    values (${id}, ${name}, ${plugin}, ${baseUrl}, ${createsProducts}, ${apiProvider}, ${salesAgent}, ${distributor},
      ${JSON.stringify(warehouseOperators)}::text::jsonb, ${JSON.stringify(settings)}::text::jsonb,
      ${orderCost?.amount ?? null}, ${orderCost?.currency ?? null})
    on conflict (id) do update set
      name = excluded.name, plugin = excluded.plugin, base_url = excluded.base_url,
      creates_products = excluded.creates_products, api_provider = excluded.api_provider,
      sales_agent = excluded.sales_agent, distributor = excluded.distributor,
      warehouse_operators = excluded.warehouse_operators, settings = excluded.settings,
      order_cost = excluded.order_cost, order_cost_currency = excluded.order_cost_currency`;
};

/** Whether orders will cost another amount than before. */
const changesOrderCost = async (transaction: Transaction, { id, orderCost }: SupplierRecord): Promise<boolean> => {
  const { amount = null, currency = null } = orderCost ?? {};
  const [row] = await transaction<{ isAnother: boolean }[]>`
    select (order_cost, order_cost_currency) is distinct from (${amount}::numeric, ${currency}::text) as "isAnother"
    from supplier where id = ${id} for update`;
  return row?.isAnother ?? orderCost !== undefined;
};

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
