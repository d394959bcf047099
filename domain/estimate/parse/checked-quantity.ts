import { amount } from '../../money.ts';
import type { Designators } from './designators.ts';
import type { Doubt } from './parsed-bom.ts';
import type { ReadQuantity } from './quantity.ts';

const isPiece = (unit: string | undefined): boolean => unit === undefined || unit === 'piece';

/** The quantity, checked against the designators; where none is stated, the designators give it. */
export const checkedQuantity = (stated: ReadQuantity, { names, isCut }: Designators): ReadQuantity => {
  const count = names.length;
  if (isCut) {
    const text = `the line names more reference designators than are written out; ${count} of them were`;
    return { ...stated, doubts: [...stated.doubts, { code: 'references_cut', text }] };
  }
  if (stated.quantity !== undefined) {
    const differs = count > 0 && isPiece(stated.unit) && !stated.quantity.eq(count);
    const text = `the quantity is ${stated.quantity.toFixed()}, but the reference designators are ${count}`;
    return differs ? { ...stated, doubts: [...stated.doubts, { code: 'reference_count_differs', text }] } : stated;
  }
  if (count > 0 && stated.doubts.length === 0) {
    const text = `no quantity is stated; the reference designators are ${count}`;
    return { quantity: amount(count), doubts: [{ code: 'quantity_from_references', text }] };
  }
  const missing: Doubt = { code: 'quantity_missing', text: 'the line does not say how many' };
  return stated.doubts.length > 0 ? stated : { doubts: [missing] };
};
