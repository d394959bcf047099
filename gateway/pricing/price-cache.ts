import type { Caller } from '../../domain/callers/caller.ts';
import { dayMs } from '../../domain/duration.ts';
import type { PriceBook } from '../../domain/pricing/price-book.ts';
import { selectionValidUntil } from '../../domain/pricing/source-selection.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { createCallerMap } from '../auth/caller-map.ts';
import { createByteStore } from '../cache/byte-store.ts';
import { encoder, lazyDecoder, withBytes } from '../request/encoding.ts';
import type { View } from '../visibility/visibility.ts';

/** What a price is asked for, apart from the offer. */
export interface PriceQuestion {
  readonly caller: Caller;
  readonly quantity: number;
  readonly deliveryZone: string;
  /** Undefined: the customer's, else the supplier's. */
  readonly currency: string | undefined;
  /** Rules and rates: another book answers anew. */
  readonly book: PriceBook;
  /** What the caller sees; undefined: everything. */
  readonly view: View | undefined;
  /** The instant of the question. */
  readonly at: Date;
}

/**
 * A cache of quoted prices, stored as wire bytes outside the heap, that answers a repeated
 * question. They are kept under the stamp of the offer (`offer-cache/`), so an answer is as young
 * as its offer, two seconds at most; and under the rules, the policies and the caller. What changes
 * any of them makes a question that was never asked. Until time alone changes the answer it stands:
 * a rule that begins, a price that grows stale or a new day of exchange rates is seen within a
 * second.
 *
 * A million of them cost the garbage collector nothing. When the room is used up, the oldest make
 * room for answers that were given before.
 */
export interface PriceCache {
  /**
   * The answer that was given to the same question; undefined when there was none or it does not
   * hold any more.
   */
  find(stamp: string, question: PriceQuestion): AnsweredPrice | undefined;
  /** Keeps an answer if it is worth its room. It is not to be changed after that. */
  keep(stamp: string, question: PriceQuestion, seen: VisibleOffer, response: PricingResponse): void;
}

/** An answer, with the product that it prices. */
export interface AnsweredPrice {
  readonly response: PricingResponse;
  /** The product of the offer; undefined: none. */
  readonly productId: string | undefined;
}

/**
 * Minimum validity of an answer: overdue data changes at every instant, and so may a condition on
 * the date.
 */
const minValidityMs = 1_000;

const validUntilMs = ({ offer }: VisibleOffer, { book, at }: PriceQuestion): number => {
  const nowMs = at.getTime();
  if (book.looksAtDate) return nowMs + minValidityMs;
  const nextDayMs = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  return Math.max(nowMs + minValidityMs, Math.min(nextDayMs, selectionValidUntil(offer.views, at)));
};

/** Callers whose number is kept. */
const maxCallers = 10_000;

/**
 * Numbers for what an answer depends on, the same one for the same thing and for no other: for
 * objects that are never changed, and for callers by what they are. A caller that is forgotten gets
 * another number when it comes again.
 */
const createNumbers = () => {
  const ofObjects = new WeakMap<object, number>();
  const ofCallers = createCallerMap<number>(maxCallers);
  let last = 0;
  const numbered = <Key>(numbers: { set(key: Key, number: number): unknown }, key: Key): number => {
    last += 1;
    numbers.set(key, last);
    return last;
  };
  const numberOf = (object: object | undefined): number =>
    object === undefined ? 0 : (ofObjects.get(object) ?? numbered(ofObjects, object));
  const numberOfCaller = (caller: Caller): number => ofCallers.get(caller) ?? numbered(ofCallers, caller);
  return { numberOf, numberOfCaller };
};

/**
 * Before the bytes of an answer: until when it stands, in milliseconds, the length of the product's
 * id, and the id.
 */
const untilBytes = 8;
const headBytes = untilBytes + 2;

const encode = encoder(PricingResponse);
const decode = lazyDecoder(PricingResponse);

/** Remembers nothing yet, and never more than fits into the room. */
export const createPriceCache = (maxBytes: number): PriceCache => {
  const kept = createByteStore({ maxBytes });
  const { numberOf, numberOfCaller } = createNumbers();

  const makeKey = (stamp: string, question: PriceQuestion): string => {
    const { caller, view, book, at, quantity, currency = '', deliveryZone } = question;
    const who = `${numberOfCaller(caller)} ${numberOf(view)}`;
    return `${stamp} ${quantity} ${who} ${numberOf(book)} ${book.rulePeriodAt(at)} ${currency} ${deliveryZone}`;
  };

  /** What was asked last: an answer is mostly kept in the same turn in which it was not found. */
  let last: { readonly stamp: string; readonly question: PriceQuestion; readonly key: string } | undefined;
  const keyOf = (stamp: string, question: PriceQuestion): string => {
    if (last?.question !== question || last.stamp !== stamp) last = { stamp, question, key: makeKey(stamp, question) };
    return last.key;
  };

  return {
    find(stamp, question) {
      const position = kept.find(keyOf(stamp, question));
      if (position === undefined) return undefined;
      const value = kept.at(position);
      if (question.at.getTime() >= value.readDoubleLE()) return undefined;
      const begin = headBytes + value.readUInt16LE(untilBytes);
      // A copy: the bytes may wait in a socket for longer than they are kept.
      const bytes = Buffer.allocUnsafe(value.length - begin);
      value.copy(bytes, 0, begin);
      const productId = value.toString('utf8', headBytes, begin) || undefined;
      return { response: decode(bytes), productId };
    },

    keep(stamp, question, seen, response) {
      const key = keyOf(stamp, question);
      if (!kept.admits(key)) return;
      const bytes = encode(response);
      withBytes(response, bytes);
      const { productId = '' } = seen.offer;
      const begin = headBytes + Buffer.byteLength(productId);
      const value = Buffer.allocUnsafe(begin + bytes.length);
      value.writeDoubleLE(validUntilMs(seen, question));
      value.writeUInt16LE(begin - headBytes, untilBytes);
      value.write(productId, headBytes);
      value.set(bytes, begin);
      kept.set(key, value);
      last = undefined;
    },
  };
};
