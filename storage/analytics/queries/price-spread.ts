import type { PriceQuestion, SpreadDay } from '../../../domain/analytics/queries.ts';
import { amount } from '../../../domain/money.ts';
import type { Asked, Told } from './asked.ts';
import { priceParameters, priceRows } from './price-rows.ts';

/**
 * The last price of the day by offer and credential, of these the best of each supplier, then the
 * distance between suppliers.
 */
const statement = `
  select toString(day) as day, currency, count() as suppliers,
    toString(min(best)) as lowest, toString(quantileExactLow(0.5)(best)) as median, toString(max(best)) as highest
  from (
    select day, currency, supplier_id, min(last) as best
    from (
      select day, currency, supplier_id, argMax(price, (observed_at, message_id)) as last
      from (${priceRows})
      group by day, currency, supplier_id, offer_id, credential_id
    )
    group by day, currency, supplier_id
  )
  group by day, currency
  order by day, currency`;

/** How far apart suppliers are on each day on which any of them was observed. */
export const priceSpread: Asked<PriceQuestion, SpreadDay> = async (engine, question, options) => {
  if (question.sources.length === 0) return [];
  const rows = await engine.read<Told<SpreadDay>>(statement, priceParameters(question), options);
  return rows.map(({ lowest, median, highest, ...day }) => ({
    ...day,
    lowest: amount(lowest),
    median: amount(median),
    highest: amount(highest),
  }));
};
