import type { SupplierQuestion } from '../../../domain/analytics/queries.ts';
import { instantText } from '../encode-rows.ts';
import type { QueryParameters } from '../engine.ts';

/** Restricts rows to the supplier of a question; an empty text means all of them. */
export const ofSupplier = "({supplier:String} = '' or supplier_id = {supplier:String})";

/** The parameters of a question about suppliers over a period. */
export const periodParameters = ({ supplierId, period }: SupplierQuestion): QueryParameters => ({
  supplier: supplierId ?? '',
  from: instantText(period.from),
  to: instantText(period.to),
});
