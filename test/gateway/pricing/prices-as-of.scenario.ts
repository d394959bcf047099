import { expect } from 'vitest';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import { calculatePrice } from '../../../gateway/pricing/calculate-price.ts';
import { createOfferCache } from '../../../gateway/pricing/offer-cache/offer-cache.ts';
import { createPriceBooks, type PriceBooks } from '../../../gateway/pricing/price-books.ts';
import type { RequestContext } from '../../../gateway/request/request-context.ts';
import { PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createObservationStore } from '../../../storage/offers/observation-store.ts';
import { createOfferChangeFeed } from '../../../storage/offers/offer-change-feed.ts';
import { createOfferStore } from '../../../storage/offers/offer-store.ts';
import { createExchangeRateStore } from '../../../storage/pricing/exchange-rates-store.ts';
import { createPricingRevisions } from '../../../storage/pricing/pricing-revision.ts';
import { createPricingRuleStore } from '../../../storage/pricing/pricing-rules-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { fillMarket, sharedOffer } from '../../support/market.ts';
import { observation, priceOf } from '../../support/observations.ts';
import { caller } from '../../support/offers.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { off, plus, rule } from '../../support/pricing-rules.ts';

/** A priced market with its rules and rates in a real database. */
export interface PricedMarket {
  readonly database: TestDatabase;
  readonly books: PriceBooks;
  readonly rules: ReturnType<typeof createPricingRuleStore>;
  readonly rates: ReturnType<typeof createExchangeRateStore>;
  readonly price: UseCases['calculatePrice'];
  /** A request as of now, by a clock that is so many milliseconds ahead. */
  at(aheadMs?: number): RequestContext;
}

/** Who changes rules and rates in these tests. */
export const byOperator = { by: 'key_1', context: untraced };

/** Sets the market up; books are read when a test asks for it. */
export const pricedMarket = async (): Promise<PricedMarket> => {
  const database = await testDatabase();
  await fillMarket(database.pool);
  const { sql } = database.pool;
  const [rules, rates] = [createPricingRuleStore(sql), createExchangeRateStore(sql)];
  const books = createPriceBooks({
    pricingRules: rules,
    exchangeRates: rates,
    pricingRevisions: createPricingRevisions(sql),
    now: () => new Date(),
  });
  const offers = createOfferStore(sql);
  return {
    database,
    books,
    rules,
    rates,
    price: calculatePrice({
      cache: createOfferCache({ store: createOfferChangeFeed(sql) }),
      answerBytes: 2 ** 24,
      offers,
      books,
      zones: ['EU', 'US'],
      defaultZone: 'EU',
      visibility: { of: () => undefined },
      onPriced: () => undefined,
    }),
    at: (aheadMs = 0) => ({
      caller,
      correlationId: 'test',
      traceparent: undefined,
      signal: new AbortController().signal,
      now: () => new Date(Date.now() + aheadMs),
    }),
  };
};

/** The price of a hundred pieces in dollars. */
export const inDollars = { offerId: sharedOffer, quantity: 100, deliveryZone: '', date: undefined, currency: 'USD' };

const hourMs = 3_600_000;

/**
 * Prices as of an instant, lets observations, rules and rates follow it, and prices again: the
 * bytes are the same. `later` is how many observations follow.
 */
export const pricesStayAsTheyWere = async (market: PricedMarket, later: number): Promise<void> => {
  const { database, rules, rates, price, at, books } = market;
  const { sql } = database.pool;
  const today = new Date().toISOString().slice(0, 10);
  await rules.put(rule('gold', off('10'), { scope: { groups: ['buyers-club'] } }), 0, byOperator);
  await rates.add([{ currency: 'USD', day: today, rate: '1.25' }], byOperator);
  const [clock] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const date = new Date((clock?.now.getTime() ?? 0) + 1);
  const asked = { ...inDollars, date };
  const ask = async (): Promise<string> =>
    Buffer.from(PricingResponse.encode(await price(asked, at(hourMs))).finish()).toString('hex');
  const before = await ask();
  // 100 x 0.07 by the customer's own credential = 7 euros, 8.75 dollars, less a tenth: 7.875, to
  // 7.88.
  expect(PricingResponse.decode(Buffer.from(before, 'hex'))).toMatchObject({
    finalPriceDecimal: '7.88',
    currency: 'USD',
  });

  await sql`select pg_sleep(0.01)`;
  await createObservationStore(sql).apply(
    ['0.5', '0.6'].map((text, hour) =>
      observation('SHARED', {
        credentialId: 'crd_acme',
        price: priceOf(text),
        observedAt: new Date(Date.now() + hour),
      }),
    ),
    untraced,
  );
  await sql`
    insert into observation_history (offer_id, credential_id, recorded_at, observation_id, observed_at, known)
    select offer_id, credential_id, clock_timestamp(), 'obs_later_' || n, last_observed_at, known
    from offer_view, generate_series(1, ${later}::int) as n
    where offer_id = ${sharedOffer} and credential_id = 'crd_acme'`;
  await rules.put(rule('gold', plus('50')), 1, byOperator);
  for (let at = 0; at < 20; at += 1) await rules.put(rule(`more-${at}`, plus('1')), 0, byOperator);
  await rates.add([{ currency: 'USD', day: today, rate: '2' }], byOperator);
  await books.refresh();

  expect(await ask()).toBe(before);
  // Also of a process that has just started and remembers nothing.
  const fresh = createPriceBooks({
    pricingRules: rules,
    exchangeRates: rates,
    pricingRevisions: createPricingRevisions(sql),
    now: () => new Date(),
  });
  const anew = calculatePrice({
    cache: createOfferCache({ store: createOfferChangeFeed(sql) }),
    answerBytes: 2 ** 24,
    offers: createOfferStore(sql),
    books: fresh,
    zones: [],
    defaultZone: 'EU',
    visibility: { of: () => undefined },
    onPriced: () => undefined,
  });
  expect(Buffer.from(PricingResponse.encode(await anew(asked, at(hourMs))).finish()).toString('hex')).toBe(before);
  const now = await price(inDollars, at());
  expect(now.breakdown.map(({ ruleId }) => ruleId)).toContain('more-19');
};
