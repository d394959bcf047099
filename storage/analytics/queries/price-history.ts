import type { PriceDay, PriceHistoryQuestion } from '../../../domain/analytics/queries.ts';
import { amount } from '../../../domain/money.ts';
import type { Asked, Told } from './asked.ts';
import { priceParameters, priceRows } from './price-rows.ts';

const statement = `
  select offer_id as offerId, credential_id as credentialId, toString(day) as day, currency,
    toString(min(price)) as lowest, toString(max(price)) as highest,
    toString(argMax(price, (observed_at, message_id))) as last,
    toUnixTimestamp64Milli(max(observed_at)) as lastObservedAt, count() as observations
  from (${priceRows})
  group by offer_id, credential_id, day, currency
  order by day, offer_id, credential_id, currency
  limit {limit:UInt32}`;

const toDay = ({ lowest, highest, last, lastObservedAt, ...day }: Told<PriceDay>): PriceDay => ({
  ...day,
  lowest: amount(lowest),
  highest: amount(highest),
  last: amount(last),
  lastObservedAt: new Date(lastObservedAt),
});

/** What offers cost on each day on which they were observed. */
export const priceHistory: Asked<PriceHistoryQuestion, PriceDay> = async (engine, question, options) => {
  if (question.sources.length === 0) return [];
  const parameters = { ...priceParameters(question), limit: question.limit };
  const rows = await engine.read<Told<PriceDay>>(statement, parameters, options);
  return rows.map(toDay);
};
