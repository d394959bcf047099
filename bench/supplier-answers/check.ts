import type { ObservationDraft } from '../../domain/ingestion/observation.ts';
import { amountText } from '../../domain/money.ts';
import type { LiteralRow } from './literal.ts';

/** What of an observation does not stand in a row of its answer; nothing when everything does. */
const missingIn = (draft: ObservationDraft, row: LiteralRow, asked: readonly string[]): readonly string[] => {
  const missing: string[] = [];
  const pieces = draft.price?.kind === 'ladder' ? (draft.price.ladder.priceBase ?? 1) : 1;
  // Who sells by the pack counts packs, where an observation counts pieces.
  const stands = (value: number): boolean => row.hasNumber(String(value)) || row.hasNumber(String(value / pieces));
  const number = (what: string, value: number | undefined): void => {
    if (value !== undefined && !stands(value)) missing.push(`${what} ${value}`);
  };
  const mpn = draft.description?.mpn;
  if (mpn !== undefined && !row.has(mpn)) missing.push(`part number ${mpn}`);
  if (draft.price?.kind === 'ladder') {
    const { currency, priceBase, breaks } = draft.price.ladder;
    if (!row.has(currency) && !asked.includes(currency)) missing.push(`currency ${currency}`);
    number('price base', priceBase);
    for (const { quantity, price } of breaks) {
      number('quantity', quantity);
      if (!row.hasNumber(amountText(price))) missing.push(`price ${amountText(price)}`);
    }
  }
  for (const { quantity } of draft.stock ?? []) number('stock', quantity);
  number('minimum', draft.minimumOrderQuantity);
  number('multiple', draft.orderMultiple);
  return missing;
};

/**
 * Why an observation cannot be from its answer; undefined when it can. Of several rows with its SKU
 * one must hold everything. `asked` are currencies that the request named, for suppliers whose
 * answers name none.
 */
export const faultOf = (
  draft: ObservationDraft,
  rows: readonly LiteralRow[],
  asked: readonly string[],
): string | undefined => {
  const [first, ...others] = rows.map((row) => missingIn(draft, row, asked));
  if (first === undefined) return `${draft.supplierSku} is not in the answer`;
  const isFound = [first, ...others].some((missing) => missing.length === 0);
  return isFound ? undefined : `${draft.supplierSku}: ${first[0]} is not in the answer`;
};
