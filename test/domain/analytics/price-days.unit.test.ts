import { expect, it } from 'vitest';
import { type NamedPrice, priceDays } from '../../../domain/analytics/price-days.ts';
import { amount } from '../../../domain/money.ts';

const noon = new Date('2026-03-01T12:00:00Z');

const named = (price: string, given: Partial<NamedPrice> = {}): NamedPrice => ({
  offerId: 'ofr_1',
  credentialId: 'crd_1',
  day: '2026-03-01',
  currency: 'EUR',
  price: amount(price),
  priceBase: undefined,
  observations: 1,
  lastObservedAt: noon,
  lastObservationId: 'obs_1',
  ...given,
});

it('compares prices as those of one piece, whatever they are for', () => {
  expect(
    priceDays([named('9', { priceBase: 100, observations: 3 }), named('0.1'), named('80', { priceBase: 1_000 })]),
  ).toEqual([
    {
      offerId: 'ofr_1',
      credentialId: 'crd_1',
      day: '2026-03-01',
      currency: 'EUR',
      lowest: amount('0.08'),
      highest: amount('0.1'),
      last: amount('0.09'),
      lastObservedAt: noon,
      observations: 5,
    },
  ]);
});

it('has the price observed last as the last one, and of several at once that of the greatest id', () => {
  const lastOf = (...prices: readonly NamedPrice[]) => priceDays(prices).map(({ last }) => last.toNumber());
  const later = { lastObservedAt: new Date(noon.getTime() + 1), lastObservationId: 'obs_0' };
  expect(lastOf(named('1'), named('2', later), named('3'))).toEqual([2]);
  expect(
    lastOf(named('1'), named('2', { lastObservationId: 'obs_3' }), named('3', { lastObservationId: 'obs_2' })),
  ).toEqual([2]);
});

it('keeps offers, credentials, currencies and days apart, in the order in which they come', () => {
  const apart = [{}, { credentialId: 'crd_2' }, { offerId: 'ofr_2' }, { currency: 'USD' }, { day: '2026-02-28' }];
  const days = priceDays(apart.flatMap((given) => [named('1', given), named('2', given)]));
  expect(days).toMatchObject(apart.map((given) => ({ ...given, lowest: amount('1'), highest: amount('2') })));
  expect(priceDays([])).toEqual([]);
});
