import { Failure, notFound } from '../../domain/errors.ts';
import type { OpenCredential, SupplierRecord, SupplierStore } from '../../domain/ingestion/supplier-ports.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import type { SellerKind } from '../../domain/offers/sale-terms.ts';
import { type BindingOf, isSameBinding, plainBinding, type SecretBinding } from '../../domain/secret-binding.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { type RouteColumns, routeColumns, routeOf } from '../catalog/supply-route.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import { type StoredOrderCostStep, stepsFromRow, stepsToRow } from '../pricing/order-cost-steps.ts';
import { beginPricingChange } from '../pricing/pricing-revision.ts';
import { detachSecrets } from '../secrets/detach-secrets.ts';
import {
  recordedBinding,
  resealed,
  type SealedColumns,
  sealedColumns,
  storeResealed,
} from '../secrets/sealed-columns.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { bindingInForce } from '../secrets/supplier-binding.ts';
import { insertCredential } from './insert-credential.ts';

/** A row of `supplier` under the names of its record. */
export interface SupplierRow
  extends RouteColumns,
    Pick<SupplierRecord, 'name' | 'plugin' | 'baseUrl' | 'createsProducts' | 'settings'> {
  /** Decimal text. */
  readonly orderCost: string | null;
  readonly orderCostCurrency: string | null;
  readonly orderCostSteps: readonly StoredOrderCostStep[] | null;
  readonly handlingDays: number | null;
  readonly sellerKind: SellerKind | null;
  readonly shipsFrom: string | null;
}

/** The columns that say how the supplier sells, as a `SupplierRow` names them. */
export const orderColumns = `trim_scale(order_cost) as "orderCost", order_cost_currency as "orderCostCurrency",
  order_cost_steps as "orderCostSteps", handling_days as "handlingDays", seller_kind as "sellerKind",
  ships_from as "shipsFrom"`;

interface CredentialRow extends SealedColumns {
  readonly supplierId: string;
  readonly scope: CredentialScope;
  readonly ownerId: string | null;
  readonly label: string;
  readonly failingSince: Date | null;
}

/** The columns of a `SupplierRow`. */
const supplierColumns = `${routeColumns}, name, plugin, base_url as "baseUrl", creates_products as "createsProducts",
  settings, ${orderColumns}`;

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
    row.orderCostCurrency !== null && {
      orderCost: { amount: row.orderCost, currency: row.orderCostCurrency, ...stepsFromRow(row.orderCostSteps) },
    }),
  ...(row.handlingDays !== null && { handlingDays: row.handlingDays }),
  ...(row.sellerKind !== null && { sellerKind: row.sellerKind }),
  ...(row.shipsFrom !== null && { shipsFrom: row.shipsFrom }),
});

/** A credential whose secret does not open for its supplier. */
export interface UnfitSecret {
  /** Of the credential. */
  readonly id: string;
  readonly supplierId: string;
  /**
   * The key that it was sealed under, where the ring lacks it. Undefined: the key of that id is
   * another one, or the row or the supplier was changed by hand.
   */
  readonly missingKey: string | undefined;
}

/** What the store is made with besides its sealer. */
export interface SupplierStoreOptions {
  readonly onWrite?: OnWrite;
  /** Left out: secrets are bound to the plug-in and the origin of the base URL. */
  readonly bindingOf?: BindingOf;
  /** Told of every credential whose secret does not open; it is left out, and the others go on. */
  readonly onUnfit?: (credential: UnfitSecret) => void;
}

/**
 * Suppliers and their credentials. Secrets are sealed; `credentials` is the only way to an open
 * one. It opens them for the very supplier that they will be used for, whatever is stored of it
 * meanwhile, and seals anew what it finds sealed under a key that is no longer the active one or
 * without its binding.
 */
export const createSupplierStore = (
  sql: Sql,
  sealer: Sealer,
  { onWrite, bindingOf = plainBinding, onUnfit = () => undefined }: SupplierStoreOptions = {},
): SupplierStore => ({
  suppliers: async () => {
    const rows = await run(suppliersInService(sql));
    return rows.map(supplierOf);
  },

  credentials: async (supplier) => {
    const boundTo = bindingOf(supplier);
    const opened: OpenCredential[] = [];
    for (const row of await credentialsInUse(sql, supplier.id)) {
      const credential = openCredential(row, boundTo, { sealer, bindingOf });
      if (credential === undefined) {
        onUnfit(unfitSecret(row, sealer));
        continue;
      }
      await storeResealed(sql, row, resealed(row, boundTo, { sealer, bindingOf }), boundTo);
      opened.push(credential);
    }
    return opened;
  },

  putSupplier: (supplier, change) =>
    withAuditRecord(sql, audited('supplier', supplier.id, change.context), async (transaction) => {
      const areOrdersAnother = await changesOrders(transaction, supplier);
      const from = await bindingInForce(transaction, supplier.id, bindingOf);
      await upsert(transaction, supplier);
      if (areOrdersAnother) await beginPricingChange(transaction);
      const to = bindingOf(supplier);
      if (from !== undefined && !isSameBinding(from, to))
        await detachSecrets(transaction, { supplierId: supplier.id, from, to }, change, onWrite);
    }),

  putCredential: (credential) =>
    inTransaction(sql, async (transaction) => {
      const { id, supplierId } = credential;
      const boundTo = await bindingInForce(transaction, supplierId, bindingOf);
      if (boundTo === undefined) throw notFound('supplier', supplierId);
      const { count } = await run(transaction`
        ${insertCredential(transaction, credential, sealer, boundTo)}
        on conflict (id) do update set
          scope = excluded.scope, owner_id = excluded.owner_id, label = excluded.label, secret = excluded.secret,
          sealed_for = excluded.sealed_for, detached_at = null
        where credential.supplier_id = excluded.supplier_id`);
      if (count === 0) throw new Failure('conflict', `credential ${id} belongs to another supplier`);
    }),
});

const suppliersInService = (sql: Sql) =>
  sql<SupplierRow[]>`select ${sql.unsafe(supplierColumns)} from supplier where retired_at is null order by id`;

const unfitSecret = ({ id, supplierId, secret }: CredentialRow, sealer: Sealer): UnfitSecret => ({
  id,
  supplierId,
  missingKey: secret === null ? undefined : sealer.missingKey(secret),
});

const credentialsInUse = (sql: Sql, supplierId: string) =>
  run(sql<CredentialRow[]>`
    select ${sql.unsafe(sealedColumns)}, supplier_id as "supplierId", scope, owner_id as "ownerId", label,
      failing_since as "failingSince"
    from credential where supplier_id = ${supplierId} and disabled_at is null and secret is not null order by id`);

/** Creates or updates the row of a supplier. */
const upsert = async (transaction: Transaction, supplier: SupplierRecord): Promise<void> => {
  const { id, name, plugin, baseUrl, createsProducts, route, settings, orderCost } = supplier;
  const { handlingDays = null, sellerKind = null, shipsFrom = null } = supplier;
  const steps = stepsToRow(orderCost?.steps);
  const { apiProvider = null, salesAgent = null, distributor = null, warehouseOperators = {} } = route;
  await transaction`
    insert into supplier (id, name, plugin, base_url, creates_products, api_provider, sales_agent, distributor,
      warehouse_operators, settings, order_cost, order_cost_currency, order_cost_steps, handling_days, seller_kind,
      ships_from)
    values (${id}, ${name}, ${plugin}, ${baseUrl}, ${createsProducts}, ${apiProvider}, ${salesAgent}, ${distributor},
      ${JSON.stringify(warehouseOperators)}::text::jsonb, ${JSON.stringify(settings)}::text::jsonb,
      ${orderCost?.amount ?? null}, ${orderCost?.currency ?? null}, ${steps}::text::jsonb, ${handlingDays}, ${sellerKind},
      ${shipsFrom})
    on conflict (id) do update set
      name = excluded.name, plugin = excluded.plugin, base_url = excluded.base_url,
      creates_products = excluded.creates_products, api_provider = excluded.api_provider,
      sales_agent = excluded.sales_agent, distributor = excluded.distributor,
      warehouse_operators = excluded.warehouse_operators, settings = excluded.settings,
      order_cost = excluded.order_cost, order_cost_currency = excluded.order_cost_currency,
      order_cost_steps = excluded.order_cost_steps,
      handling_days = excluded.handling_days, seller_kind = excluded.seller_kind,
      ships_from = excluded.ships_from, retired_at = null`;
};

/** Whether orders will cost or take something else than before, or another kind sells, or ships. */
const changesOrders = async (transaction: Transaction, supplier: SupplierRecord): Promise<boolean> => {
  const { id, orderCost, handlingDays = null, sellerKind = null, shipsFrom = null } = supplier;
  const { amount = null, currency = null, steps } = orderCost ?? {};
  const [row] = await transaction<{ isAnother: boolean }[]>`
    select (order_cost, order_cost_currency, order_cost_steps, handling_days, seller_kind, ships_from) is distinct from
      (${amount}::numeric, ${currency}::text, ${stepsToRow(steps)}::text::jsonb, ${handlingDays}::smallint, ${sellerKind}::text,
        ${shipsFrom}::text) as "isAnother"
    from supplier where id = ${id} for no key update`;
  const said = [orderCost ?? null, handlingDays, sellerKind, shipsFrom];
  return row?.isAnother ?? said.some((each) => each !== null);
};

const openCredential = (
  { secret, session: _, sealedFor, ownerId, failingSince, ...row }: CredentialRow,
  boundTo: SecretBinding,
  { sealer, bindingOf }: { readonly sealer: Sealer; readonly bindingOf: BindingOf },
): OpenCredential | undefined => {
  if (secret === null || sealer.missingKey(secret) !== undefined) return undefined;
  const opened = sealer.open(secret, { rowId: row.id, boundTo, recorded: recordedBinding(sealedFor, bindingOf) });
  return opened && { ...row, ownerId: ownerId ?? undefined, failingSince: failingSince ?? undefined, secret: opened };
};
