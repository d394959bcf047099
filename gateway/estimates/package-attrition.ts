import type { CustomerStore } from '../../domain/callers/ports.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { packageIn, packageKey } from '../../domain/characteristics/packages.ts';
import type { EstimateCaller } from '../../domain/estimate/market.ts';
import type { AttritionOfProducts } from '../../domain/estimate/needs.ts';
import type { PackageAttritions } from '../../domain/estimate/ports.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { callerOf } from './buyer.ts';

/** Finds what is lost of products by their package, as far as a caller may know of that. */
export type FindPackageAttrition = (
  caller: EstimateCaller,
  productIds: readonly string[],
  signal: AbortSignal,
) => Promise<AttritionOfProducts>;

/** What it is found by. */
interface Dependencies {
  readonly packageAttritions: Pick<PackageAttritions, 'all'>;
  readonly products: CatalogStore['products'];
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly visibility: Visibility;
  readonly now: () => Date;
}

const keyOf = (text: string | undefined): string | undefined => {
  const name = text === undefined ? undefined : packageIn(text, { taken: [] });
  return name === undefined ? undefined : packageKey(name);
};

/** Makes the search. Products are not read where no operator has said anything. */
export const packageAttritionOf =
  ({ packageAttritions, products, customers, visibility, now }: Dependencies): FindPackageAttrition =>
  async (who, productIds, signal) => {
    const stated = new Map((await packageAttritions.all({ signal })).map((each) => [each.package, each]));
    if (stated.size === 0 || productIds.length === 0) return new Map();
    const known = await products(productIds, { signal });
    const view = visibility.of({ caller: await callerOf(who, customers), now });
    const shown = view === undefined ? known : await view.products(known, { signal });
    return new Map(
      shown.flatMap(({ id, characteristics }) => {
        const attrition = stated.get(keyOf(characteristics.package) ?? '');
        return attrition === undefined ? [] : [[id, attrition] as const];
      }),
    );
  };
