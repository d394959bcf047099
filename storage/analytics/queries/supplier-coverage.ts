import type { CoverageQuestion, SupplierCoverage } from '../../../domain/analytics/queries.ts';
import { instantText } from '../encode-rows.ts';
import type { Asked, Told } from './asked.ts';

const statement = `
  select supplier_id as supplierId, count() as offers,
    countIf(priced_at > 0) as priced, countIf(stocked_at > 0) as stocked,
    countIf(priced_at >= {prices_since:DateTime64(3, 'UTC')}) as freshPrices,
    countIf(stocked_at >= {stocks_since:DateTime64(3, 'UTC')}) as freshStocks,
    toUnixTimestamp64Milli(max(seen_at)) as newestAt
  from offer_newest final
  group by supplier_id
  order by supplier_id`;

/** How much of each supplier is known, and how much of that is fresh. */
export const supplierCoverage: Asked<CoverageQuestion, SupplierCoverage> = async (engine, question, options) => {
  const parameters = {
    prices_since: instantText(question.pricesSince),
    stocks_since: instantText(question.stocksSince),
  };
  const rows = await engine.read<Told<SupplierCoverage>>(statement, parameters, options);
  return rows.map(({ newestAt, ...supplier }) => ({ ...supplier, newestAt: new Date(newestAt) }));
};
