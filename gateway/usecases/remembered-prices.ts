import { createAttachment } from '../../domain/attachment.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Offer } from '../../domain/offer.ts';
import type { PriceBook } from '../../domain/pricing/price-book.ts';
import type { PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { shared } from '../shared-answer.ts';

/** What a price is asked for, apart from the offer. */
export interface PriceQuestion {
  readonly caller: Caller;
  readonly quantity: number;
  readonly deliveryZone: string;
  /** Undefined: the customer's, else the supplier's. */
  readonly currency: string | undefined;
  /** Rules and rates: another book answers anew. */
  readonly book: PriceBook;
  /** The book's era of the instant of the question, so that a rule begins and ends to apply at its instant. */
  readonly era: number;
}

/**
 * Prices made from one reading of an offer, kept with that reading and gone with it. So a price is as young as its offer, two
 * seconds at most (`offer-cache.ts`), and what invalidates the offer invalidates its prices; so does a change of the rules. An answer is frozen, because many
 * requests share it.
 */
export interface RememberedPrices {
  /** The answer to the same question about this very reading, else the one that `make` gives now. */
  answer(offer: Offer, question: PriceQuestion, make: () => PricingResponse): PricingResponse;
}

/** Quantities remembered of one reading; the answers to more are made anew. */
const maxPerOffer = 32;

interface Answered {
  readonly question: PriceQuestion;
  readonly response: PricingResponse;
}

/** The same caller means the same object: what an authenticator remembers of a key changes as a whole. */
const isSame = (a: PriceQuestion, b: PriceQuestion): boolean =>
  a.caller === b.caller &&
  a.deliveryZone === b.deliveryZone &&
  a.book === b.book &&
  a.era === b.era &&
  a.currency === b.currency;

/** Remembers nothing yet. */
export const createRememberedPrices = (): RememberedPrices => {
  const answersOf = createAttachment<Offer, Map<number, Answered>>('remembered prices');
  return {
    answer(offer, question, make) {
      const answered = answersOf.get(offer);
      const known = answered?.get(question.quantity);
      if (known !== undefined && isSame(known.question, question)) return known.response;
      const response = Object.freeze(shared(make()));
      if (answered === undefined) answersOf.set(offer, new Map([[question.quantity, { question, response }]]));
      else if (known !== undefined || answered.size < maxPerOffer)
        answered.set(question.quantity, { question, response });
      return response;
    },
  };
};
