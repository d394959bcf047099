import type { Judging, OfferWithdrawals } from '../../domain/ingestion/ports.ts';
import { noRows, type RowTally } from '../../domain/ingestion/row-tally.ts';
import {
  type FullWalk,
  seenSince,
  soundJudgements,
  verdictOn,
  type WalkFigures,
  type Withdrawal,
} from '../../domain/ingestion/withdrawal.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { appendAndCommit, type OnWrite } from '../event-log/event-store.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';

/** Offers that are withdrawn in one transaction, and named in one signal. */
const atOnce = 500;

/** Offers that one statement looks at, so that none takes long however many a supplier has. */
const lookedAtOnce = 10_000;

type WalkRow = Omit<FullWalk, 'rows'> & { readonly rows: RowTally | null };

/** The next offers of a supplier in the order of their ids, which has an index. */
const nextOffers = (sql: Sql, supplierId: string, after: string) => sql`
  select id, supplier_sku from offer where supplier_id = ${supplierId} and id > ${after} order by id limit ${lookedAtOnce}`;

const figuresOf = async (sql: Sql, walk: FullWalk, { signal }: Required<ReadOptions>): Promise<WalkFigures> => {
  const { supplierId, credentialId, startedAt } = walk;
  let [known, missed, seen] = [0, 0, 0];
  for (let after: string | null = ''; after !== null; ) {
    const rows: readonly (WalkFigures & { last: string | null })[] = await run(
      sql<(WalkFigures & { last: string | null })[]>`
        with part as materialized (${nextOffers(sql, supplierId, after)})
        select (select max(id) from part) as last,
          (count(*) filter (where withdrawn_at is null))::int as known,
          (count(*) filter (where withdrawn_at is null and last_observed_at < ${seenSince(walk)}))::int as missed,
          (count(*) filter (where last_walked_at >= ${startedAt}))::int as seen
        from part join offer_view on offer_view.offer_id = part.id
        where credential_id = ${credentialId} and last_walked_at is not null`,
      { signal },
    );
    const [row] = rows;
    known += row?.known ?? 0;
    missed += row?.missed ?? 0;
    seen += row?.seen ?? 0;
    after = row?.last ?? null;
  }
  return { known, missed, seen };
};

/** The latest sound walk of the credential before. */
const previousOf = async (
  sql: Sql,
  { credentialId, startedAt }: FullWalk,
): Promise<Pick<FullWalk, 'startedAt' | 'rows'> | undefined> => {
  const [row] = await run(sql<Pick<WalkRow, 'startedAt' | 'rows'>[]>`
    select started_at as "startedAt", rows from ingestion_tick
    where credential_id = ${credentialId} and started_at < ${startedAt} and judgement = any(${[...soundJudgements]}::text[])
    order by started_at desc limit 1`);
  return row && { ...row, rows: row.rows ?? noRows };
};

interface MissedPart {
  readonly last: string | null;
  readonly ids: readonly string[];
}

/** Those of the next offers that the walk has missed. */
const missedAfter = async (
  sql: Sql,
  { supplierId, credentialId }: FullWalk,
  { unseenSince, except, after }: Withdrawal & { readonly after: string },
): Promise<MissedPart> => {
  const [part] = await run(sql<MissedPart[]>`
    with part as materialized (${nextOffers(sql, supplierId, after)})
    select (select max(id) from part) as last, array(
      select part.id from part join offer_view on offer_view.offer_id = part.id
      where credential_id = ${credentialId} and withdrawn_at is null and last_walked_at is not null
        and last_observed_at < ${unseenSince} and not supplier_sku = any(${[...except]}::text[])
      order by part.id) as ids`);
  return part ?? { last: null, ids: [] };
};

/**
 * Withdraws those of the offers that were not seen meanwhile. They are locked first, in the order
 * of their ids, as those are that write observations.
 */
const withdraw = (
  sql: Sql,
  ids: readonly string[],
  { walk, unseenSince, now }: { readonly walk: FullWalk; readonly unseenSince: Date; readonly now: Date },
  write: Pick<Judging, 'context'> & { readonly onWrite: OnWrite | undefined },
): Promise<readonly string[]> =>
  inTransaction(sql, async (transaction) => {
    const { credentialId, runId } = walk;
    await transaction`select from offer where id = any(${[...ids]}::text[]) order by id for no key update`;
    const rows = await transaction<{ offerId: string }[]>`
      update offer_view set withdrawn_at = ${now}
      where offer_id = any(${[...ids]}::text[]) and credential_id = ${credentialId}
        and withdrawn_at is null and last_observed_at < ${unseenSince}
      returning offer_id as "offerId"`;
    const events = rows.map(({ offerId }) => ({ type: 'offer.withdrawn', offerId, credentialId, runId }) as const);
    if (events.length > 0) await appendAndCommit(transaction, events, write.context, write.onWrite);
    return rows.map(({ offerId }) => offerId);
  });

/** Withdraws part by part; gives how many. */
const withdrawAll = async (
  sql: Sql,
  walk: FullWalk,
  withdrawal: Withdrawal,
  { now, context, signal, onWithdrawn, onWrite }: Judging & { readonly onWrite: OnWrite | undefined },
): Promise<number> => {
  const { unseenSince } = withdrawal;
  let count = 0;
  for (let after: string | null = ''; after !== null; ) {
    signal.throwIfAborted();
    const part: MissedPart = await missedAfter(sql, walk, { ...withdrawal, after });
    for (let from = 0; from < part.ids.length; from += atOnce) {
      signal.throwIfAborted();
      const some = part.ids.slice(from, from + atOnce);
      const withdrawn = await withdraw(sql, some, { walk, unseenSince, now }, { context, onWrite });
      if (withdrawn.length > 0) onWithdrawn(withdrawn);
      count += withdrawn.length;
    }
    after = part.last;
  }
  return count;
};

/** Creates the store. */
export const createOfferWithdrawals = (
  sql: Sql,
  { onWrite }: { readonly onWrite?: OnWrite } = {},
): OfferWithdrawals => ({
  unjudged: async (options) => {
    const rows = await run(
      sql<WalkRow[]>`
        select run_id as "runId", supplier_id as "supplierId", credential_id as "credentialId",
          started_at as "startedAt", rows
        from (
          select distinct on (credential_id) * from ingestion_tick
          where kind = 'catalogue' and outcome = 'success' and judged_at is null
          order by credential_id, started_at desc
        ) as walk
        where not exists (
          select from ingestion_tick as later
          where later.credential_id = walk.credential_id and later.kind = 'catalogue' and later.outcome = 'success'
            and later.started_at > walk.started_at)`,
      options,
    );
    return rows.map((row) => ({ ...row, rows: row.rows ?? noRows }));
  },

  judge: async (walk, judging) => {
    const { now, signal } = judging;
    const { runId, credentialId, startedAt } = walk;
    const figures = await figuresOf(sql, walk, { signal });
    const { judgement, withdrawal } = verdictOn(walk, figures, await previousOf(sql, walk));
    const withdrawn = withdrawal === undefined ? 0 : await withdrawAll(sql, walk, withdrawal, { ...judging, onWrite });
    await run(sql`
      update ingestion_tick set judged_at = ${now}, judgement = case when run_id = ${runId} then ${judgement}::text end
      where credential_id = ${credentialId} and kind = 'catalogue' and outcome = 'success'
        and judged_at is null and started_at <= ${startedAt}`);
    return { ...figures, judgement, withdrawn };
  },
});
