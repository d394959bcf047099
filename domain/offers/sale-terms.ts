import type { StatedFacts } from '../catalog/part-facts.ts';
import { readCountry } from './countries.ts';

/** How an offer is sold, as its supplier states it beside price and stock. */

/** How a seller stands to the manufacturer; where nobody says, it is unknown. */
export const sellerKinds = ['authorized', 'broker'] as const;

/** How a seller stands to the manufacturer. */
export type SellerKind = (typeof sellerKinds)[number];

/** Terms of a sale; left out: not stated. */
export interface SaleTerms {
  /** Who sells it, where that is not the supplier that was asked. */
  readonly seller?: string;
  readonly sellerKind?: SellerKind;
  /** Most pieces of an order. */
  readonly maximumOrderQuantity?: number;
  /** The offer's page at the seller. */
  readonly productUrl?: string;
  /** Pieces of a full package, such as a reel. */
  readonly standardPackage?: number;
  /** What one of the offer is, in the supplier's words, such as `METER`. */
  readonly unitOfSale?: string;
  /** The country that it ships from, in ISO 3166-1 alpha-2. */
  readonly shipsFrom?: string;
}

const kindOf = ({ is_broker: isBroker, is_authorized: isAuthorized }: StatedFacts): SellerKind | undefined => {
  if (isBroker === 'true') return 'broker';
  return isAuthorized === 'true' ? 'authorized' : undefined;
};

/** A limit of 0 is how some suppliers say that there is none. */
const limitOf = (text = ''): number | undefined => {
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return limit > 0 ? limit : undefined;
};

/** What the facts of an offer say of its sale; undefined where they say nothing of it. */
export const saleTermsOf = (facts: StatedFacts): SaleTerms | undefined => {
  const {
    seller,
    maximum_order_quantity: most,
    product_url: productUrl,
    standard_package: full,
    unit_of_sale: unit,
    ships_from: from = '',
  } = facts;
  const shipsFrom = readCountry(from);
  const [sellerKind, maximumOrderQuantity, standardPackage] = [kindOf(facts), limitOf(most), limitOf(full)];
  const terms: SaleTerms = {
    ...(seller !== undefined && { seller }),
    ...(sellerKind && { sellerKind }),
    ...(maximumOrderQuantity !== undefined && { maximumOrderQuantity }),
    ...(productUrl !== undefined && { productUrl }),
    ...(standardPackage !== undefined && { standardPackage }),
    ...(unit !== undefined && { unitOfSale: unit }),
    ...(shipsFrom !== undefined && { shipsFrom }),
  };
  return Object.keys(terms).length === 0 ? undefined : terms;
};
