import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../../support/offers.ts';
import { off, plus, rule } from '../../support/pricing-rules.ts';
import {
  byOperator,
  inDollars,
  type PricedMarket,
  pricedMarket,
  pricesStayAsTheyWere,
} from './prices-as-of.scenario.ts';

let market: PricedMarket;

beforeAll(async () => {
  market = await pricedMarket();
});
afterAll(() => market.database.close());

describe('a price as of an instant', () => {
  it('is the same to the byte after ten thousand observations, other rules and other rates', async () => {
    const own = await pricedMarket();
    await pricesStayAsTheyWere(own, 10_000);
    await own.database.close();
  });

  it('has the rules of today before they were written only where they were', async () => {
    const answer = await market.price({ ...inDollars, currency: undefined, date: new Date('2020-01-01') }, market.at());
    expect(answer).toMatchObject({ pricingMode: 'unknown', unknownReason: 'no_observation' });
  });
});

describe('a price of today', () => {
  const asked = { ...inDollars, currency: undefined };
  const lines = async (request: object = {}) =>
    (await market.price({ ...asked, ...request }, market.at())).breakdown.map(({ ruleId }) => ruleId);

  it('follows a change of the rules, though it was remembered', async () => {
    await market.books.refresh();
    expect(await lines()).not.toContain('changed');
    expect(await lines()).not.toContain('changed');
    await market.rules.put(rule('changed', off('1')), 0, byOperator);
    await market.books.refresh();
    expect(await lines()).toContain('changed');
    await market.rules.remove('changed', 1, byOperator);
    await market.books.refresh();
    expect(await lines()).not.toContain('changed');
  });

  it('names stored rules in their versions', async () => {
    await market.rules.put(rule('named', off('1')), 0, byOperator);
    await market.rules.put(rule('named', off('2')), 1, byOperator);
    await market.books.refresh();
    const { breakdown } = await market.price(asked, market.at());
    expect(breakdown.find(({ ruleId }) => ruleId === 'named')).toMatchObject({ ruleVersion: 2, label: 'named: -2 %' });
    expect(breakdown[0]).toMatchObject({ ruleId: 'break_price', ruleVersion: undefined });
  });

  it('has the rules of a future date when that is asked for', async () => {
    const validFrom = new Date(Date.now() + 86_400_000);
    await market.rules.put(rule('tomorrow', plus('3'), { validFrom }), 0, byOperator);
    await market.books.refresh();
    expect(await lines()).not.toContain('tomorrow');
    expect(await lines({ date: new Date(validFrom.getTime() + 1) })).toContain('tomorrow');
    expect(await lines()).not.toContain('tomorrow');
  });

  it("has the caller's zone, else the service's", async () => {
    const basis = { by: 'order', amount: { amount: '1', currency: 'EUR' } } as const;
    for (const zone of ['EU', 'US'])
      await market.rules.put(
        rule(zone, { kind: 'zone_surcharge', basis }, { scope: { zones: [zone] } }),
        0,
        byOperator,
      );
    await market.books.refresh();
    const from = async (given: object, deliveryZone = '') => {
      const context = { ...market.at(), caller: { ...caller, ...given } };
      const { breakdown } = await market.price({ ...asked, deliveryZone }, context);
      return breakdown.map(({ ruleId }) => ruleId).filter((id) => ['EU', 'US'].includes(id));
    };
    expect(await from({})).toEqual(['EU']);
    expect(await from({ deliveryZone: 'US' })).toEqual(['US']);
    expect(await from({ deliveryZone: 'US' }, 'EU')).toEqual(['EU']);
  });

  it('refuses what is no currency, by field', async () => {
    await expect(market.price({ ...asked, currency: 'euro' }, market.at())).rejects.toMatchObject({
      violations: [{ field: 'currency' }],
    });
  });
});
