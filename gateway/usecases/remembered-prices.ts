import { createAttachment } from '../../domain/attachment.ts';
import type { Caller } from '../../domain/caller.ts';
import type { PriceBook } from '../../domain/pricing/price-book.ts';
import { selectedAlikeUntil } from '../../domain/pricing/source-selection.ts';
import type { SeenOffer } from '../../domain/visibility/offers.ts';
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
  /** The instant of the question. */
  readonly at: Date;
}

/**
 * Prices made from one reading of an offer as one caller sees it, kept with that sight of it and gone with it. So a price is as
 * young as its offer, two seconds at most (`offer-cache.ts`); what invalidates the offer invalidates its prices, and so does a
 * change of the rules, of the policies or of the caller. Until time alone changes the answer it stands: a rule that begins, a price
 * that grows stale or a new day of exchange rates is seen within a second. An answer is frozen, because many requests share it.
 */
export interface RememberedPrices {
  /** The answer that was given to the same question about this very sight of an offer, else one that is made now. */
  answer(known: SeenOffer, question: PriceQuestion): PricingResponse;
}

/** Makes an answer. */
export type MakePrice = (known: SeenOffer, question: PriceQuestion) => PricingResponse;

/** Answers remembered of one sight; more are made anew. */
const maxPerSight = 32;

/** What is overdue changes at every instant, and so may what a rule's condition says of the date; it is not told so often. */
const leastMs = 1_000;

const dayMs = 86_400_000;

interface Answered {
  readonly question: PriceQuestion;
  /** Of the book, at the instant of the question: so a rule begins and ends to apply at its instant. */
  readonly era: number;
  readonly untilMs: number;
  readonly response: PricingResponse;
}

const answersUntil = ({ offer }: SeenOffer, { book, at }: PriceQuestion): number => {
  const nowMs = at.getTime();
  if (book.looksAtDate) return nowMs + leastMs;
  const nextDayMs = (Math.floor(nowMs / dayMs) + 1) * dayMs;
  return Math.max(nowMs + leastMs, Math.min(nextDayMs, selectedAlikeUntil(offer.views, at)));
};

/** Whether an answer may be given again: one under other rules never is, and would keep them in memory. */
const mayAnswer = ({ question, untilMs }: Answered, { book, at }: PriceQuestion): boolean =>
  question.book === book && at.getTime() < untilMs;

/** The same caller means the same object: what an authenticator remembers of a key changes as a whole. */
const answers = (answered: Answered, asked: PriceQuestion): boolean => {
  const { question, era } = answered;
  return (
    question.quantity === asked.quantity &&
    question.caller === asked.caller &&
    question.deliveryZone === asked.deliveryZone &&
    question.currency === asked.currency &&
    mayAnswer(answered, asked) &&
    era === asked.book.era(asked.at)
  );
};

/** Remembers nothing yet. */
export const createRememberedPrices = (make: MakePrice): RememberedPrices => {
  const remembered = createAttachment<SeenOffer, Answered[]>('remembered prices');
  return {
    answer(known, question) {
      const before = remembered.get(known) ?? [];
      for (const each of before) if (answers(each, question)) return each.response;
      const response = Object.freeze(shared(make(known, question)));
      const era = question.book.era(question.at);
      const answered = { question, era, untilMs: answersUntil(known, question), response };
      const others = before.filter((each) => mayAnswer(each, question));
      remembered.set(known, [answered, ...others.slice(0, maxPerSight - 1)]);
      return response;
    },
  };
};
