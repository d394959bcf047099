import { type ConnectorOrder, type IssuedOrder, orderKinds } from '../../domain/ingestion/connector-control.ts';
import type { PageError } from '../../domain/ingestion/row-tally.ts';
import {
  type AttributeCoverage,
  type ConnectorOverviews,
  type CredentialOverview,
  type PastTick,
  recentTicks,
  type SupplierOverview,
} from '../../domain/ingestion/supplier-ports.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import {
  type BindingOf,
  isSameBinding,
  plainBinding,
  type SecretBinding,
  type SecretState,
} from '../../domain/secret-binding.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { routeColumns } from '../catalog/supply-route.ts';
import type { Nullable } from '../pool/nullable-row.ts';
import { run, type Sql } from '../pool/pool.ts';
import { recordedBinding, type SealedColumns } from '../secrets/sealed-columns.ts';
import { healthOf, type StoredHealth } from './credential-states.ts';
import { lookupHealthOf, type StoredLookupHealth } from './lookup-health-row.ts';
import { orderColumns, type SupplierRow, supplierOf } from './supplier-store.ts';
import { type TickRow, tickOf } from './tick-store.ts';

/** A supplier beside one of its orders; a supplier without any has one row. */
type OrderRow = SupplierRow &
  (
    | { readonly detail: null }
    | { readonly detail: ConnectorOrder; readonly until: Date; readonly givenAt: Date; readonly givenBy: string }
  );

/** What is shown as it is stored. */
type Shown = Pick<
  CredentialOverview,
  'disabledAt' | 'nextTickAt' | 'throttledUntil' | 'dueLookups' | 'lookupsEndAt' | 'hasSession' | 'budgetUse'
>;

interface CredentialColumns extends Nullable<Shown & Omit<CredentialRef, 'failingReason'>> {
  readonly sealedFor: SealedColumns['sealedFor'];
  readonly detachedAt: Date | null;
  readonly health: StoredHealth | null;
  readonly leaseOwner: string | null;
  readonly leaseUntil: Date | null;
  readonly recentTicks: readonly StoredTick[];
  readonly lookupHealth: StoredLookupHealth | null;
  readonly lastError: (Omit<PageError, 'at'> & { readonly at: string }) | null;
}

/** A tick as JSON has it. */
interface StoredTick {
  readonly runId: string;
  readonly kind: PastTick['kind'];
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly outcome: 'success' | 'failure' | null;
  readonly reason: string | null;
}

/** A credential beside its latest tick. */
type CredentialRow = CredentialColumns & (TickRow | { readonly runId: null });

/**
 * What operators see, in one statement for suppliers and one for credentials, whatever their
 * number.
 */
export const createConnectorOverviews = (sql: Sql, bindingOf: BindingOf = plainBinding): ConnectorOverviews => {
  const read = async (id: string | undefined, options?: ReadOptions): Promise<readonly SupplierOverview[]> => {
    const [orders, credentials] = await Promise.all([
      run(ordersOf(sql, id), options),
      run(credentialsOf(sql, id), options),
    ]);
    const bySupplier = Map.groupBy(credentials, ({ supplierId }) => supplierId);
    return [...Map.groupBy(orders, (row) => row.id).values()].flatMap((rows) => {
      const [first] = rows;
      if (first === undefined) return [];
      const supplier = supplierOf(first);
      const boundTo = bindingOf(supplier);
      return {
        supplier,
        orders: rows.flatMap(orderOf),
        credentials: (bySupplier.get(supplier.id) ?? []).map((row) =>
          credentialOf(row, secretState(row, boundTo, bindingOf)),
        ),
      };
    });
  };

  return {
    suppliers: (options) => read(undefined, options),
    supplier: async (id, options) => (await read(id, options))[0],
    attributeCoverage: async (options) => {
      const rows = await run(
        sql<({ supplierId: string } & AttributeCoverage)[]>`
          select supplier_id as "supplierId", count(*)::int as offers,
            (count(*) filter (where attributes = '{}'))::int as "withoutAttributes"
          from offer group by supplier_id`,
        options,
      );
      return new Map(rows.map(({ supplierId, ...filling }) => [supplierId, filling]));
    },
  };
};

const ordersOf = (sql: Sql, id: string | undefined) => sql<OrderRow[]>`
  select ${sql.unsafe(routeColumns)}, name, plugin, base_url as "baseUrl", creates_products as "createsProducts", settings,
    ${sql.unsafe(orderColumns)}, detail, until, given_at as "givenAt", given_by as "givenBy"
  from supplier
  left join connector_order on supplier_id = supplier.id and until > clock_timestamp()
  where retired_at is null and ${id === undefined ? sql`true` : sql`supplier.id = ${id}`}
  order by supplier.id, array_position(${[...orderKinds]}::text[], kind)`;

const credentialsOf = (sql: Sql, id: string | undefined) => sql<CredentialRow[]>`
  select credential.id, credential.supplier_id as "supplierId", scope, owner_id as "ownerId", label,
    failing_since as "failingSince", disabled_at as "disabledAt", health,
    case when secret is not null then sealed_for end as "sealedFor", detached_at as "detachedAt", next_tick_at as "nextTickAt",
    lease.owner as "leaseOwner", lease.expires_at as "leaseUntil",
    (
      select to_timestamp(max(greatest(not_before, case when units is null then starts_at else 0 end)) / 1000)
      from rate_budget where starts_with(key, 'ratelimit:' || credential.supplier_id || ':' || credential.id || ':')
        and greatest(not_before, case when units is null then starts_at else 0 end)
          > extract(epoch from clock_timestamp()) * 1000
    ) as "throttledUntil",
    (select count(*)::int from lookup where lookup.credential_id = credential.id and due_at <= now())
      + (select count(*)::int from part_want_lookup as wanted where wanted.credential_id = credential.id and due_at <= now())
      as "dueLookups", lookup_health as "lookupHealth", queue_until as "lookupsEndAt", session is not null as "hasSession",
    ${budgetUseOf(sql)} as "budgetUse", ${pastTicksOf(sql)} as "recentTicks",
    run_id as "runId", credential.id as "credentialId", kind, started_at as "startedAt", phase, cursor, page,
    items, prices, stocks, warehouses, pages, rows, last_error as "lastError", finished_at as "finishedAt", outcome, reason
  from credential
  left join connector_lease as lease on lease.credential_id = credential.id and lease.expires_at > clock_timestamp()
  left join lateral (
    select * from ingestion_tick where ingestion_tick.credential_id = credential.id
    order by started_at desc, run_id desc limit 1
  ) as tick on true
  where ${id === undefined ? sql`true` : sql`credential.supplier_id = ${id}`}
  order by credential.id`;

/** Keys of budgets end with the endpoint. */
const budgetUseOf = (sql: Sql) => sql`(
  select coalesce(jsonb_object_agg(split_part(key, ':', 4), usage_left(usage, usage_at, usage_window, epoch_ms())), '{}')
  from rate_budget where starts_with(key, 'ratelimit:' || credential.supplier_id || ':' || credential.id || ':')
)`;

const pastTicksOf = (sql: Sql) => sql`(
  select coalesce(jsonb_agg(to_jsonb(past) order by past."startedAt" desc, past."runId" desc), '[]') from (
    select run_id as "runId", kind, started_at as "startedAt", finished_at as "finishedAt", outcome, reason
    from ingestion_tick where ingestion_tick.credential_id = credential.id
    order by started_at desc, run_id desc limit ${recentTicks}
  ) as past
)`;

const pastTickOf = ({ startedAt, finishedAt, outcome, reason, ...tick }: StoredTick): PastTick => ({
  ...tick,
  startedAt: new Date(startedAt),
  finishedAt: finishedAt === null ? undefined : new Date(finishedAt),
  outcome: outcome ?? undefined,
  reason: reason ?? undefined,
});

const orderOf = (row: OrderRow): IssuedOrder[] =>
  row.detail === null ? [] : [{ ...row.detail, until: row.until, givenAt: row.givenAt, by: row.givenBy }];

/**
 * A secret that was entered for another supplier than this one now is will not open for it,
 * whatever made it another.
 */
const secretState = (
  { sealedFor, detachedAt }: CredentialRow,
  boundTo: SecretBinding,
  bindingOf: BindingOf,
): SecretState => {
  const recorded = recordedBinding(sealedFor, bindingOf);
  return recorded !== undefined && isSameBinding(recorded, boundTo)
    ? { kind: 'attached', origins: boundTo.origins }
    : { kind: 'detached', since: detachedAt ?? undefined };
};

const credentialOf = (row: CredentialRow, secret: SecretState): CredentialOverview => ({
  credential: {
    id: row.id,
    supplierId: row.supplierId,
    scope: row.scope,
    ownerId: row.ownerId ?? undefined,
    label: row.label,
    failingSince: row.failingSince ?? undefined,
  },
  disabledAt: row.disabledAt ?? undefined,
  secret,
  health: healthOf(row.health),
  lease:
    row.leaseOwner === null || row.leaseUntil === null ? undefined : { owner: row.leaseOwner, until: row.leaseUntil },
  tick: row.runId === null ? undefined : tickOf(row),
  lastError: row.lastError === null ? undefined : { ...row.lastError, at: new Date(row.lastError.at) },
  nextTickAt: row.nextTickAt ?? undefined,
  throttledUntil: row.throttledUntil ?? undefined,
  dueLookups: row.dueLookups,
  lookupsEndAt: row.lookupsEndAt ?? undefined,
  hasSession: row.hasSession,
  budgetUse: row.budgetUse,
  recentTicks: row.recentTicks.map(pastTickOf),
  lookupHealth: lookupHealthOf(row.lookupHealth),
});
