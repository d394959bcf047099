import type { QuotedPriceDay, QuotedPriceQuestion } from '../../../domain/analytics/queries.ts';
import { amount } from '../../../domain/money.ts';
import type { Nullable } from '../../pool/nullable-row.ts';
import { instantText } from '../encode-rows.ts';
import type { Asked, Told } from './asked.ts';

interface Row extends Nullable<Told<Omit<QuotedPriceDay, 'price'>>> {
  readonly lowest: string | null;
  readonly highest: string | null;
  readonly last: string | null;
}

/**
 * Product and instant lead the sorting key, so that a question reads little more than what it is
 * about.
 */
const statement = `
  select toString(toDate(answered_at, 'UTC')) as day, customer_id as customerId, offer_id as offerId, currency,
    count() as answers, countIf(unit_price is null) as withoutPrice, toString(min(unit_price)) as lowest, toString(max(unit_price)) as highest,
    toString(argMax(unit_price, (answered_at, message_id))) as last,
    toUnixTimestamp64Milli(max(answered_at)) as lastAnsweredAt
  from price_given final
  where product_id = {product:String}
    and answered_at >= {from:DateTime64(3, 'UTC')} and answered_at < {to:DateTime64(3, 'UTC')}
    and ({customer:String} = '' or customer_id = {customer:String})
  group by day, customer_id, offer_id, currency
  order by day, customer_id, offer_id, currency nulls first
  limit {limit:UInt32}`;

const toDay = ({ lowest, highest, last, currency, lastAnsweredAt, ...day }: Row): QuotedPriceDay => ({
  ...day,
  currency: currency ?? undefined,
  price:
    lowest === null || highest === null || last === null
      ? undefined
      : { lowest: amount(lowest), highest: amount(highest), last: amount(last) },
  lastAnsweredAt: new Date(lastAnsweredAt),
});

/** The prices of a product that were quoted to customers, day by day. */
export const pricesGiven: Asked<QuotedPriceQuestion, QuotedPriceDay> = async (engine, question, options) => {
  const { productId, customerId, period, limit } = question;
  const parameters = {
    product: productId,
    customer: customerId ?? '',
    from: instantText(period.from),
    to: instantText(period.to),
    limit,
  };
  const rows = await engine.read<Row>(statement, parameters, options);
  return rows.map(toDay);
};
