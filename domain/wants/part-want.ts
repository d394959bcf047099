import { maxMpnLength, mpnKey } from '../catalog/identity.ts';
import { partWantId } from '../ids.ts';
import type { ObservationDraft } from '../ingestion/observation.ts';

/**
 * A part that somebody wants to know of, whether it has a product or not: by its maker's number, or
 * by a supplier's order number. All who want the same part share one want, so that a supplier is
 * asked for it once; of whom the maker is said to be matters only to those who read the answer.
 */
export type PartWant =
  /** Asked of all suppliers, or of these alone. */
  | { readonly kind: 'number'; readonly mpn: string; readonly suppliers?: readonly string[] }
  | { readonly kind: 'sku'; readonly supplierId: string; readonly sku: string };

/** A want with the id that it has everywhere. */
export type IdentifiedWant = PartWant & { readonly id: string };

/** The longest order number that is asked for, in characters. */
const maxSkuLength = 128;

/** The shortest number that says anything, in letters and digits. */
const shortestNumber = 3;

const controlCharacter = /\p{Cc}/u;

const skuKey = (sku: string): string => sku.trim().toUpperCase();

/** Whether a text can be the number of a part that suppliers may be asked for. */
export const isAskableNumber = (mpn: string): boolean =>
  mpn.length <= maxMpnLength && mpnKey(mpn).length >= shortestNumber && !controlCharacter.test(mpn);

/** Whether somebody who searches for a text most likely means one part's number by it. */
export const looksLikeNumber = (text: string): boolean =>
  isAskableNumber(text) && /\d/.test(text) && /[a-z]|\d{4}/i.test(text) && !/\s/.test(text);

/** Whether a text can be an order number that a supplier may be asked for. */
export const isAskableSku = (sku: string): boolean =>
  skuKey(sku) !== '' && sku.length <= maxSkuLength && !controlCharacter.test(sku);

/** The same id for the same part, however its number is separated or capitalised. */
export const identified = (want: PartWant): IdentifiedWant => ({
  ...want,
  id:
    want.kind === 'number'
      ? partWantId(['number', mpnKey(want.mpn)])
      : partWantId(['sku', want.supplierId, skuKey(want.sku)]),
});

/** Each want once. */
export const distinctWants = (wants: readonly PartWant[]): readonly IdentifiedWant[] => [
  ...new Map(wants.map(identified).map((want) => [want.id, want])).values(),
];

/**
 * The rows of an answer that are the part: a number that is answered with another part, its
 * neighbour or its successor, is no hit.
 */
export const hitsOf = (
  want:
    | Pick<Extract<PartWant, { kind: 'number' }>, 'kind' | 'mpn'>
    | Pick<Extract<PartWant, { kind: 'sku' }>, 'kind' | 'sku'>,
  drafts: readonly ObservationDraft[],
): readonly ObservationDraft[] => {
  if (want.kind === 'sku') return drafts.filter(({ supplierSku }) => skuKey(supplierSku) === skuKey(want.sku));
  const number = mpnKey(want.mpn);
  return drafts.filter(({ description }) => description?.mpn !== undefined && mpnKey(description.mpn) === number);
};
