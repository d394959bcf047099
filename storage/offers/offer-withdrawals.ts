import type { OfferWithdrawals } from '../../domain/ingestion/ports.ts';
import { noRows, type RowTally } from '../../domain/ingestion/row-tally.ts';
import { type FullWalk, type WalkFigures, type Withdrawal, withdrawalOf } from '../../domain/ingestion/withdrawal.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';

/** Offers that are withdrawn in one transaction. */
const atOnce = 500;

type WalkRow = Omit<FullWalk, 'rows'> & { readonly rows: RowTally | null };

const figuresOf = async (sql: Sql, { credentialId, startedAt }: FullWalk): Promise<WalkFigures> => {
  const [row] = await run(sql<{ known: number; missed: number; previousStartedAt: Date | null }[]>`
    select count(*)::int as known, (count(*) filter (where last_observed_at < ${startedAt}))::int as missed,
      (select max(started_at) from ingestion_tick
        where credential_id = ${credentialId} and kind = 'catalogue' and outcome = 'success'
          and started_at < ${startedAt}) as "previousStartedAt"
    from offer_view where credential_id = ${credentialId} and withdrawn_at is null`);
  return {
    known: row?.known ?? 0,
    missed: row?.missed ?? 0,
    previousStartedAt: row?.previousStartedAt ?? undefined,
  };
};

const missedBy = async (sql: Sql, { credentialId }: FullWalk, { unseenSince, except }: Withdrawal) => {
  const rows = await run(sql<{ id: string }[]>`
    select offer.id from offer_view join offer on offer.id = offer_view.offer_id
    where credential_id = ${credentialId} and withdrawn_at is null and last_observed_at < ${unseenSince}
      and not supplier_sku = any(${[...except]}::text[])
    order by offer.id`);
  return rows.map(({ id }) => id);
};

/**
 * Withdraws those of the offers that were not seen meanwhile. They are locked first, in the order
 * of their ids, as those are that write observations.
 */
const withdraw = (
  sql: Sql,
  ids: readonly string[],
  { walk, unseenSince, now }: { readonly walk: FullWalk; readonly unseenSince: Date; readonly now: Date },
  write: { readonly context: WriteContext; readonly onWrite: OnWrite | undefined },
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
    if (events.length > 0) await appendEvents(transaction, events, write.context, write.onWrite);
    return rows.map(({ offerId }) => offerId);
  });

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

  judge: async (walk, now, context) => {
    const withdrawal = withdrawalOf(walk, await figuresOf(sql, walk));
    const withdrawn: string[] = [];
    if (withdrawal !== undefined) {
      const missed = await missedBy(sql, walk, withdrawal);
      const { unseenSince } = withdrawal;
      for (let from = 0; from < missed.length; from += atOnce) {
        const some = missed.slice(from, from + atOnce);
        withdrawn.push(...(await withdraw(sql, some, { walk, unseenSince, now }, { context, onWrite })));
      }
    }
    await run(sql`
      update ingestion_tick set judged_at = ${now}
      where credential_id = ${walk.credentialId} and kind = 'catalogue' and outcome = 'success'
        and judged_at is null and started_at <= ${walk.startedAt}`);
    return withdrawn;
  },
});
