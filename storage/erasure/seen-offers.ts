import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';

/** Offers that are looked through at a time. */
const offersAtOnce = 5_000;

/** Rows that went of the two tables. */
export interface SeenErased {
  readonly offer_view: number;
  readonly observation_history: number;
}

interface Step extends SeenErased {
  readonly last: string | null;
}

const none: SeenErased = { offer_view: 0, observation_history: 0 };

const stepAfter = async (sql: Transaction, credentialIds: readonly string[], after: string): Promise<Step> => {
  const [row] = await run(sql<Step[]>`
    with looked as materialized (
      select id from offer where id > ${after} order by id limit ${offersAtOnce} for no key update
    ), pairs as materialized (
      select looked.id as offer_id, credential_id
      from looked cross join unnest(${[...credentialIds]}::text[]) as credential_id
    ), views as (
      delete from offer_view using pairs
      where offer_view.offer_id = pairs.offer_id and offer_view.credential_id = pairs.credential_id returning 1
    ), history as (
      delete from observation_history using pairs
      where observation_history.offer_id = pairs.offer_id and observation_history.credential_id = pairs.credential_id
      returning 1
    )
    select (select max(id) from looked) as last, (select count(*)::int from views) as offer_view,
      (select count(*)::int from history) as observation_history`);
  return row ?? { ...none, last: null };
};

/**
 * Erases what credentials have seen of offers, now and in the past. Both tables are found by offer
 * alone, so that all offers are looked through, some at a time in a transaction each. They are
 * locked first, like by everybody who writes what is known of them. `note` is told in the
 * transaction what went.
 */
export const eraseSeenOffers = async (
  sql: Sql,
  credentialIds: readonly string[],
  note: (transaction: Transaction, erased: SeenErased) => Promise<void>,
): Promise<void> => {
  if (credentialIds.length === 0) return;
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await inTransaction(sql, async (transaction) => {
      const { last, ...erased } = await stepAfter(transaction, credentialIds, from);
      await note(transaction, erased);
      return last;
    });
  }
};
