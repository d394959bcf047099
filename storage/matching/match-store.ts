/**
 * The matcher's view of the database: offers that wait, products that may be theirs, and the
 * decisions, which `statements/match-decisions.ts` writes.
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a batch of decisions is
 * written whole or not at all, and may be recorded again.
 */
import type { MatchStore, PendingOffer } from '../../domain/matching/ports.ts';
import type { OnWrite } from '../event-log/event-store.ts';
import { withoutNulls } from '../pool/nullable-row.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';
import { recordDecisions } from './match-decisions.ts';
import { readEvidence } from './match-evidence.ts';
import { isMatchable, type PendingRow, pendingColumns } from './pending-offers.ts';

/**
 * Up to this many are counted one by one; beyond, the planner's statistics of the partial index
 * answer.
 */
const countedExactly = 10_000;

/** Creates the store on a migrated database; `onWrite` counts the events that it appends. */
export const createMatchStore = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): MatchStore => ({
  backlog: async (limit) => {
    const rows = await run(sql<PendingRow[]>`
      select ${sql.unsafe(pendingColumns)} from offer join supplier on supplier.id = supplier_id
      where matched_at is null and ${sql.unsafe(isMatchable)}
      order by offer.created_at, offer.id limit ${limit}`);
    return rows.map(withoutNulls<PendingOffer>);
  },
  backlogSize: (atMost) => backlogSize(sql, atMost),
  offer: async (id, options) => {
    const [row] = await run(
      sql<PendingRow[]>`
        select ${sql.unsafe(pendingColumns)} from offer join supplier on supplier.id = supplier_id where offer.id = ${id}`,
      options,
    );
    return row && withoutNulls<PendingOffer>(row);
  },
  evidence: (offers, options) => readEvidence(sql, offers, options),
  record: async (decisions, context, now) => {
    if (decisions.length === 0) return;
    await inTransaction(sql, (transaction) => recordDecisions(transaction, { decisions, context, now, onWrite }));
  },
  sizes: async (options) => {
    const [row] = await run(
      sql<{ backlog: number; orphans: number; doubtful: number }[]>`
        select
          (select count(*)::int from (
            select from offer where matched_at is null and ${sql.unsafe(isMatchable)} limit ${countedExactly}
          ) waiting) as backlog,
          (select count(*)::int from (
            select from offer where matched_at is not null and match_confidence = 'unmatched' limit ${countedExactly}
          ) orphan) as orphans,
          (select count(*)::int from (
            select from offer
            where matched_at is not null and match_confidence in ('weak', 'probable') limit ${countedExactly}
          ) doubt) as doubtful`,
      options,
    );
    return {
      backlog: await orEstimate(sql, row?.backlog ?? 0, 'offer_backlog'),
      orphans: await orEstimate(sql, row?.orphans ?? 0, 'offer_orphans'),
      doubtful: await orEstimate(sql, row?.doubtful ?? 0, 'offer_doubtful'),
    };
  },
});

const backlogSize = async (sql: Sql, atMost: number): Promise<number> => {
  const [row] = await run(sql<{ size: number }[]>`
    select count(*)::int as size from (
      select from offer where matched_at is null and ${sql.unsafe(isMatchable)} limit ${atMost}
    ) waiting`);
  return row?.size ?? 0;
};

/** The count, or what the last vacuum of the index found when there are more than are counted. */
const orEstimate = async (sql: Sql, counted: number, index: string): Promise<number> => {
  if (counted < countedExactly) return counted;
  const [row] = await run(
    sql<{ rows: number }[]>`select reltuples::float8 as rows from pg_class where oid = to_regclass(${index})`,
  );
  return Math.max(counted, row?.rows ?? 0);
};
