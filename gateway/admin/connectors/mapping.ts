import { durationText } from '../../../domain/duration.ts';
import type { StatedOrderCost } from '../../../domain/estimate/order-costs.ts';
import { effectiveLimits, type IssuedOrder, type RateLimit } from '../../../domain/ingestion/connector-control.ts';
import { type CredentialCondition, conditionOf } from '../../../domain/ingestion/credential-condition.ts';
import { failingKinds, type LookupHealth } from '../../../domain/ingestion/lookup-health.ts';
import { type PageError, type RowPlace, type RowTally, rowTotals } from '../../../domain/ingestion/row-tally.ts';
import type { CredentialOverview, PastTick, SupplierOverview } from '../../../domain/ingestion/supplier-ports.ts';
import type { Tick } from '../../../domain/ingestion/tick.ts';
import type { ConnectorView, IngestionView } from './view.ts';

/**
 * Connectors as operators' answers have them. A field that is undefined is left out of the JSON.
 */

const limitJson = ({ rate, periodMs }: RateLimit) => ({ rate, period: durationText(periodMs) });

const limitsJson = (limits: Readonly<Record<string, RateLimit>>) =>
  Object.fromEntries(Object.entries(limits).map(([endpoint, limit]) => [endpoint, limitJson(limit)]));

/** An order that holds. */
export const orderJson = (order: IssuedOrder) => ({
  kind: order.kind,
  until: order.until,
  given_at: order.givenAt,
  by: order.by,
  reason: order.kind === 'pause' ? order.reason : undefined,
  max_concurrent_per_credential: order.kind === 'workers' ? order.maxConcurrentPerCredential : undefined,
  rate_limits: order.kind === 'rates' ? limitsJson(order.limits) : undefined,
});

const placeJson = ({ row, column, sample }: RowPlace) => ({ row, column, sample });

const errorJson = ({ at, phase, page, message, ...place }: PageError) => ({
  at,
  message,
  phase,
  page,
  ...placeJson(place),
});

const rowsJson = (rows: RowTally) => {
  const { read, leftOut } = rowTotals(rows);
  const { first } = rows;
  return {
    read,
    left_out: leftOut,
    reasons: rows.reasons,
    first: first && {
      reason: first.reason,
      phase: first.phase,
      page: first.page,
      sku: first.sku,
      ...placeJson(first),
    },
  };
};

const tickJson = ({ runId, kind, startedAt, counters, rows, state }: Tick, lastError: PageError | undefined) => ({
  run_id: runId,
  kind,
  started_at: startedAt,
  state: state.kind === 'running' ? state.kind : state.outcome,
  phase: state.kind === 'running' ? state.position.phase : undefined,
  page: state.kind === 'running' ? state.position.page : undefined,
  finished_at: state.kind === 'finished' ? state.at : undefined,
  reason: state.kind === 'finished' && state.outcome === 'failure' ? state.reason : undefined,
  counters: {
    item_count: counters.items,
    price_count: counters.prices,
    stock_count: counters.stocks,
    warehouse_count: counters.warehouses,
    page_count: counters.pages,
  },
  rows: rowsJson(rows),
  last_error: lastError && errorJson(lastError),
});

const pauseOf = (orders: SupplierOverview['orders']) => orders.find((order) => order.kind === 'pause');

const detached =
  'secrets detached: the supplier has another plug-in or origin than they were entered for; enter the secret again';

const reasonOf = (condition: CredentialCondition): string | undefined => {
  if (condition.kind === 'detached') return detached;
  return condition.kind === 'paused' || condition.kind === 'failing' ? condition.reason : undefined;
};

const failingLookupsJson = (health: LookupHealth) =>
  failingKinds(health).flatMap((by) => {
    const state = health[by];
    return state.kind === 'failing' ? [{ by, since: state.since, next_probe_at: state.probeAt }] : [];
  });

const pastTickJson = ({ runId, kind, startedAt, finishedAt, outcome, reason }: PastTick) => ({
  run_id: runId,
  kind,
  started_at: startedAt,
  finished_at: finishedAt,
  state: outcome ?? ('running' as const),
  reason,
});

/** A credential under the orders of its supplier; nothing of its secret is known here. */
export const credentialJson = (overview: CredentialOverview, orders: SupplierOverview['orders']) => {
  const { credential, secret, lease, tick, lastError, nextTickAt, dueLookups, lookupHealth } = overview;
  const condition = conditionOf({ ...overview, pause: pauseOf(orders) });
  return {
    id: credential.id,
    label: credential.label,
    scope: credential.scope,
    owner_id: credential.ownerId,
    state: condition.kind,
    reason: reasonOf(condition),
    since: condition.kind === 'active' || condition.kind === 'throttled' ? undefined : condition.since,
    until: condition.kind === 'paused' || condition.kind === 'throttled' ? condition.until : undefined,
    next_probe_at: condition.kind === 'failing' ? condition.probeAt : undefined,
    secret_origins: secret.kind === 'attached' ? secret.origins : undefined,
    lease,
    tick: tick && tickJson(tick, lastError),
    next_tick_at: nextTickAt,
    due_lookups: dueLookups,
    lookups_end_at: dueLookups === 0 ? undefined : overview.lookupsEndAt,
    has_session: overview.hasSession,
    budget_use: overview.budgetUse,
    recent_ticks: overview.recentTicks.map(pastTickJson),
    failing_lookups: failingLookupsJson(lookupHealth),
  };
};

const endpointsJson = ({ endpoints, orders }: ConnectorView) => {
  const rates = orders.find((order) => order.kind === 'rates');
  return (
    endpoints &&
    Object.fromEntries(
      Object.entries(endpoints).map(([name, configured]) => [
        name,
        {
          configured: configured.map(limitJson),
          effective: effectiveLimits(configured, rates?.limits[name]).map(limitJson),
        },
      ]),
    )
  );
};

/**
 * Where requests go to, with the path that belongs to it; never a query or a user, which may be
 * secret.
 */
const addressOf = (baseUrl: string): string | undefined => {
  const url = URL.parse(baseUrl);
  return url === null ? undefined : `${url.origin}${url.pathname === '/' ? '' : url.pathname}`;
};

/** What an order costs at a supplier; undefined where nobody has said. */
export const orderCostJson = (cost: StatedOrderCost | undefined) =>
  cost && {
    amount: cost.amount,
    currency: cost.currency,
    ...(cost.steps && { steps: cost.steps.map(({ goodsFrom, amount }) => ({ goods_from: goodsFrom, amount })) }),
  };

/** A supplier with its orders and credentials. */
export const connectorJson = (view: ConnectorView) => {
  const { supplier, orders, credentials } = view;
  return {
    id: supplier.id,
    name: supplier.name,
    plugin: supplier.plugin,
    base_url: addressOf(supplier.baseUrl),
    creates_products: supplier.createsProducts,
    order_cost: orderCostJson(supplier.orderCost),
    handling_days: supplier.handlingDays,
    seller_kind: supplier.sellerKind,
    ships_from: supplier.shipsFrom,
    orders: orders.map(orderJson),
    endpoints: endpointsJson(view),
    secret_fields: view.secretFields,
    credentials: credentials.map((each) => credentialJson(each, orders)),
  };
};

/** How far a supplier's offers are filled, and at which tick each credential is. */
export const ingestionJson = ({ overview, attributeCoverage: { offers, withoutAttributes } }: IngestionView) => ({
  supplier_id: overview.supplier.id,
  total: offers,
  backlog: withoutAttributes,
  filled: offers - withoutAttributes,
  filled_share: offers === 0 ? undefined : (offers - withoutAttributes) / offers,
  ticks: overview.credentials.flatMap(({ credential, tick, lastError }) =>
    tick === undefined ? [] : { credential_id: credential.id, ...tickJson(tick, lastError) },
  ),
});
