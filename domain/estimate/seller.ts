import type { SaleTerms, SellerKind } from '../offers/sale-terms.ts';

/**
 * Who sells an offer. A supplier that shows the offers of others (an aggregator, a marketplace)
 * names the seller of each; any other supplier is the seller itself. What goes to one seller is one
 * order, wherever its offers were seen.
 */

/** A seller. */
export interface Seller {
  /** The id of the supplier that it is, else made of its name; never shown. */
  readonly id: string;
  /** Empty where the supplier is not shown. */
  readonly name: string;
  readonly kind: SellerKind | 'unknown';
}

/** Something that is sold. */
export interface Sold {
  /** Who shows it. */
  readonly supplierId: string;
  /** Who sells it; left out: the supplier, of whom nothing else is known. */
  readonly seller?: Seller;
}

/** What is known of a supplier as a seller. */
interface SellingSupplier {
  readonly supplierName: string;
  readonly sellerKind?: SellerKind;
  /** The country that it ships from where an offer does not say. */
  readonly shipsFrom?: string;
}

/** Which sellers are bought from. */
export const sellerPolicies = ['any', 'authorized_only'] as const;

/** Which sellers are bought from. */
export type SellerPolicy = (typeof sellerPolicies)[number];

/** Words of a company's name by which nobody tells sellers apart. */
const commonWords =
  /\b(?:electronics?|elektronik|components?|corporation|corp|company|incorporated|inc|limited|ltd|llc|gmbh|ag|bv|sa|group|distribution)\b/gu;

/** What two spellings of a seller's name have in common: `Digi-Key Electronics` is `DigiKey`. */
export const sellerKey = (name: string): string => {
  const lower = name.normalize('NFKC').toLowerCase();
  const bare = lower.replace(commonWords, '').replace(/[^\p{L}\p{N}]/gu, '');
  return bare === '' ? lower.replace(/\s/gu, '') : bare;
};

/** Finds the sellers of offers. */
export type SellerOf = (offer: { readonly supplierId: string; readonly sale?: SaleTerms }) => Seller;

/** The sellers of the offers of some suppliers: one that is itself a supplier is that one. */
export const sellersAmong = (terms: ReadonlyMap<string, SellingSupplier>): SellerOf => {
  const suppliers = new Map([...terms].map(([id, { supplierName }]) => [sellerKey(supplierName), id]));
  return ({ supplierId, sale }) => {
    const own = terms.get(supplierId);
    const name = sale?.seller ?? own?.supplierName ?? '';
    const key = sellerKey(name);
    const isOwn = sale?.seller === undefined || key === sellerKey(own?.supplierName ?? '');
    const id = isOwn ? supplierId : (suppliers.get(key) ?? `seller ${key}`);
    return { id, name, kind: sale?.sellerKind ?? terms.get(id)?.sellerKind ?? 'unknown' };
  };
};

/**
 * The country that an offer of a seller ships from: as it says itself, else as is said of the
 * seller where that is a supplier here. Undefined: nobody says.
 */
export const shipsFromOf = (
  { sale }: { readonly sale?: SaleTerms },
  sellerId: string,
  terms: ReadonlyMap<string, SellingSupplier>,
): string | undefined => sale?.shipsFrom ?? terms.get(sellerId)?.shipsFrom;

/** Whom an offer is ordered from. */
export const sellerIdOf = ({ seller, supplierId }: Sold): string => seller?.id ?? supplierId;

/**
 * The offers of a product, where those that an aggregator shows of a seller that is asked directly
 * are marked: they are the same goods, and the seller itself knows better. An own offer without a
 * price, that is withdrawn, or that the customer does not see, marks nothing.
 */
export const markTwins = <
  T extends Sold & { readonly price: { readonly kind: 'ladder' | 'none' }; readonly isWithdrawn?: true },
>(
  offers: readonly T[],
): readonly (T & { readonly isTwin?: true })[] => {
  const direct = new Set(
    offers.flatMap((offer) =>
      offer.price.kind === 'ladder' && !offer.isWithdrawn && sellerIdOf(offer) === offer.supplierId
        ? [offer.supplierId]
        : [],
    ),
  );
  return offers.map((offer) => {
    const sellerId = sellerIdOf(offer);
    return sellerId !== offer.supplierId && direct.has(sellerId) ? { ...offer, isTwin: true } : offer;
  });
};
