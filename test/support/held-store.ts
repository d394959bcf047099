import type { Offer } from '../../domain/offers/offer.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { offer } from './offers.ts';

/** A store whose answers the test releases one by one. */
export const heldStore = () => {
  const queries: ({ ids: readonly string[]; signal: AbortSignal | undefined } & PromiseWithResolvers<
    readonly Offer[]
  >)[] = [];
  const read = (ids: readonly string[], options?: ReadOptions) => {
    const query = { ids, signal: options?.signal, ...Promise.withResolvers<readonly Offer[]>() };
    queries.push(query);
    return query.promise;
  };
  const query = (at: number) => {
    const found = queries[at];
    if (found === undefined) throw new Error(`query ${at} was not sent`);
    return found;
  };
  return { read, queries, query };
};

/** An offer as it would be read. */
export const made = (id: string, supplierSku = 'first'): Offer => offer([], { id, supplierSku });
