import type { LeadTimeDay, SupplierQuestion } from '../../../domain/analytics/queries.ts';
import type { Asked } from './asked.ts';
import { ofSupplier, periodParameters } from './supplier-period.ts';

/**
 * Days are whole here: the first is that of the period's first instant, the last that of its last.
 */
const inPeriod = `${ofSupplier}
  and day >= toDate({from:DateTime64(3, 'UTC')}, 'UTC')
  and day <= toDate({to:DateTime64(3, 'UTC')} - interval 1 millisecond, 'UTC')`;

const statement = `
  select toString(day) as day, supplier_id as supplierId, any(total) as offers,
    min(lead_time) as shortestDays, max(lead_time) as longestDays,
    quantileExactWeighted(0.5)(lead_time, weight) as medianDays,
    quantileExactWeighted(0.9)(lead_time, weight) as ninetiethPercentileDays
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
export const leadTimeTrend: Asked<SupplierQuestion, LeadTimeDay> = (engine, question, options) =>
  engine.read<LeadTimeDay>(statement, periodParameters(question), options);
