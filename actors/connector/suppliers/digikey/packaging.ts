import type { Amount } from '../../../../domain/money.ts';
import type { PriceStatement } from '../../../../domain/offers/offer.ts';
import { packagingKindOf } from '../../../../domain/offers/packaging.ts';

/** What follows from how Digi-Key packs an offer. */

/** A reel of the maker's is sold whole, so that orders are multiples of a standard package. */
export const multipleOf = (packaging: string | undefined, standardPackage: number | undefined): number | undefined =>
  packagingKindOf(packaging) === 'full_reel' ? standardPackage : undefined;

/** The price of a Digi-Reel with what each reel of up to a standard package costs. */
export const withReelFee = (
  statement: PriceStatement | undefined,
  packaging: string | undefined,
  { fee, standardPackage }: { readonly fee: Amount | undefined; readonly standardPackage: number | undefined },
): PriceStatement | undefined => {
  if (statement?.kind !== 'ladder' || fee === undefined || packagingKindOf(packaging) !== 'made_reel') return statement;
  const orderFeePieces = standardPackage === undefined ? {} : { orderFeePieces: standardPackage };
  return { kind: 'ladder', ladder: { ...statement.ladder, orderFee: fee, ...orderFeePieces } };
};
