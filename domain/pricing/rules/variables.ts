import type { Caller } from '../../callers/caller.ts';
import { conditionCompiler, type Values } from '../../expressions/condition.ts';
import { manufacturerOf, type Offer } from '../../offers/offer.ts';

/**
 * What the conditions of pricing rules may speak of. What is not known, such as the product of an
 * unmatched offer, is absent.
 */

/** Compiles the condition of a pricing rule. */
export const compilePricingCondition = conditionCompiler({
  customer: { id: 'string', groups: 'strings' },
  supplier: { id: 'string' },
  offer: { id: 'string', sku: 'string', packaging: 'string' },
  product: { id: 'string', manufacturer: 'string', mpn: 'string', characteristics: 'texts' },
  quantity: 'int',
  zone: 'string',
  currency: 'string',
  date: 'instant',
});

/** The variables that are the same for all that one caller asks for in one zone. */
export const callerVariables: ReadonlySet<string> = new Set(['customer', 'zone']);

/** The variables that are the same for all that one caller orders of a supplier at once. */
export const orderVariables: ReadonlySet<string> = new Set([...callerVariables, 'supplier', 'currency', 'date']);

/** The values of those that are the caller's. */
export const callerValues = ({ customerId, groupIds }: Caller, zone: string): Values => ({
  customer: { id: customerId, groups: groupIds },
  zone,
});

/** What a price is made for. */
export interface PricedItem {
  readonly offer: Offer;
  readonly packaging: string | undefined;
  /** Pieces that are bought. */
  readonly pieces: number;
  readonly currency: string;
  /** The instant that rules are judged at. */
  readonly date: Date;
}

/** The values of every variable. */
export const allValues = (
  caller: Caller,
  zone: string,
  { offer, packaging, pieces, currency, date }: PricedItem,
): Values => ({
  ...callerValues(caller, zone),
  supplier: { id: offer.supplierId },
  offer: { id: offer.id, sku: offer.supplierSku, packaging },
  product: {
    id: offer.productId,
    manufacturer: manufacturerOf(offer),
    mpn: offer.mpn,
    characteristics: offer.product?.characteristics ?? {},
  },
  quantity: BigInt(pieces),
  currency,
  date,
});
