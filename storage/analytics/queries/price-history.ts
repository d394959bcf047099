import type { PriceDay, PriceHistoryQuestion } from '../../../domain/analytics/queries.ts';
import { amount } from '../../../domain/money.ts';
import type { Asked } from './asked.ts';
import { priceParameters, priceRows } from './price-rows.ts';

interface Row {
  readonly offer_id: string;
  readonly credential_id: string;
  readonly day: string;
  readonly currency: string;
  readonly lowest: string;
  readonly highest: string;
  readonly last: string;
  readonly last_observed_at: number;
  readonly observations: number;
}

const statement = `
  select offer_id, credential_id, toString(day) as day, currency,
    toString(min(price)) as lowest, toString(max(price)) as highest,
    toString(argMax(price, (observed_at, message_id))) as last,
    toUnixTimestamp64Milli(max(observed_at)) as last_observed_at, count() as observations
  from (${priceRows})
  group by offer_id, credential_id, day, currency
  order by day, offer_id, credential_id, currency
  limit {limit:UInt32}`;

const toDay = (row: Row): PriceDay => ({
  offerId: row.offer_id,
  credentialId: row.credential_id,
  day: row.day,
  currency: row.currency,
  lowest: amount(row.lowest),
  highest: amount(row.highest),
  last: amount(row.last),
  lastObservedAt: new Date(row.last_observed_at),
  observations: row.observations,
});

/** What offers cost on each day on which they were observed. */
export const priceHistory: Asked<PriceHistoryQuestion, PriceDay> = async (engine, question, options) => {
  if (question.sources.length === 0) return [];
  const parameters = { ...priceParameters(question), limit: question.limit };
  const rows = await engine.read<Row>(statement, parameters, options);
  return rows.map(toDay);
};
