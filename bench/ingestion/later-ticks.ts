import { type Assortment, assortmentOf } from '../../ops/demo/assortment.ts';
import type { Catalogue } from '../../ops/demo/catalogue/part.ts';
import type { SupplierProfile } from '../../ops/demo/supplier-profile.ts';
import type { Pool } from '../../storage/pool/pool.ts';

/** Longer than the interval of ticks over prices; three times it is shorter than all others. */
const aWhile = '6 days';

/** Puts all ticks so far into the past, so that one over all prices is due. */
export const passDays = async ({ sql }: Pool): Promise<void> => {
  await sql`
    update ingestion_tick set started_at = started_at - ${aWhile}::interval,
      finished_at = finished_at - ${aWhile}::interval`;
};

type Sold = ReturnType<Assortment['slice']>[number];

/** The same ladder, each step a little dearer. */
const dearer = ({ sku, price }: Sold) =>
  price.kind === 'ladder' && {
    sku,
    base: price.base,
    breaks: price.breaks.map(({ from, price: step }) => ({ from, price: `${step}${step.includes('.') ? '' : '.'}1` })),
  };

/** What a supplier sells, and where it is. */
interface Selling {
  readonly url: string;
  readonly products: Catalogue;
  readonly profile: SupplierProfile;
  readonly seed: string;
}

/** Changes the price of one offer out of so many. */
export const changePrices = async ({ url, products, profile, seed }: Selling, oneOf: number): Promise<void> => {
  const assortment = assortmentOf(profile, products, seed);
  for (let at = 0; at < assortment.size; at += oneOf) {
    const [offer] = assortment.slice(at, 1);
    const change = offer && dearer(offer);
    if (!change) continue;
    const answer = await fetch(`${url}/control/price`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
    if (!answer.ok) throw new Error(`the supplier did not take a price: ${answer.status}`);
  }
};
