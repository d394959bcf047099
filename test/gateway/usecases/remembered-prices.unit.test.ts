import { beforeEach, expect, test } from 'vitest';
import { emptyPriceBook, priceBook } from '../../../domain/pricing/price-book.ts';
import { createRememberedPrices, type RememberedPrices } from '../../../gateway/usecases/remembered-prices.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { caller, offer } from '../../support/offers.ts';

let prices: RememberedPrices;
let made: number;

beforeEach(() => {
  prices = createRememberedPrices();
  made = 0;
});

const make = (): PricingResponse => {
  made += 1;
  return PricingResponse.fromPartial({ finalPriceDecimal: String(made) });
};

const question = { caller, quantity: 10, deliveryZone: 'EU', currency: undefined, book: emptyPriceBook, era: 0 };
const reading = offer([]);

test('answers the same question about one reading once, with one frozen answer', () => {
  const first = prices.answer(reading, question, make);
  expect(prices.answer(reading, { ...question }, make)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(made).toBe(1);
});

test('answers anew to another caller, quantity, zone or currency, with other rules, and about another reading of the same offer', () => {
  prices.answer(reading, question, make);
  prices.answer(reading, { ...question, caller: { ...caller } }, make);
  prices.answer(reading, { ...question, quantity: 11 }, make);
  prices.answer(reading, { ...question, deliveryZone: 'US' }, make);
  prices.answer(reading, { ...question, currency: 'USD' }, make);
  prices.answer(reading, { ...question, book: priceBook({ rules: [], rates: [] }) }, make);
  prices.answer(reading, { ...question, era: 1 }, make);
  prices.answer({ ...reading }, question, make);
  expect(made).toBe(8);
});

test('remembers a bounded number of quantities of one reading, and answers the others all the same', () => {
  for (let quantity = 1; quantity <= 1_000; quantity += 1) prices.answer(reading, { ...question, quantity }, make);
  made = 0;
  for (let quantity = 1; quantity <= 1_000; quantity += 1) prices.answer(reading, { ...question, quantity }, make);
  expect(made).toBe(968);
});
