import { inTransaction, type Sql } from '../../storage/pool/pool.ts';
import { noon } from './offers.ts';

/** What a row of a table has where a test does not say otherwise: only what must have a value. */
const ordinary = {
  api_key: { customer_id: 'acme', scopes: [], label: 'key', created_at: noon },
  api_key_usage: {},
  changed_alias: {},
  connector_lease: {},
  connector_order: { detail: {}, given_by: 'test', given_at: noon },
  credential: { supplier_id: 'borealis', scope: 'system', label: 'house account', secret: 'sealed', enrolled_at: noon },
  customer: { name: 'Acme', created_at: noon },
  customer_erasure: { customer_id: 'acme', known_since: noon, requested_by: 'test', requested_at: noon, erased: {} },
  enrichment_job: {
    type: 'refresh_observation',
    target: { supplier_id: 'borealis' },
    target_key: 'borealis',
    priority: 'normal',
    customer_id: 'acme',
    created_at: noon,
    turn_at: noon,
    done: 0,
    known: 0,
    shown: 0,
    version: 1,
    token: 0,
  },
  enrichment_requester: { customer_id: 'acme', created_at: noon, is_waiting: true },
  estimate: {
    customer_id: 'acme',
    key_id: 'key_1',
    group_ids: [],
    request: {},
    mode: 'cheapest',
    status: 'parsing',
    version: 1,
    created_at: noon,
    changed_lines: [],
    token: 0,
    seen_at: noon,
    is_recomputing: false,
    readings: 0,
    is_waiting: false,
  },
  estimate_product: {},
  event_archive: { events: 1, manifest_sha256: 'test', archived_at: noon },
  event: { aggregate_type: 'offer', version: 1, type: 'offer.repriced', data: {}, correlation_id: 'cor_test' },
  group_member: {},
  held_price: { credential_id: 'crd_system', since: noon },
  ingestion_tick: {
    supplier_id: 'borealis',
    credential_id: 'crd_system',
    started_at: noon,
    items: 0,
    prices: 0,
    stocks: 0,
    warehouses: 0,
    pages: 1,
    finished_at: noon,
    outcome: 'success',
    kind: 'catalogue',
  },
  lookup: { credential_id: 'crd_system', is_top: false, due_at: noon, urgency: 0 },
  manufacturer: {},
  manufacturer_alias: { source: 'test' },
  match_verdict: { verdict: 'reject', given_by: 'key_1', given_at: noon },
  observation_history: { credential_id: 'crd_system', observed_at: noon, recorded_at: noon },
  offer: {
    supplier_id: 'borealis',
    supplier_sku: 'B-1',
    attributes: {},
    stated: [],
    match_confidence: 'unmatched',
    created_at: noon,
    verdicts: 0,
    facts: {},
  },
  offer_view: { credential_id: 'crd_system', known: {}, last_observed_at: noon },
  outbox: { version: 1, attempts: 0 },
  part_want: { mpn: 'NE555P', wanted_at: noon },
  part_want_lookup: { credential_id: 'crd_system', urgency: 1, due_at: noon },
  part_want_offer: { credential_id: 'crd_system' },
  pricing_rule_version: { recorded_at: noon, recorded_by: 'test' },
  product: {
    profile_id: 'electronic-component',
    manufacturer_key: 'MAKER',
    manufacturer: 'Maker',
    characteristics: {},
    created_at: noon,
    updated_at: noon,
    quantities: {},
    origin: 'catalogue',
  },
  product_demand: { score: 1, scored_at: noon, is_marked: false },
  product_newcomer: { created_at: noon, has_moved: false },
  supplier: {
    plugin: 'demo-bulk',
    base_url: 'http://127.0.0.1:1',
    creates_products: true,
    settings: {},
    warehouse_operators: {},
  },
  supplier_refresh: { supplier_id: 'borealis', asked_at: noon },
  rate_budget: {},
  rematch_spelling: {},
  rematch_run: { trigger: 'periodic', requested_at: noon, looked_at: 0, changed: 0 },
  visibility_policy: { recorded_at: noon, recorded_by: 'test' },
  watch: {
    customer_id: 'acme',
    key_id: 'key_1',
    group_ids: [],
    quantity: 1,
    rule: {},
    state: {},
    created_at: noon,
    latest: 0,
    due_at: noon,
    token: 0,
  },
  watch_notice: {
    customer_id: 'acme',
    type: 'price.changed',
    data: {},
    occurred_at: noon,
    correlation_id: 'cor_test',
  },
  watched_change: {},
  webhook_delivery: {
    endpoint_id: 'whk_1',
    customer_id: 'acme',
    type: 'price.changed',
    subject: 'one',
    body: '{}',
    correlation_id: 'cor_test',
    created_at: noon,
    state: 'pending',
    deadline_at: noon,
    attempts: 0,
    failures: 0,
    attempt_log: [],
  },
  webhook_endpoint: {
    customer_id: 'acme',
    url: 'https://receiver.example/hook',
    description: '',
    event_types: [],
    secret: 'sealed',
    created_at: noon,
    version: 1,
    token: 0,
  },
} as const;

/** A table whose rows a test may put in. */
export type StoredTable = keyof typeof ordinary;

type Row = Readonly<Record<string, unknown>>;

/** The number of a part as its columns hold it. */
const numbered = ({ mpn, ...row }: Row): Row =>
  typeof mpn === 'string' ? { ...row, mpn, mpn_key: mpn, mpn_compact: mpn } : row;

/**
 * Puts rows into a table as they are, for tests of a statement that reads them: no trigger runs,
 * and what they refer to may be missing. A column that a row leaves out is as in an ordinary row.
 */
export const putRows = (sql: Sql, table: StoredTable, rows: readonly Row[]): Promise<void> =>
  inTransaction(sql, async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    for (const given of rows) {
      const merged: Row = { ...ordinary[table], ...given };
      const row = table === 'product' ? numbered(merged) : merged;
      const columns = Object.keys(row).map((name) => `"${name}"`);
      await transaction.unsafe(
        `insert into "${table}" (${columns}) overriding system value
         select ${columns} from json_populate_record(null::"${table}", $1::text::json)`,
        [JSON.stringify(row)],
      );
    }
  });

/** Takes all rows out of tables, as quickly as few rows allow: no trigger runs. */
export const emptyTables = (sql: Sql, tables: readonly StoredTable[]): Promise<void> =>
  inTransaction(sql, async (transaction) => {
    await transaction.unsafe(
      ['set local session_replication_role = replica', ...tables.map((table) => `delete from "${table}"`)].join(';'),
    );
  });

/** The instant so many milliseconds after noon, or before it. */
export const fromNoon = (ms: number): Date => new Date(noon.getTime() + ms);
