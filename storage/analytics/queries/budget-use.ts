import type { BudgetDay, SupplierQuestion } from '../../../domain/analytics/queries.ts';
import { type Nullable, withoutNulls } from '../../pool/nullable-row.ts';
import type { Asked } from './asked.ts';
import { ofSupplier, periodParameters } from './supplier-period.ts';

/** Pages stay unknown where any run of the group does not tell them. */
const statement = `
  select toString(toDate(ended_at, 'UTC')) as day, supplier_id as supplierId,
    credential_id as credentialId, count() as runs, countIf(failure is not null) as failedRuns,
    if(countIf(isNull(run.pages)) = 0, sum(run.pages), null) as pages,
    ifNull(sum(run.items), 0) as items, ifNull(sum(run.prices), 0) as prices, ifNull(sum(run.stocks), 0) as stocks
  from ingestion_run as run final
  where ${ofSupplier}
    and ended_at >= {from:DateTime64(3, 'UTC')} and ended_at < {to:DateTime64(3, 'UTC')}
  group by day, supplier_id, credential_id
  order by day, supplier_id, credential_id nulls first`;

/**
 * What the ticks that ended on each day took of the budgets of credentials, and what they brought.
 */
export const budgetUse: Asked<SupplierQuestion, BudgetDay> = async (engine, question, options) => {
  const rows = await engine.read<Nullable<BudgetDay>>(statement, periodParameters(question), options);
  return rows.map(withoutNulls<BudgetDay>);
};
