import { beforeEach, expect, test } from 'vitest';
import { emptyPriceBook, priceBook } from '../../../domain/pricing/price-book.ts';
import { createRememberedPrices, type RememberedPrices } from '../../../gateway/usecases/remembered-prices.ts';
import { unrestrictedOffer } from '../../../gateway/visibility/visibility.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { caller, hoursBefore, noon, offer, view } from '../../support/offers.ts';

let prices: RememberedPrices;
let made: number;

beforeEach(() => {
  prices = createRememberedPrices(() => {
    made += 1;
    return PricingResponse.fromPartial({ finalPriceDecimal: String(made) });
  });
  made = 0;
});

const question = { caller, quantity: 10, deliveryZone: 'EU', currency: undefined, book: emptyPriceBook, at: noon };
const after = (ms: number): Date => new Date(noon.getTime() + ms);
const hourMs = 3_600_000;

/** Whether an answer of noon is given again so much later. */
const isGivenAgain = (seen: ReturnType<typeof unrestrictedOffer>, afterMs: number): boolean => {
  const first = prices.answer(seen, question);
  return prices.answer(seen, { ...question, at: after(afterMs) }) === first;
};

test('answers the same question about one sight of an offer once, with one frozen answer', () => {
  const seen = unrestrictedOffer(offer([]));
  const first = prices.answer(seen, question);
  expect(prices.answer(seen, { ...question })).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(made).toBe(1);
});

test('answers anew to another caller, quantity, zone or currency, with other rules, and about another sight or reading of the offer', () => {
  const reading = offer([]);
  const seen = unrestrictedOffer(reading);
  prices.answer(seen, question);
  prices.answer(seen, { ...question, caller: { ...caller } });
  prices.answer(seen, { ...question, quantity: 11 });
  prices.answer(seen, { ...question, deliveryZone: 'US' });
  prices.answer(seen, { ...question, currency: 'USD' });
  prices.answer(seen, { ...question, book: priceBook({ rules: [], rates: [] }) });
  prices.answer({ ...seen }, question);
  prices.answer(unrestrictedOffer({ ...reading }), question);
  expect(made).toBe(8);
  expect(unrestrictedOffer(reading)).toBe(seen);
});

test('remembers the answers to several callers beside each other', () => {
  const seen = unrestrictedOffer(offer([]));
  const other = { ...question, caller: { ...caller } };
  prices.answer(seen, question);
  prices.answer(seen, other);
  prices.answer(seen, question);
  prices.answer(seen, other);
  expect(made).toBe(2);
});

test('answers anew from the instant on at which a rule begins', () => {
  const from = after(10);
  const rule = { validFrom: from, validUntil: undefined };
  const book = { ...emptyPriceBook, era: (at: Date) => Number(at >= rule.validFrom) };
  const seen = unrestrictedOffer(offer([]));
  prices.answer(seen, { ...question, book });
  prices.answer(seen, { ...question, book, at: after(9) });
  expect(made).toBe(1);
  prices.answer(seen, { ...question, book, at: from });
  expect(made).toBe(2);
});

test('answers anew when the price of a source grows stale, when its next reading is due, and on a new day', () => {
  const priced = view().price;
  if (priced === undefined) throw new Error('no price');
  const old = unrestrictedOffer(offer([view(), view({ price: { ...priced, observedAt: hoursBefore(5) } })]));
  expect(isGivenAgain(old, hourMs)).toBe(true);
  expect(isGivenAgain(old, hourMs + 1)).toBe(false);

  const due = unrestrictedOffer(offer([view({ refreshEta: after(60_000) })]));
  expect(isGivenAgain(due, 59_999)).toBe(true);
  expect(isGivenAgain(due, 60_000)).toBe(false);

  const unseen = unrestrictedOffer(offer([]));
  expect(isGivenAgain(unseen, 12 * hourMs - 1)).toBe(true);
  expect(isGivenAgain(unseen, 12 * hourMs)).toBe(false);
});

test('tells once a second only that what is overdue is expected now', () => {
  const overdue = unrestrictedOffer(offer([view({ refreshEta: hoursBefore(1) })]));
  expect(isGivenAgain(overdue, 999)).toBe(true);
  expect(isGivenAgain(overdue, 1_000)).toBe(false);
});

test('answers anew within a second under rules that look at the date', () => {
  const book = { ...emptyPriceBook, looksAtDate: true };
  const seen = unrestrictedOffer(offer([]));
  const first = prices.answer(seen, { ...question, book });
  expect(prices.answer(seen, { ...question, book, at: after(999) })).toBe(first);
  expect(prices.answer(seen, { ...question, book, at: after(1_000) })).not.toBe(first);
});

test('remembers a bounded number of answers about one sight, the latest ones, and answers the others all the same', () => {
  const seen = unrestrictedOffer(offer([]));
  const ask = (quantity: number): PricingResponse => prices.answer(seen, { ...question, quantity });
  for (let quantity = 1; quantity <= 1_000; quantity += 1) ask(quantity);
  made = 0;
  for (let quantity = 969; quantity <= 1_000; quantity += 1) ask(quantity);
  expect(made).toBe(0);
  expect(ask(968).finalPriceDecimal).toBe('1');
});
