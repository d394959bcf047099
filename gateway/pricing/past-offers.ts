import { loopTurn } from '../../concurrency/turns.ts';
import type { Tenant } from '../../domain/callers/caller.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';

/** Offers as they were known at an instant of the past; undefined for an unknown id. */
export type PastOffers = (id: string, instant: Date, request: PastRequest) => Promise<Offer | undefined>;

/** The request or stream that asks, and for whom: always the same with one signal. */
export interface PastRequest {
  readonly signal: AbortSignal;
  readonly caller: Tenant;
}

/** What one query will read. */
interface Group {
  readonly ids: Set<string>;
  readonly offers: Promise<ReadonlyMap<string, Offer>>;
}

/** The reads of one request or stream. */
interface Reads {
  /** Groups that wait for their query, by instant in milliseconds. */
  readonly waiting: Map<number, Group>;
  /** Settles when no query is running. */
  idle: Promise<unknown>;
}

const maxIds = 256;

/**
 * Reads the past for many at a time: of one request or stream one query is under way, and what it
 * asks for meanwhile about one instant is the next one. Nothing is shared between requests, so that
 * one that is given up takes its query with it. The past does not change, but it is asked for too
 * rarely to be kept.
 */
export const createPastOffers = (store: Pick<OfferStore, 'asOf'>): PastOffers => {
  const readsOf = new WeakMap<AbortSignal, Reads>();

  const begin = (reads: Reads, instant: Date, { signal, caller: tenant }: PastRequest): Group => {
    const ids = new Set<string>();
    const turn = Promise.allSettled([reads.idle, loopTurn()]);
    const read = async () => {
      await turn;
      if (reads.waiting.get(instant.getTime()) === group) reads.waiting.delete(instant.getTime());
      const offers = await store.asOf([...ids], instant, { signal, tenant });
      return new Map(offers.map((offer) => [offer.id, offer]));
    };
    const group: Group = { ids, offers: read() };
    reads.idle = group.offers.catch(() => undefined);
    reads.waiting.set(instant.getTime(), group);
    return group;
  };

  return async (id, instant, request) => {
    const { signal } = request;
    const reads = readsOf.get(signal) ?? { waiting: new Map<number, Group>(), idle: Promise.resolve() };
    readsOf.set(signal, reads);
    const open = reads.waiting.get(instant.getTime());
    const group = open !== undefined && open.ids.size < maxIds ? open : begin(reads, instant, request);
    group.ids.add(id);
    return (await group.offers).get(id);
  };
};
