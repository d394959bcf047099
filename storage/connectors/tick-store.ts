import { Failure, notFound } from '../../domain/errors.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { TickStore } from '../../domain/ingestion/ports.ts';
import { noRows, type RowTally } from '../../domain/ingestion/row-tally.ts';
import type { Phase, Tick, TickCounters, TickKind } from '../../domain/ingestion/tick.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { violationOf } from '../pool/constraint.ts';
import { type AnySql, inTransaction, run, type Sql } from '../pool/pool.ts';
import { holdLease } from './connector-leases.ts';

interface TickKey extends TickCounters, Omit<Tick, 'counters' | 'rows' | 'state'> {
  readonly rows: RowTally | null;
}

/**
 * A row of `ingestion_tick` under the names of a tick; its check constraint allows these forms and
 * no other.
 */
export type TickRow = TickKey &
  (
    | { outcome: null; phase: Phase; page: number; cursor: string | null }
    | { outcome: 'success'; finishedAt: Date }
    | { outcome: 'failure'; finishedAt: Date; reason: string }
  );

/**
 * Ticks. A credential has one unfinished tick at most; a finished one never changes again, so that
 * its event is written once, and a checkpoint that is late never undoes a later one. Every write is
 * one of the present holder of the credential's lease: what a holder of the past is late with
 * changes nothing.
 */
export const createTickStore = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): TickStore => ({
  save: (tick, lease, context) =>
    inTransaction(sql, async (transaction) => {
      await holdLease(transaction, tick.credentialId, lease);
      const isWritten = await write(transaction, tick);
      if (tick.state.kind === 'running') {
        if (!isWritten) throw new Failure('conflict', `ingestion run ${tick.runId} has ended or is further on`);
      } else if (isWritten) {
        await appendEvents(transaction, [endOf(tick, tick.state)], context, options.onWrite);
      }
    }),

  noteError: ({ runId, credentialId }, error, lease) =>
    inTransaction(sql, async (transaction) => {
      await holdLease(transaction, credentialId, lease);
      await transaction`
        update ingestion_tick set last_error = ${JSON.stringify(error)}::text::json where run_id = ${runId}`;
    }),

  unfinished: (credentialId) => find(sql, credentialId, sql`and finished_at is null`),

  latest: (credentialId) => find(sql, credentialId, sql``),

  history: async (credentialId) => {
    const rows = await run(sql<{ kind: TickKind; startedAt: Date }[]>`
      select kind, max(started_at) as "startedAt" from ingestion_tick where credential_id = ${credentialId} group by kind`);
    return Object.fromEntries(rows.map(({ kind, startedAt }) => [kind, startedAt]));
  },

  plan: async (credentialId, nextTickAt) => {
    const { count } = await run(
      sql`update credential set next_tick_at = ${nextTickAt ?? null} where id = ${credentialId}`,
    );
    if (count === 0) throw notFound('credential', credentialId);
  },
});

/**
 * Stores the tick; false when it was finished before, or is further on than this late write knows.
 * Throws `conflict` when the credential has another unfinished one.
 */
const write = async (sql: AnySql, tick: Tick): Promise<boolean> => {
  const { runId, supplierId, credentialId, kind, startedAt, counters, rows, state } = tick;
  const { phase = null, cursor = null, page = null } = state.kind === 'running' ? state.position : {};
  const finished = state.kind === 'finished' ? state : undefined;
  try {
    const { count } = await run(sql`
      insert into ingestion_tick (run_id, supplier_id, credential_id, kind, started_at, phase, cursor, page,
        items, prices, stocks, warehouses, pages, rows, finished_at, outcome, reason)
      values (${runId}, ${supplierId}, ${credentialId}, ${kind}, ${startedAt}, ${phase}, ${cursor}, ${page},
        ${counters.items}, ${counters.prices}, ${counters.stocks}, ${counters.warehouses}, ${counters.pages},
        ${rows === noRows ? null : JSON.stringify(rows)}::text::json,
        ${finished?.at ?? null}, ${finished?.outcome ?? null}, ${finished?.outcome === 'failure' ? finished.reason : null})
      on conflict (run_id) do update set
        phase = excluded.phase, cursor = excluded.cursor, page = excluded.page, items = excluded.items,
        prices = excluded.prices, stocks = excluded.stocks, warehouses = excluded.warehouses, pages = excluded.pages, rows = excluded.rows,
        finished_at = excluded.finished_at, outcome = excluded.outcome, reason = excluded.reason
      where ingestion_tick.finished_at is null and ingestion_tick.pages <= excluded.pages`);
    return count > 0;
  } catch (error) {
    const violation = violationOf(error);
    if (violation === 'unique') throw new Failure('conflict', `credential ${credentialId} has another unfinished run`);
    if (violation === 'foreign_key') throw notFound('credential', credentialId);
    throw error;
  }
};

const endOf = (
  { runId, supplierId, credentialId, counters: { items, prices, stocks, pages } }: Tick,
  state: Extract<Tick['state'], { kind: 'finished' }>,
): DomainEvent =>
  state.outcome === 'success'
    ? { type: 'ingestion_run.completed', runId, supplierId, credentialId, items, prices, stocks, pages }
    : { type: 'ingestion_run.failed', runId, supplierId, credentialId, reason: state.reason, pages };

const find = async (sql: Sql, credentialId: string, further: ReturnType<Sql>): Promise<Tick | undefined> => {
  const [row] = await run(sql<TickRow[]>`
    select run_id as "runId", supplier_id as "supplierId", credential_id as "credentialId", kind, started_at as "startedAt",
      phase, cursor, page, items, prices, stocks, warehouses, pages, rows, finished_at as "finishedAt", outcome, reason
    from ingestion_tick where credential_id = ${credentialId} ${further}
    order by started_at desc, run_id desc limit 1`);
  return row && tickOf(row);
};

/** The tick that a row describes. */
export const tickOf = (row: TickRow): Tick => {
  const { runId, supplierId, credentialId, kind, startedAt, items, prices, stocks, warehouses, pages } = row;
  const counters = { items, prices, stocks, warehouses, pages };
  const rows = row.rows ?? noRows;
  return { runId, supplierId, credentialId, kind, startedAt, counters, rows, state: stateOf(row) };
};

const stateOf = (row: TickRow): Tick['state'] => {
  switch (row.outcome) {
    case null:
      return { kind: 'running', position: { phase: row.phase, cursor: row.cursor ?? undefined, page: row.page } };
    case 'success':
      return { kind: 'finished', at: row.finishedAt, outcome: 'success' };
    case 'failure':
      return { kind: 'finished', at: row.finishedAt, outcome: 'failure', reason: row.reason };
  }
};
