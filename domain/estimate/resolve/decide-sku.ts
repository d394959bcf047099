import { manufacturerKey, mpnCompact } from '../../catalog/identity.ts';
import { offerId } from '../../ids.ts';
import type { NamedSku } from '../parse/parsed-bom.ts';
import type { AskedLine } from './asked-line.ts';
import { contradicts } from './compare-figures.ts';
import type { Finding } from './decide-number.ts';
import { figuresOfProduct } from './line-figures.ts';
import type { NamedSupplier, ProductCandidate, SkuProduct } from './ports.ts';

/**
 * Which product a supplier's order number means. Where the line names the supplier the number is
 * its own; where it does not, every supplier is asked for an offer of that number, and all must
 * agree. Rule `supplier_sku`.
 */

/** Offers that an order number may be. */
export interface AskedSku {
  readonly sku: NamedSku;
  /** Whether the line names a supplier that is known. */
  readonly isSupplierNamed: boolean;
  readonly offerIds: readonly string[];
}

/** Order numbers without their supplier are looked for at this many suppliers at most. */
const suppliersAtMost = 50;

/** The shortest name that may be the beginning of another. */
const shortestBeginning = 3;

const isBeginning = (short: string, long: string): boolean =>
  short.length >= shortestBeginning && long.startsWith(short);

/**
 * Whether a supplier is the one that a line calls so: `Digikey` and `Digi-Key Electronics`,
 * `digikey-us`.
 */
const isCalled = (supplier: NamedSupplier, name: string): boolean => {
  const asked = manufacturerKey(name);
  return [supplier.id, supplier.name]
    .map(manufacturerKey)
    .some((own) => own !== '' && (own === asked || isBeginning(asked, own) || isBeginning(own, asked)));
};

/** The suppliers that a line may mean by the name beside an order number; none without a name. */
export const suppliersCalled = (
  { supplier }: Pick<NamedSku, 'supplier'>,
  suppliers: readonly NamedSupplier[],
): readonly NamedSupplier[] => (supplier === undefined ? [] : suppliers.filter((each) => isCalled(each, supplier)));

/** The offers to look up for an order number. */
export const askedSku = (sku: NamedSku, suppliers: readonly NamedSupplier[]): AskedSku => {
  const named = suppliersCalled(sku, suppliers);
  const isSupplierNamed = named.length > 0;
  // A supplier that is named and not known sells nothing here.
  const asked = sku.supplier !== undefined ? named : suppliers.slice(0, suppliersAtMost);
  const spellings = [...new Set([sku.sku.trim(), sku.sku.trim().toUpperCase()])];
  return {
    sku,
    isSupplierNamed,
    offerIds: asked.flatMap(({ id }) => spellings.map((spelling) => offerId(id, spelling))),
  };
};

/** Whether two part numbers may be of one part: one is the other, or begins with it. */
export const numbersAgree = (a: string, b: string): boolean => {
  const [short = '', long = ''] = [mpnCompact(a), mpnCompact(b)].sort((one, other) => one.length - other.length);
  return short !== '' && long.startsWith(short);
};

/** What the order numbers of a line find. */
export type SkuDecision =
  | ({ readonly kind: 'found' } & Finding)
  | { readonly kind: 'unsure'; readonly candidates: readonly ProductCandidate[] }
  | { readonly kind: 'none' };

/** Decides a line's order numbers. Pure and total. */
export const decideSkus = (
  asked: AskedLine,
  skus: readonly AskedSku[],
  byOffer: ReadonlyMap<string, SkuProduct>,
): SkuDecision => {
  const hits = skus.flatMap(({ offerIds, isSupplierNamed }) =>
    offerIds.flatMap((id) => {
      const hit = byOffer.get(id);
      return hit === undefined ? [] : [{ ...hit, isSupplierNamed }];
    }),
  );
  const [first] = hits;
  if (first === undefined) return { kind: 'none' };
  const products = [...new Map(hits.map(({ product }) => [product.productId, product])).values()];
  const speaksAgainst =
    asked.numbers.length > 0 && !asked.numbers.some(({ number }) => numbersAgree(number, first.product.mpn));
  if (products.length > 1 || speaksAgainst || contradicts(asked.figures, figuresOfProduct(first.product)))
    return { kind: 'unsure', candidates: products };
  if (first.confidence === 'weak') return { kind: 'unsure', candidates: products };
  const isStrong = hits.some(
    (hit) => hit.isSupplierNamed && hit.confidence !== 'probable' && hit.confidence !== 'weak',
  );
  const confidence = isStrong ? 'strong' : 'probable';
  return { kind: 'found', product: first.product, confidence, rule: 'supplier_sku', others: [] };
};
