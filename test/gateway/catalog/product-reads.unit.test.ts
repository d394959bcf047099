import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../../domain/callers/caller.ts';
import type { Product } from '../../../domain/catalog/catalog.ts';
import type { Offer } from '../../../domain/offers/offer.ts';
import type { OfferReadOptions } from '../../../domain/offers/ports.ts';
import { createProductReads } from '../../../gateway/catalog/product-reads.ts';
import { matchedProduct, offer } from '../../support/offers.ts';

const one: Tenant = { customerId: 'cus_one', groupIds: [] };
const other: Tenant = { customerId: 'cus_other', groupIds: [] };

/** Stores whose answers the test gives one by one, in the order of the questions. */
const setUp = () => {
  const asked: { readonly ids: readonly string[]; readonly tenant?: Tenant | undefined }[] = [];
  const products: PromiseWithResolvers<readonly Product[]>[] = [];
  const offers: PromiseWithResolvers<readonly Offer[]>[] = [];
  const ask = <Item>(
    answers: PromiseWithResolvers<readonly Item[]>[],
    ids: readonly string[],
    tenant?: Tenant,
  ): Promise<readonly Item[]> => {
    asked.push({ ids, ...(tenant && { tenant }) });
    const answer = Promise.withResolvers<readonly Item[]>();
    answers.push(answer);
    return answer.promise;
  };
  const reads = createProductReads({
    catalog: { products: (ids) => ask(products, ids) },
    offers: {
      ofProduct: (id) => ask(offers, [id]),
      ofProducts: (ids, { tenant }: OfferReadOptions = {}) => ask(offers, ids, tenant),
    },
  });
  return { reads, asked, products, offers };
};

describe('reads of products', () => {
  it('share the statement that follows the one under way, and no one joins that', async () => {
    const { reads, asked, products } = setUp();
    const first = reads.product('prd_a');
    const [again, next, unknown] = [reads.product('prd_a'), reads.product('prd_b'), reads.product('prd_c')];
    expect(asked).toEqual([{ ids: ['prd_a'] }]);
    products[0]?.resolve([matchedProduct({ id: 'prd_a', mpn: 'before' })]);
    expect(await first).toMatchObject({ mpn: 'before' });
    expect(asked.slice(1)).toEqual([{ ids: ['prd_a', 'prd_b', 'prd_c'] }]);
    products[1]?.resolve([matchedProduct({ id: 'prd_b' }), matchedProduct({ id: 'prd_a', mpn: 'after' })]);
    expect(await again).toMatchObject({ mpn: 'after' });
    expect(await next).toMatchObject({ id: 'prd_b' });
    expect(await unknown).toBeUndefined();
  });

  it('let a caller go that has gone away', async () => {
    const { reads } = setUp();
    const leaving = new AbortController();
    const read = reads.product('prd_a', { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });
});

describe('reads of offers', () => {
  it('share statements with those of their tenant alone', async () => {
    const { reads, asked, offers } = setUp();
    const all = [
      reads.ofProduct('prd_a', { tenant: one }),
      reads.ofProduct('prd_b', { tenant: one }),
      reads.ofProduct('prd_c', { tenant: one }),
      reads.ofProduct('prd_a', { tenant: other }),
    ];
    expect(asked).toEqual([
      { ids: ['prd_a'], tenant: one },
      { ids: ['prd_a'], tenant: other },
    ]);
    offers[0]?.resolve([offer([], { id: 'ofr_1', productId: 'prd_a' })]);
    await all[0];
    expect(asked.slice(2)).toEqual([{ ids: ['prd_b', 'prd_c'], tenant: one }]);
    offers[1]?.resolve([]);
    offers[2]?.resolve([
      offer([], { id: 'ofr_2', productId: 'prd_c' }),
      offer([], { id: 'ofr_3', productId: 'prd_b' }),
      offer([], { id: 'ofr_4', productId: 'prd_c' }),
    ]);
    const ids = (await Promise.all(all)).map((read) => read.map(({ id }) => id));
    expect(ids).toEqual([['ofr_1'], ['ofr_3'], ['ofr_2', 'ofr_4'], []]);
  });

  it('ask for themselves where they are for no tenant', async () => {
    const { reads, asked, offers } = setUp();
    const read = reads.ofProduct('prd_a');
    expect(asked).toEqual([{ ids: ['prd_a'] }]);
    offers[0]?.resolve([offer([], { id: 'ofr_1' })]);
    expect(await read).toHaveLength(1);
  });

  it('fail with what the store throws', async () => {
    const { reads, offers } = setUp();
    const read = reads.ofProduct('prd_a', { tenant: one });
    offers[0]?.reject(new Error('down'));
    await expect(read).rejects.toThrow('down');
  });
});
