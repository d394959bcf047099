/**
 * What the process that holds the lease of an estimate writes. Every write that is shown raises the
 * version in the statement that writes it, so that versions neither repeat nor go back, whichever
 * process writes; what a former holder still writes fails. An event and the change that it tells of
 * are one transaction.
 */
import type postgres from 'postgres';
import { type EstimateStatus, lineCounts } from '../../domain/estimate/estimate.ts';
import type { EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { EstimateLease, EstimateQueue } from '../../domain/estimate/ports.ts';
import { appendAndCommit, type OnWrite } from '../event-log/event-store.ts';
import { leasedRow } from '../held-work/work-leases.ts';
import { type AnySql, inTransaction, run, type Sql } from '../pool/pool.ts';
import { keepFewDocuments } from './kept-documents.ts';
import { storable } from './source-readings.ts';

/** What the writes need. */
interface Dependencies {
  readonly sql: Sql;
  readonly onWrite: OnWrite | undefined;
}

const json = (sql: AnySql, value: unknown) => sql`${JSON.stringify(value)}::text::json`;

/** The columns of an outcome, and those that lists show of it. */
const outcomeColumns = (sql: AnySql, outcome: EstimateOutcome) => {
  const { total, bought, unresolved } = lineCounts(outcome);
  return sql`
    outcome = ${json(sql, outcome)}, total = ${outcome.total}, currency = ${outcome.currency},
    line_count = ${total}, bought_count = ${bought}, unresolved_count = ${unresolved}`;
};

/** Writes to the estimate while it has one of the statuses; its version afterwards. */
const update = async (
  sql: AnySql,
  { id, token }: EstimateLease,
  statuses: readonly EstimateStatus[],
  set: postgres.Fragment,
): Promise<number> => {
  const rows = await run(sql<{ version: number }[]>`
    update estimate set ${set}
    where id = ${id} and token = ${token} and status in ${sql([...statuses])} returning version`);
  return leasedRow(rows, `estimate ${id}`).version;
};

/** The estimate rests on these products from now on. */
const addProducts = (transaction: AnySql, id: string, productIds: readonly string[]) => transaction`
  insert into estimate_product (product_id, estimate_id)
  select product_id, ${id} from unnest(${[...productIds]}::text[]) as product_id on conflict do nothing`;

const parsed =
  ({ sql, onWrite }: Dependencies): EstimateQueue['parsed'] =>
  (lease, draft, productIds, context) =>
    inTransaction(sql, async (transaction) => {
      const { id } = lease;
      const lines = draft.lines.length;
      const set = transaction`
        status = 'optimizing', draft = ${json(transaction, draft)}, line_count = ${lines}, version = version + 1`;
      const version = await update(transaction, lease, ['parsing'], set);
      await addProducts(transaction, id, productIds);
      await keepFewDocuments(transaction, id);
      const unresolved = draft.lines.filter(({ resolution }) => resolution.kind !== 'resolved').length;
      const event = { type: 'estimate.optimizing', estimateId: id, version, lines, unresolved } as const;
      await appendAndCommit(transaction, [event], context, onWrite);
      return version;
    });

const redraft =
  ({ sql }: Dependencies): EstimateQueue['redraft'] =>
  (lease, draft, productIds) =>
    inTransaction(sql, async (transaction) => {
      const set = transaction`draft = ${json(transaction, draft)}, version = version + 1`;
      const version = await update(transaction, lease, ['optimizing', 'ready'], set);
      await addProducts(transaction, lease.id, productIds);
      return version;
    });

const ready =
  ({ sql, onWrite }: Dependencies): EstimateQueue['ready'] =>
  (lease, outcome, changedLines, context) =>
    inTransaction(sql, async (transaction) => {
      const set = transaction`
        status = 'ready', ${outcomeColumns(transaction, outcome)}, changed_lines = ${[...changedLines]}::int[],
        version = version + 1, is_recomputing = false, priced_at = clock_timestamp(), owned_until = clock_timestamp()`;
      const version = await update(transaction, lease, ['optimizing', 'ready'], set);
      const { total, currency } = outcome;
      const event = { type: 'estimate.ready', estimateId: lease.id, version, total, currency, changedLines } as const;
      await appendAndCommit(transaction, [event], context, onWrite);
      return version;
    });

const fail =
  ({ sql, onWrite }: Dependencies): EstimateQueue['fail'] =>
  (lease, reason, detail, context, read) =>
    inTransaction(sql, async (transaction) => {
      const { id } = lease;
      const draft = read === undefined ? transaction`draft` : json(transaction, read);
      const set = transaction`
        status = 'error', failure = ${reason}, failure_detail = ${storable(detail)}, version = version + 1,
        draft = ${draft}`;
      const version = await update(transaction, lease, ['parsing', 'optimizing'], set);
      await keepFewDocuments(transaction, id);
      await appendAndCommit(
        transaction,
        [{ type: 'estimate.error', estimateId: id, version, reason }],
        context,
        onWrite,
      );
      return version;
    });

/** The writes under a lease. */
export const leasedWrites = (
  dependencies: Dependencies,
): Pick<
  EstimateQueue,
  'parsed' | 'restOn' | 'redraft' | 'waits' | 'publishBetter' | 'ready' | 'unchanged' | 'fail'
> => {
  const { sql } = dependencies;
  return {
    parsed: parsed(dependencies),
    restOn: async ({ id }, productIds) => {
      await run(addProducts(sql, id, productIds));
    },
    redraft: redraft(dependencies),
    waits: async (lease) => {
      await update(sql, lease, ['optimizing'], sql`is_waiting = true`);
    },
    publishBetter: (lease, outcome) =>
      update(sql, lease, ['optimizing'], sql`${outcomeColumns(sql, outcome)}, version = version + 1`),
    ready: ready(dependencies),
    unchanged: async (lease, outcome) => {
      const set = sql`
        outcome = ${json(sql, outcome)}, is_recomputing = false, priced_at = clock_timestamp(),
        owned_until = clock_timestamp()`;
      await update(sql, lease, ['ready'], set);
    },
    fail: fail(dependencies),
  };
};
