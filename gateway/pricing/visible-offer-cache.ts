import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import { createDoorkeeper } from '../cache/doorkeeper.ts';
import type { View } from '../visibility/visibility.ts';
import type { KeptOffer } from './offer-cache/offer-cache.ts';

/**
 * Offers that are priced again and again, as their callers see them: read from their text and
 * judged by the policies once for many quantities. They are kept under the stamp of the offer and
 * what the caller sees, so whatever changes the offer, its supplier's credentials or the policies
 * makes another that was never kept. Whether the caller's credentials have seen the offer at all
 * is for each request to ask.
 *
 * They are objects, which the collector has to look at, so there are few: an offer comes in when it
 * is asked for a second time, and all go when there is no room for one.
 */
export interface VisibleOfferCache {
  /** The offer as it was seen under the same stamp; undefined when it was not kept. */
  find(kept: KeptOffer, view: View | undefined): VisibleOffer | undefined;
  /** Keeps an offer if it is worth its room. It is not to be changed after that. */
  keep(kept: KeptOffer, view: View | undefined, seen: VisibleOffer): void;
}

/** An offer of so many bytes of text is four times as many of objects. */
const maxTextBytes = 2 ** 22;

/** The texts of the offers kept here may have this share of the room for answers in all. */
const maxShare = 1 / 64;

/** Several times as many as find room, so that few of those push each other out. */
const rememberedAsked = 2 ** 16;

/** Nothing is kept yet; `answerBytes` is the room for answers that are given again. */
export const createVisibleOfferCache = (answerBytes: number): VisibleOfferCache => {
  const maxBytes = Math.min(maxTextBytes, answerBytes * maxShare);
  const doorkeeper = createDoorkeeper(rememberedAsked);
  const seenByKey = new Map<string, VisibleOffer>();
  let bytes = 0;
  const views = new WeakMap<View, number>();
  let lastView = 0;

  const numberOf = (view: View | undefined): number => {
    if (view === undefined) return 0;
    let number = views.get(view);
    if (number === undefined) {
      lastView += 1;
      number = lastView;
      views.set(view, number);
    }
    return number;
  };
  const keyOf = ({ stamp }: KeptOffer, view: View | undefined): string => `${stamp} ${numberOf(view)}`;

  return {
    find: (kept, view) => seenByKey.get(keyOf(kept, view)),

    keep(kept, view, seen) {
      const key = keyOf(kept, view);
      if (kept.bytes > maxBytes || !doorkeeper.admits(key)) return;
      if (bytes + kept.bytes > maxBytes) {
        seenByKey.clear();
        bytes = 0;
      }
      seenByKey.set(key, seen);
      bytes += kept.bytes;
    },
  };
};
