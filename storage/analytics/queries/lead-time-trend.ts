import type { LeadTimeDay, SupplierQuestion } from '../../../domain/analytics/queries.ts';
import type { Asked } from './asked.ts';
import { ofSupplier, periodParameters } from './supplier-period.ts';

interface Row {
  readonly day: string;
  readonly supplier_id: string;
  readonly offers: number;
  readonly shortest: number;
  readonly median: number;
  readonly ninetieth: number;
  readonly longest: number;
}

/**
 * Days are whole here: the first is that of the period's first instant, the last that of its last.
 */
const inPeriod = `${ofSupplier}
  and day >= toDate({from:DateTime64(3, 'UTC')}, 'UTC')
  and day <= toDate({to:DateTime64(3, 'UTC')} - interval 1 millisecond, 'UTC')`;

const statement = `
  select toString(day) as day, supplier_id, any(total) as offers,
    min(lead_time) as shortest, max(lead_time) as longest,
    quantileExactWeighted(0.5)(lead_time, weight) as median,
    quantileExactWeighted(0.9)(lead_time, weight) as ninetieth
  from (
    select day, supplier_id, lead_time_days as lead_time, uniqCombinedMerge(12)(offers) as weight
    from lead_time_offers
    where ${inPeriod}
    group by day, supplier_id, lead_time_days
  ) as each
  join (
    select day, supplier_id, uniqCombinedMerge(15)(offers) as total
    from lead_time_days
    where ${inPeriod}
    group by day, supplier_id
  ) as of_day using (day, supplier_id)
  group by day, supplier_id
  order by day, supplier_id`;

/** The lead times that suppliers named on each day. */
export const leadTimeTrend: Asked<SupplierQuestion, LeadTimeDay> = async (engine, question, options) => {
  const rows = await engine.read<Row>(statement, periodParameters(question), options);
  return rows.map((row) => ({
    day: row.day,
    supplierId: row.supplier_id,
    offers: row.offers,
    shortestDays: row.shortest,
    medianDays: row.median,
    ninetiethPercentileDays: row.ninetieth,
    longestDays: row.longest,
  }));
};
