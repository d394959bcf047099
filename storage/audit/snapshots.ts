import { hash } from 'node:crypto';
import type { AuditTarget } from '../../domain/audit/record.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { createRedactor } from '../../telemetry/redaction.ts';
import { type AnySql, run } from '../pool/pool.ts';

/**
 * What a record tells of the things that operators change: chosen columns and never a whole row, so
 * that a column that is added is not told before somebody has decided so. No secret, no hash of one
 * and no sealed text is among them. What a customer is called, and what its keys and credentials
 * are, may name a person: records cannot be erased, so they tell a digest of it, by which a change
 * is seen.
 */

/** A digest of what a column holds. */
const digest = (sql: AnySql, column: 'name' | 'label') =>
  sql`left(encode(sha256(convert_to(${sql(column)}, 'UTF8')), 'hex'), 16)`;

/**
 * Selects `state`, which is told, and `unseen` where the tag must tell apart what is not told. With
 * `lock` the row is held, so that the state before a change is the one that is changed.
 */
type Snapshot = (sql: AnySql, id: string, lock: ReturnType<AnySql>) => ReturnType<AnySql>;

const snapshots = {
  customer: (sql, id, lock) => sql`
    select json_build_object('name_digest', ${digest(sql, 'name')}, 'delivery_zone', delivery_zone, 'currency', currency, 'groups',
      array(select group_id from group_member where customer_id = customer.id order by group_id)) as state
    from customer where id = ${id} ${lock}`,
  customer_group: (sql, id, lock) => sql`
    select json_build_object('name', name) as state from customer_group where id = ${id} ${lock}`,
  api_key: (sql, id, lock) => sql`
    select json_build_object('customer', customer_id, 'label_digest', ${digest(sql, 'label')}, 'scopes', scopes, 'expires_at', expires_at,
      'revoked_at', revoked_at, 'previous_until', previous_until, 'requests_per_second', requests_per_second,
      'burst', burst, 'requests_per_day', requests_per_day, 'streams', streams) as state
    from api_key where id = ${id} ${lock}`,
  supplier: (sql, id, lock) => sql`
    select json_build_object('name', name, 'plugin', plugin, 'base_url', base_url, 'creates_products', creates_products,
      'api_provider', api_provider, 'sales_agent', sales_agent, 'distributor', distributor,
      'warehouse_operators', warehouse_operators, 'settings', settings, 'order_cost', trim_scale(order_cost)::text,
      'order_cost_currency', order_cost_currency, 'order_cost_steps', order_cost_steps, 'handling_days', handling_days,
      'seller_kind', seller_kind, 'ships_from', ships_from, 'retired', retired_at is not null) as state, md5(settings::text) as unseen
    from supplier where id = ${id} ${lock}`,
  credential: (sql, id, lock) => sql`
    select json_build_object('supplier', supplier_id, 'scope', scope, 'owner', owner_id, 'label_digest', ${digest(sql, 'label')},
      'disabled', disabled_at is not null) as state, md5(secret::text) as unseen
    from credential where id = ${id} ${lock}`,
  webhook: (sql, id, lock) => sql`
    select json_build_object('customer', customer_id, 'disabled', disabled_why) as state
    from webhook_endpoint where id = ${id} ${lock}`,
  connector: (sql, id) => sql`
    select json_object_agg(kind, json_build_object('order', detail, 'until', until) order by kind) as state
    from connector_order where supplier_id = ${id} having count(*) > 0`,
  product: (sql, id, lock) => sql`
    select json_build_object('marked', is_marked) as state from product_demand where product_id = ${id} ${lock}`,
  match: (sql, id) => sql`
    select json_object_agg(product_id, json_build_object('verdict', verdict, 'note', note, 'by', given_by, 'at', given_at) order by product_id) as state
    from match_verdict where offer_id = ${id} having count(*) > 0`,
  alias: (sql, id) => sql`
    select json_build_object('alias', alias, 'manufacturer', name, 'source', source) as state
    from manufacturer_alias join manufacturer on key = manufacturer_key where alias_key = ${id}`,
  identity_profile: (sql, id) => sql`
    select json_build_object('version', version, 'content', content) as state from identity_profile
    where id = ${id} order by version desc limit 1`,
  visibility_policy: (sql, id) => sql`
    select json_build_object('version', version, 'policy', document) as state from visibility_policy
    where id = ${id} order by version desc limit 1`,
  package_attrition: (sql, id, lock) => sql`
    select json_build_object('percent', trim_scale(percent)::text, 'pieces', pieces) as state
    from package_attrition where package = ${id} ${lock}`,
  duty_rate: (sql, id, lock) => sql`
    select json_build_object('version', version, 'destination', destination, 'hts_prefix', hts_prefix, 'origin', origin,
      'rate', trim_scale(rate)::text, 'valid_from', valid_from, 'valid_until', valid_until) as state
    from duty_rate where id = ${id} ${lock}`,
  pricing_rule: (sql, id) => sql`
    select json_build_object('version', version, 'rule', document) as state from pricing_rule_version
    where id = ${id} order by version desc limit 1`,
} as const satisfies Readonly<Record<string, Snapshot>>;

/** The things of which a state can be told. */
export type SnapshotKind = keyof typeof snapshots;

const isSnapshotKind = (kind: string): kind is SnapshotKind => Object.hasOwn(snapshots, kind);

/** Settings come from outside, so what looks like a secret in them is blotted out all the same. */
const { redact } = createRedactor();

/** A target at one moment. */
export interface TargetState {
  /** What is told of it. */
  readonly told: object;
  /** The tag of its state; undefined: it was removed. */
  readonly tag: string | undefined;
}

/** What a removed thing still has: its number goes on, and a retired supplier can come back. */
const isRemoved = ({ rule, policy, content, retired }: Readonly<Record<string, unknown>>): boolean =>
  rule === null || policy === null || content === null || retired === true;

/**
 * The target as it is; undefined where there is none, or nothing is told of its kind. In a
 * transaction that changes it, it is held from then on.
 */
export const snapshotOf = async (
  sql: AnySql,
  { kind, id }: AuditTarget,
  { holds, ...options }: ReadOptions & { readonly holds: boolean },
): Promise<TargetState | undefined> => {
  if (!isSnapshotKind(kind)) return undefined;
  const query = snapshots[kind](sql, id, holds ? sql`for no key update` : sql``);
  const [row] = await run(
    sql<{ state: Readonly<Record<string, unknown>> | null; unseen?: string | null }[]>`${query}`,
    options,
  );
  const state = row?.state ?? undefined;
  if (state === undefined) return undefined;
  const told = state.settings === undefined ? state : { ...state, settings: redact(state.settings) };
  const whole = JSON.stringify([kind, id, told, row?.unseen]);
  return { told, tag: isRemoved(state) ? undefined : `"${hash('sha256', whole, 'base64url').slice(0, 27)}"` };
};
