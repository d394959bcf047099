/**
 * Confirms offers that a credential sees again unchanged: their instants move, and nothing else is
 * written, published or merged.
 *
 * What is confirmed must be known just so at that moment. The digests of a view are those of the
 * statements that it holds whole, and the digest of an offer is that of the description that
 * stands; both are written by whoever writes these, in the same transaction. A view is confirmed
 * only while nobody writes it: a locked one is passed over, so that this neither waits nor takes
 * part in a deadlock, and its statement is published like a changed one.
 *
 * Guarantees: confirming a statement leaves the same knowledge as applying it would, but for who
 * said it, which stays the observation that said it first. What is in doubt is not confirmed: an
 * offer that is withdrawn or not there, one that was seen later, a description of which something
 * else was said last, a price that is held back, what was seen on another UTC day. What a process
 * of the version before overwrites loses its digests by a trigger (migration 0068).
 *
 * When price and stock were seen again is kept, in the view and then with the next row of history,
 * so that the past can be told as fresh as it was. That is bounded: what was confirmed
 * `maxSightings` times is recorded anew.
 *
 * Each view is looked up by its key, whatever the statistics say, and is written where it was
 * found: locked, it does not move. The statistics of a first import have the tables as empty, and
 * by them the planner would read all of both for each page. Only what was written counts as
 * confirmed: a version that somebody wrote since the statement began cannot be found at its place.
 *
 * Known limit: a description that is changed at the same moment may be taken for the one that was
 * confirmed, until the next walk, which finds it to be another.
 *
 * Database down: `unavailable`. An answer that is lost leaves offers confirmed, which confirms them
 * again when it is repeated.
 */
import { isFirstOfHour } from '../../domain/ingestion/observation.ts';
import type { ConfirmableStatement, OfferConfirmations } from '../../domain/ingestion/ports.ts';
import type { TermDigests } from '../../domain/ingestion/statement-digest.ts';
import { noteObserved } from '../catalog/observed-products.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { instantText } from '../pool/instant-text.ts';
import { jsonLines } from '../pool/json-lines.ts';
import { inTransaction, type Sql, type Transaction } from '../pool/pool.ts';

/**
 * Of a view between two rows of its history. Hourly stocks and prices every three make 32 a day.
 */
const maxSightings = 64;

const isEmpty = (terms: TermDigests): boolean => Object.keys(terms).length === 0;

/** When each of the parts was seen. */
const partsSeenAt = (terms: TermDigests, seenAt: Date): Readonly<Record<string, string>> => {
  const at = instantText(seenAt);
  return Object.fromEntries(Object.keys(terms).map((part) => [part, at]));
};

interface Confirmed {
  readonly offerId: string;
  /** When the credential had seen it before. */
  readonly seenBefore: Date;
}

const confirmIn = (
  sql: Transaction,
  credentialId: string,
  seenAt: Date,
  statements: readonly ConfirmableStatement[],
): Promise<readonly Confirmed[]> => sql<Confirmed[]>`
  with confirmed as materialized (
    select view.place, view.offer_id, view.last_observed_at, said.description is not null as is_described,
      coalesce(view.confirmed, '{}') || said.parts::jsonb as confirmed,
      said.parts::jsonb ? 'price' as is_priced, said.parts::jsonb ? 'stock' as is_stocked
    from rows from (
      unnest(
        ${arrayLiteral(statements.map(({ offerId }) => offerId))}::text[],
        ${arrayLiteral(statements.map(({ description }) => description))}::text[]
      ),
      string_to_table(${jsonLines(statements.map(({ terms }) => terms))}, E'\n'),
      string_to_table(${jsonLines(statements.map(({ terms }) => partsSeenAt(terms, seenAt)))}, E'\n')
    ) as said(offer_id, description, terms, parts)
    cross join lateral (
      select ctid as place, offer_id, last_observed_at, confirmed
      from offer_view
      where offer_id = said.offer_id and credential_id = ${credentialId}
        and withdrawn_at is null and last_observed_at <= ${seenAt}
        and digested_at = last_observed_at and digests @> said.terms::jsonb
        and coalesce(cardinality(confirmed_at), 0) < ${maxSightings}
        and (said.description is null
          or said.description = (select description_digest from offer where id = said.offer_id))
      for no key update skip locked
    ) as view
  ), written as (
    update offer_view as view set
      confirmed = confirmed.confirmed,
      confirmed_at = array_append(view.confirmed_at, statement_timestamp()),
      price_seen = array_append(view.price_seen, case when is_priced then ${seenAt}::timestamptz end),
      stock_seen = array_append(view.stock_seen, case when is_stocked then ${seenAt}::timestamptz end),
      last_observed_at = ${seenAt}, digested_at = ${seenAt},
      last_walked_at = greatest(view.last_walked_at, ${seenAt}),
      described_at = case when confirmed.is_described then ${seenAt} else view.described_at end
    from confirmed where view.ctid = confirmed.place
    returning view.offer_id, confirmed.last_observed_at
  )
  select offer_id as "offerId", last_observed_at as "seenBefore" from written`;

/** Creates the store. */
export const createOfferConfirmations = (sql: Sql): OfferConfirmations => ({
  confirm: async (credentialId, seenAt, statements) => {
    const said = statements.filter(({ terms, description }) => description !== undefined || !isEmpty(terms));
    if (said.length === 0) return new Set();
    const confirmed = await inTransaction(sql, async (transaction) => {
      const rows = await confirmIn(transaction, credentialId, seenAt, said);
      const firstSeen = rows.filter(({ seenBefore }) => isFirstOfHour(seenAt, seenBefore));
      if (firstSeen.length > 0)
        await noteObserved(
          transaction,
          firstSeen.map(({ offerId }) => ({ offerId, at: seenAt })),
        );
      return rows;
    });
    return new Set(confirmed.map(({ offerId }) => offerId));
  },
});
