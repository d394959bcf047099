import type postgres from 'postgres';
import { createBulkhead } from '../../concurrency/bulkhead.ts';
import { withDeadline } from '../../concurrency/deadline.ts';
import type { PriceHistoryStore } from '../../domain/analytics/ports.ts';
import { type NamedPrice, priceDays } from '../../domain/analytics/price-days.ts';
import type { PriceHistoryQuestion } from '../../domain/analytics/queries.ts';
import { Failure } from '../../domain/errors.ts';
import { amount } from '../../domain/money.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { run, type Sql } from '../pool/pool.ts';
import { tenantStatement } from '../pool/tenant.ts';

/**
 * What offers cost over time, from `observation_history`. It has a row for every observation that
 * was published, with all that was known after it, so an observation of a price is a row whose
 * price was said by the observation itself. One that was overtaken by a later observation left no
 * price of its own, and is not counted. What a supplier repeats is published once a day.
 */

interface Row {
  readonly offerId: string;
  readonly credentialId: string;
  readonly day: string;
  readonly currency: string;
  readonly price: string;
  readonly priceBase: string | null;
  readonly observations: number;
  readonly lastObservedAt: Date;
  readonly lastObservationId: string;
}

const toNamedPrice = ({ price, priceBase, ...row }: Row): NamedPrice => ({
  ...row,
  price: amount(price),
  priceBase: priceBase === null ? undefined : Number(priceBase),
});

/**
 * The rows of a period are found by when they were recorded, which the index has: not before they
 * were observed, but for clocks that disagree, and at most so long after it. The bus keeps an
 * observation for a week, and one that could not be applied for another.
 */
const recorded = { earlier: '1 day', later: '31 days' };

/** The last step at or below the quantity, or the first where the quantity is below all of them. */
const priceAtQuantity = (sql: Sql, quantity: number) => sql`
  coalesce(
    (select step ->> 1 from jsonb_array_elements(said.price -> 'breaks') as step
      where (step ->> 0)::bigint <= ${quantity} order by (step ->> 0)::bigint desc limit 1),
    said.price #>> '{breaks,0,1}')`;

/**
 * Every observation of a price that a question is about. `offset 0` has each source looked up in
 * the index, also where the planner would rather read the whole table for many of them. Who said
 * the parts of a document is read as `storage/pool/statement-sources.ts` writes it.
 */
const observedPrices = (sql: Sql, { sources, quantity, period: { from, to } }: PriceHistoryQuestion) => sql`
  select source.offer_id, source.credential_id, said.observed_at, said.observation_id,
    (said.observed_at at time zone 'UTC')::date as observed_on, said.price ->> 'currency' as currency,
    ${priceAtQuantity(sql, quantity)} as price, said.price ->> 'base' as base
  from (
    select distinct * from unnest(
      ${arrayLiteral(sources.map(({ offerId }) => offerId))}::text[],
      ${arrayLiteral(sources.map(({ credentialId }) => credentialId))}::text[]
    ) as source(offer_id, credential_id)
  ) as source
  cross join lateral (
    select history.observed_at, history.observation_id, (history.known -> 'price')::jsonb as price
    from observation_history as history
    where history.offer_id = source.offer_id and history.credential_id = source.credential_id
      and history.recorded_at >= ${from}::timestamptz - ${recorded.earlier}::interval
      and history.recorded_at < ${to}::timestamptz + ${recorded.later}::interval
      and history.observed_at >= ${from} and history.observed_at < ${to}
      and (history.known -> 'stated')::jsonb
        @> jsonb_build_array(jsonb_build_array(history.observation_id, jsonb_build_array('price')))
    offset 0
  ) as said`;

/**
 * The same prices of a day together, and the days in order up to the limit. A price on request is
 * none.
 */
const namedPrices = (sql: Sql, question: PriceHistoryQuestion) => sql`
  select offer_id as "offerId", credential_id as "credentialId", observed_on::text as day, currency, price,
    base as "priceBase", observations, last_observed_at as "lastObservedAt", last_observation_id as "lastObservationId"
  from (
    select offer_id, credential_id, observed_on, currency, price, base, count(*)::int as observations,
      max(observed_at) as last_observed_at,
      (array_agg(observation_id order by observed_at desc, observation_id collate "C" desc))[1] as last_observation_id,
      dense_rank() over (
        order by observed_on, offer_id collate "C", credential_id collate "C", currency collate "C") as place
    from (${observedPrices(sql, question)}) as observed
    where price is not null
    group by offer_id, credential_id, observed_on, currency, price, base
  ) as named
  where place <= ${question.limit} order by place`;

/**
 * Of one process: a question takes long, and leaves the other connections to reads that do not. So
 * many wait that those in front are answered in time, where each takes a usual half second.
 */
const bounds = { places: 1, waiting: 8 };

/**
 * What a question is refused with where too many wait: none of those is there any more when it
 * comes again.
 */
const busy = (retryAfterMs: number): Failure =>
  new Failure('exhausted', 'too many price histories are asked for; try again', { retryAfterMs });

/**
 * The longest that a statement which nobody waits for keeps others waiting: the server's own limit
 * for it. A connection that is dead may not say so for a quarter of an hour.
 */
const longestEndMs = 30_000;

/**
 * Runs the statement, and ends when the database is done with it: that of a caller who has gone has
 * its connection until it is cancelled.
 */
const runToItsEnd = async (query: postgres.PendingQuery<Row[]>, signal: AbortSignal): Promise<readonly Row[]> => {
  try {
    return await run(query, { signal });
  } finally {
    if (signal.aborted)
      await withDeadline({ what: 'end of a price history', ms: longestEndMs }, async () => query).catch(
        () => undefined,
      );
  }
};

/** What the history is set up with. */
interface PriceHistoryOptions {
  /** How long a question may wait and be read, in milliseconds; left out: five seconds. */
  readonly deadlineMs?: number;
  /** Called for every question that is refused because too many wait. */
  readonly onRefused?: () => void;
}

/**
 * The history of prices in PostgreSQL. It answers one question at a time, in the order of asking; a
 * few wait, and more are refused as `exhausted`. A question that takes too long is cancelled and
 * throws `unavailable`.
 */
export const createPriceHistoryStore = (
  sql: Sql,
  { deadlineMs = 5_000, onRefused = () => undefined }: PriceHistoryOptions = {},
): PriceHistoryStore => {
  const refuse = (): Failure => {
    onRefused();
    return busy(deadlineMs);
  };
  const bulkhead = createBulkhead({ ...bounds, refuse });
  return {
    priceHistory: async (question, { tenant, signal: owner } = {}) => {
      if (question.sources.length === 0) return [];
      const rows = await withDeadline({ what: 'price history', ms: deadlineMs, owner }, (signal) =>
        bulkhead.run(signal, async () => {
          // Nobody may want it any more, and a statement whose end is waited for is sent.
          signal.throwIfAborted();
          const query =
            tenant === undefined
              ? sql<Row[]>`${namedPrices(sql, question)}`
              : tenantStatement<Row>(sql, tenant, (client) => namedPrices(client, question));
          return runToItsEnd(query, signal);
        }),
      );
      return priceDays(rows.map(toNamedPrice));
    },
  };
};
