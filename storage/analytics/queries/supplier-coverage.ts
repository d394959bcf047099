import type { CoverageQuestion, SupplierCoverage } from '../../../domain/analytics/queries.ts';
import { instantText } from '../encode-rows.ts';
import type { Asked } from './asked.ts';

interface Row {
  readonly supplier_id: string;
  readonly offers: number;
  readonly priced_offers: number;
  readonly stocked_offers: number;
  readonly fresh_prices: number;
  readonly fresh_stocks: number;
  readonly newest_at: number;
}

const statement = `
  select supplier_id, count() as offers,
    countIf(priced > 0) as priced_offers, countIf(stocked > 0) as stocked_offers,
    countIf(priced >= {prices_since:DateTime64(3, 'UTC')}) as fresh_prices,
    countIf(stocked >= {stocks_since:DateTime64(3, 'UTC')}) as fresh_stocks,
    toUnixTimestamp64Milli(max(seen)) as newest_at
  from (
    select supplier_id, seen_at as seen, priced_at as priced, stocked_at as stocked
    from offer_newest final
  )
  group by supplier_id
  order by supplier_id`;

/** How much of each supplier is known, and how much of that is fresh. */
export const supplierCoverage: Asked<CoverageQuestion, SupplierCoverage> = async (engine, question, options) => {
  const parameters = {
    prices_since: instantText(question.pricesSince),
    stocks_since: instantText(question.stocksSince),
  };
  const rows = await engine.read<Row>(statement, parameters, options);
  return rows.map((row) => ({
    supplierId: row.supplier_id,
    offers: row.offers,
    priced: row.priced_offers,
    stocked: row.stocked_offers,
    freshPrices: row.fresh_prices,
    freshStocks: row.fresh_stocks,
    newestAt: new Date(row.newest_at),
  }));
};
