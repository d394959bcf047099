/**
 * Pricing rules. Each version is a row of its own that never changes; the rule of an instant is the
 * latest version recorded up to it. A change and its event are written in one transaction, whose
 * event stream also keeps the count of versions: two operators who change the same version cannot
 * both succeed.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a change is written whole or
 * not at all.
 */
import { Failure, notFound } from '../../domain/errors.ts';
import type { PricingChange, PricingRuleStore, RuleQuery } from '../../domain/pricing/ports.ts';
import type { PricingRule } from '../../domain/pricing/rules/rule.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { type AnySql, run, type Sql, type Transaction } from '../pool/pool.ts';
import { beginPricingChange } from './pricing-revision.ts';
import { decodeRule, encodeRule, type RuleDocument } from './pricing-rule-document.ts';

interface VersionRow {
  readonly id: string;
  readonly version: number;
  readonly recordedAt: Date;
  readonly recordedBy: string;
  readonly document: RuleDocument | null;
}

const ruleOf = ({ id, version, recordedAt, recordedBy, document }: VersionRow): PricingRule | undefined =>
  document === null ? undefined : { ...decodeRule(id, document), version, recordedAt, recordedBy };

const existing = (rows: readonly VersionRow[]): readonly PricingRule[] => rows.flatMap((row) => ruleOf(row) ?? []);

/** One change of a rule. */
interface Version {
  readonly id: string;
  readonly expected: number;
  /** Null: it is gone. */
  readonly document: RuleDocument | null;
  readonly change: PricingChange;
}

const columns = (sql: AnySql) => sql`id, version, recorded_at as "recordedAt", recorded_by as "recordedBy", document`;

const checkLatest = async (transaction: Transaction, { id, expected, document }: Version): Promise<void> => {
  const [latest] = await run(transaction<Pick<VersionRow, 'version' | 'document'>[]>`
    select version, document from pricing_rule_version where id = ${id} order by version desc limit 1`);
  const exists = latest !== undefined && latest.document !== null;
  if (!exists && (document === null || expected > 0)) throw notFound('pricing rule', id);
  // A rule that is gone may be made anew under its id; its versions go on.
  if (exists && latest.version !== expected) throw changedMeanwhile(id, latest.version);
};

const record = (sql: Sql, given: Version, onWrite: OnWrite | undefined): Promise<PricingRule | undefined> =>
  withAuditRecord(sql, audited('pricing_rule', given.id, given.change.context), async (transaction) => {
    const recordedAt = await beginPricingChange(transaction);
    await checkLatest(transaction, given);
    const { id, expected, document, change } = given;
    const [row] = await run(transaction<VersionRow[]>`
      insert into pricing_rule_version (id, version, recorded_at, recorded_by, document)
      select ${id}, coalesce(max(version), 0) + 1, ${recordedAt}, ${change.by},
        ${document === null ? null : JSON.stringify(document)}::text::json
      from pricing_rule_version where id = ${id}
      returning ${columns(transaction)}`);
    if (row === undefined) throw new Error('a pricing rule was not inserted');
    const what = document === null ? 'deleted' : expected === 0 ? 'created' : 'updated';
    const { by } = change;
    const event = { type: 'pricing_rule.changed', ruleId: id, version: row.version, change: what, by } as const;
    await appendEvents(transaction, [event], change.context, onWrite);
    return ruleOf(row);
  });

/** Whether a list of the scope names something; no matter what, where nothing is asked for. */
const isNamed = (sql: AnySql, list: 'customers' | 'groups' | 'suppliers', id: string | undefined) => sql`
  (${id ?? null}::text is null or exists (
    select from json_array_elements_text(document -> 'scope' -> ${list}) as named(id) where named.id = ${id ?? null}))`;

const isAsked = (sql: AnySql, { kind, customerId, groupId, supplierId, isEnabled, text }: RuleQuery) => sql`
  (${kind ?? null}::text is null or document -> 'action' ->> 'kind' = ${kind ?? null})
  and (${isEnabled ?? null}::boolean is null or (document ->> 'enabled')::boolean = ${isEnabled ?? null})
  and ${isNamed(sql, 'customers', customerId)} and ${isNamed(sql, 'groups', groupId)}
  and ${isNamed(sql, 'suppliers', supplierId)}
  and strpos(lower(concat_ws(' ', document ->> 'name', id, document ->> 'condition')), lower(${text ?? ''})) > 0`;

const ruleReads = (sql: Sql): Omit<PricingRuleStore, 'put' | 'remove'> => ({
  rules: async (at, readOptions) =>
    existing(
      await run(
        sql<VersionRow[]>`
          select distinct on (id) ${columns(sql)} from pricing_rule_version
          where (${at ?? null}::timestamptz is null or recorded_at <= ${at ?? null}) order by id, version desc`,
        readOptions,
      ),
    ),

  page: async (query, { afterId, limit }, readOptions) =>
    existing(
      await run(
        sql<VersionRow[]>`
          select * from (
            select distinct on (id) ${columns(sql)} from pricing_rule_version
            where id > ${afterId ?? ''} order by id, version desc
          ) as latest where document is not null and ${isAsked(sql, query)} order by id limit ${limit}`,
        readOptions,
      ),
    ),

  rule: async (id, version, readOptions) => {
    const [row] = await run(
      sql<VersionRow[]>`
        select ${columns(sql)} from pricing_rule_version
        where id = ${id} and (${version ?? null}::int is null or version = ${version ?? null})
        order by version desc limit 1`,
      readOptions,
    );
    return row && ruleOf(row);
  },

  offersIn: async ({ offers, products, suppliers }, limit, readOptions) => {
    const rows = await run(
      sql<{ id: string }[]>`
        select id from offer
        where (${offers.length === 0} or id = any(${[...offers]}::text[]))
          and (${products.length === 0} or product_id = any(${[...products]}::text[]))
          and (${suppliers.length === 0} or supplier_id = any(${[...suppliers]}::text[]))
        order by id limit ${limit}`,
      readOptions,
    );
    return rows.map(({ id }) => id);
  },
});

/** Creates the store. */
export const createPricingRuleStore = (
  sql: Sql,
  { onWrite }: { readonly onWrite?: OnWrite } = {},
): PricingRuleStore => ({
  ...ruleReads(sql),

  put: async (draft, expected, change) => {
    const stored = await record(sql, { id: draft.id, expected, document: encodeRule(draft), change }, onWrite);
    if (stored === undefined) throw new Error('a pricing rule was stored without its document');
    return stored;
  },

  remove: async (id, expected, change) => {
    await record(sql, { id, expected, document: null, change }, onWrite);
  },
});

const changedMeanwhile = (id: string, version: number): Failure =>
  new Failure(
    'conflict',
    `pricing rule ${JSON.stringify(id)} is at version ${version}; read it again and repeat the change`,
  );
