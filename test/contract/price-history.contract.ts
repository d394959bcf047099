import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PriceHistoryStore } from '../../domain/analytics/ports.ts';
import type { OfferSource, PriceDay } from '../../domain/analytics/queries.ts';
import type { Observation } from '../../domain/ingestion/observation.ts';
import { amount, amountText } from '../../domain/money.ts';
import type { PriceStatement } from '../../domain/offers/offer.ts';
import { observation, offerOf, priceOf, prices, stockOf } from '../support/observations.ts';
import { ladder } from '../support/offers.ts';

/** A store, and what puts observations where it answers from, in the order that they have. */
export interface PriceHistoryFixture {
  readonly store: PriceHistoryStore;
  observe(observations: readonly Observation[]): Promise<void>;
}

const dayMs = 86_400_000;

/** The first of the days that are observed: twenty before this one, in UTC. */
const firstDay = Math.floor(Date.now() / dayMs) * dayMs - 20 * dayMs;

/** An instant of one of these days. */
const at = (day: number, time = '12:00:00'): Date => {
  const midnight = new Date(firstDay + day * dayMs).toISOString().slice(0, 10);
  return new Date(`${midnight}T${time}Z`);
};

const dayText = (day: number): string => at(day).toISOString().slice(0, 10);

/** The days from one to before another. */
const periodOf = (from: number, to: number) => ({ from: at(from, '00:00:00'), to: at(to, '00:00:00') });

const sourceOf = (sku: string, credentialId = 'crd_system'): OfferSource => ({ offerId: offerOf(sku), credentialId });

const inText = ({ lowest, highest, last, ...day }: PriceDay) => ({
  ...day,
  lowest: amountText(lowest),
  highest: amountText(highest),
  last: amountText(last),
});

const ladderOf = (
  breaks: Parameters<typeof ladder>[0],
  given: Parameters<typeof ladder>[1] = {},
): { readonly price: PriceStatement } => ({ price: { kind: 'ladder', ladder: ladder(breaks, given) } });

/** The price of one piece at a quantity, as the contract has it. */
const unitPrice = ({ breaks, priceBase = 1 }: ReturnType<typeof ladder>, quantity: number) => {
  const step = breaks.findLast((each) => each.quantity <= quantity) ?? breaks[0];
  if (step === undefined) throw new Error('a ladder without a step');
  return step.price.dividedBy(priceBase);
};

/** The days of what was observed in this order, counted one observation after another. */
const daysOf = (observed: readonly Observation[], quantity: number) => {
  const days = new Map<string, ReturnType<typeof inText>>();
  for (const { observedAt, supplierSku, credentialId, price } of observed) {
    if (price?.kind !== 'ladder') continue;
    const { currency } = price.ladder;
    const day = observedAt.toISOString().slice(0, 10);
    const last = amountText(unitPrice(price.ladder, quantity));
    const key = [day, offerOf(supplierSku), credentialId, currency].join(' ');
    const before = days.get(key) ?? { lowest: last, highest: last, observations: 0 };
    days.set(key, {
      offerId: offerOf(supplierSku),
      credentialId,
      day,
      currency,
      lowest: amount(last).lessThan(amount(before.lowest)) ? last : before.lowest,
      highest: amount(last).greaterThan(amount(before.highest)) ? last : before.highest,
      last,
      lastObservedAt: observedAt,
      observations: before.observations + 1,
    });
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, day]) => day);
};

/** Observations over four days by two credentials, as they follow each other; some say no price. */
const followingObservations = fc
  .array(
    fc.record({
      minute: fc.integer({ min: 0, max: 4 * 24 * 60 - 1 }),
      sku: fc.constantFrom('PROPERTY-1', 'PROPERTY-2'),
      credentialId: fc.constantFrom('crd_system', 'crd_acme'),
      price: fc.option(prices, { nil: undefined }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((all) =>
    all
      .map(({ minute, sku, price, ...said }) =>
        observation(sku, {
          ...said,
          observedAt: new Date(firstDay + minute * 60_000),
          stock: stockOf(minute),
          ...(price && { price }),
        }),
      )
      .toSorted((one, other) => {
        const between = one.observedAt.getTime() - other.observedAt.getTime();
        if (between !== 0) return between;
        return one.id < other.id ? -1 : 1;
      }),
  );

/**
 * What every history of prices must do. `open` gives one over Borealis and its credentials. What
 * was observed arrives in the order in which it was observed.
 */
export const priceHistoryContract = (open: () => Promise<PriceHistoryFixture>): void => {
  describe('price history', () => {
    let fixture: PriceHistoryFixture;
    beforeAll(async () => {
      fixture = await open();
    });

    const ask = async (
      sources: readonly OfferSource[],
      { quantity = 1, period = periodOf(0, 10), limit = 1_000 } = {},
    ) => (await fixture.store.priceHistory({ sources, quantity, period, limit })).map(inText);

    test('it is of the price at the quantity, by day, source and currency, of the sources asked for only', async () => {
      const first = ladderOf([
        [10, '0.2'],
        [100, '0.15'],
        [1_000, '0.1'],
      ]);
      const second = ladderOf([
        [1, '0.3'],
        [100, '0.000000000001'],
      ]);
      await fixture.observe([
        observation('LADDER', { ...first, observedAt: at(0, '08:00:00') }),
        observation('LADDER', { ...second, observedAt: at(0, '09:00:00') }),
        observation('LADDER', { price: priceOf('9'), credentialId: 'crd_acme', observedAt: at(0) }),
        observation('LADDER-2', { price: priceOf('9'), observedAt: at(0) }),
        observation('LADDER', { price: priceOf('0.25'), observedAt: at(1, '09:00:00.123') }),
      ]);
      const common = { ...sourceOf('LADDER'), currency: 'EUR' };
      expect(await ask([sourceOf('LADDER')], { quantity: 100 })).toEqual([
        {
          ...common,
          day: dayText(0),
          lowest: '0.000000000001',
          highest: '0.15',
          last: '0.000000000001',
          lastObservedAt: at(0, '09:00:00'),
          observations: 2,
        },
        {
          ...common,
          day: dayText(1),
          lowest: '0.25',
          highest: '0.25',
          last: '0.25',
          lastObservedAt: at(1, '09:00:00.123'),
          observations: 1,
        },
      ]);
      // Below the first quantity its price counts.
      expect((await ask([sourceOf('LADDER')]))[0]).toMatchObject({ lowest: '0.2', highest: '0.3', last: '0.3' });
      expect((await ask([sourceOf('LADDER')], { quantity: 5_000 }))[0]).toMatchObject({ highest: '0.1' });
      expect(await ask([])).toEqual([]);
      expect(await ask([sourceOf('NEVER-SEEN')])).toEqual([]);
    });

    test('a price for many pieces is told of one, half to even at the twelfth place', async () => {
      const forMany = (text: string, priceBase: number, day: number) =>
        observation('BASE', { ...ladderOf([[1, text]], { priceBase }), observedAt: at(day) });
      await fixture.observe([
        forMany('12.5', 1_000, 0),
        forMany('0.0000000001', 200, 1),
        forMany('0.0000000003', 200, 2),
        forMany('123456789', 7, 3),
      ]);
      expect((await ask([sourceOf('BASE')])).map(({ last }) => last)).toEqual([
        '0.0125',
        '0',
        '0.000000000002',
        '17636684.142857142857',
      ]);
    });

    test('currencies of one day stay apart', async () => {
      await fixture.observe([
        observation('CURRENCY', { price: priceOf('2'), observedAt: at(0, '08:00:00') }),
        observation('CURRENCY', { ...ladderOf([[1, '1']], { currency: 'USD' }), observedAt: at(0, '09:00:00') }),
        observation('CURRENCY', { price: priceOf('3'), observedAt: at(0, '10:00:00') }),
      ]);
      expect(await ask([sourceOf('CURRENCY')])).toMatchObject([
        { currency: 'EUR', lowest: '2', highest: '3', last: '3', observations: 2 },
        { currency: 'USD', lowest: '1', highest: '1', last: '1', observations: 1 },
      ]);
    });

    test('a price counts as often as it is said, and is carried to no day on which it was not said', async () => {
      await fixture.observe([
        observation('SAID', { price: priceOf('1'), observedAt: at(0, '08:00:00') }),
        observation('SAID', { price: priceOf('1'), observedAt: at(0, '09:00:00') }),
        observation('SAID', { stock: stockOf(7), leadTimeDays: 3, observedAt: at(1) }),
        observation('SAID', { price: { kind: 'on_request' }, observedAt: at(2) }),
        observation('SAID', { stock: stockOf(8), observedAt: at(3) }),
        observation('SAID', { price: priceOf('1'), stock: stockOf(9), observedAt: at(5) }),
      ]);
      expect(await ask([sourceOf('SAID')])).toMatchObject([
        { day: dayText(0), last: '1', observations: 2, lastObservedAt: at(0, '09:00:00') },
        { day: dayText(5), last: '1', observations: 1 },
      ]);
    });

    test('a price that jumps is told as the supplier said it', async () => {
      await fixture.observe([
        observation('JUMP', { price: priceOf('1'), runId: 'run_1', observedAt: at(0) }),
        observation('JUMP', { price: priceOf('1000'), runId: 'run_2', observedAt: at(1) }),
        observation('JUMP', { stock: stockOf(1), runId: 'run_2', observedAt: at(2) }),
        observation('JUMP', { price: priceOf('1'), runId: 'run_3', observedAt: at(3) }),
      ]);
      expect((await ask([sourceOf('JUMP')])).map(({ day, last }) => [day, last])).toEqual([
        [dayText(0), '1'],
        [dayText(1), '1000'],
        [dayText(3), '1'],
      ]);
    });

    test('days are those of UTC; a period has its first instant and not its last', async () => {
      await fixture.observe([
        observation('DAYS', { price: priceOf('1'), observedAt: at(0, '23:59:59.999') }),
        observation('DAYS', { price: priceOf('2'), observedAt: at(1, '00:00:00') }),
        observation('DAYS', { price: priceOf('3'), observedAt: at(1, '23:59:59.999') }),
        observation('DAYS', { price: priceOf('4'), observedAt: at(2, '00:00:00') }),
      ]);
      expect(await ask([sourceOf('DAYS')], { period: periodOf(1, 2) })).toMatchObject([
        { day: dayText(1), lowest: '2', highest: '3', last: '3', observations: 2 },
      ]);
      expect((await ask([sourceOf('DAYS')])).map(({ day }) => day)).toEqual([0, 1, 2].map(dayText));
    });

    test('the last of several prices of one instant is that of the greatest id', async () => {
      await fixture.observe([
        observation('INSTANT', { id: 'obs_instant_1', price: priceOf('5'), observedAt: at(0) }),
        observation('INSTANT', { id: 'obs_instant_2', price: priceOf('4'), observedAt: at(0) }),
        observation('INSTANT', { id: 'obs_instant_3', price: priceOf('5'), observedAt: at(0) }),
        observation('INSTANT', { id: 'obs_instant_4', price: priceOf('5'), observedAt: at(1) }),
        observation('INSTANT', { id: 'obs_instant_5', price: priceOf('4'), observedAt: at(1) }),
      ]);
      expect(await ask([sourceOf('INSTANT')])).toMatchObject([
        { lowest: '4', highest: '5', last: '5', observations: 3 },
        { lowest: '4', highest: '5', last: '4', observations: 2 },
      ]);
    });

    test('days come in order, within a day by offer and credential; a limit keeps the first of them', async () => {
      const skus = ['ORDER-1', 'ORDER-2', 'ORDER-3'];
      const credentialIds = ['crd_acme', 'crd_group', 'crd_system'];
      const sources = skus.flatMap((sku) => credentialIds.map((credentialId) => sourceOf(sku, credentialId)));
      for (const day of [0, 1])
        await fixture.observe(
          skus.flatMap((sku) =>
            credentialIds.flatMap((credentialId) =>
              ['1', '2'].map((price, hour) =>
                observation(sku, { credentialId, price: priceOf(price), observedAt: at(day, `0${hour}:00:00`) }),
              ),
            ),
          ),
        );
      const all = await ask(sources.toReversed());
      const keys = all.map(({ day, offerId, credentialId }) => `${day} ${offerId} ${credentialId}`);
      expect(keys).toHaveLength(18);
      expect(keys).toEqual(keys.toSorted());
      expect(await ask(sources, { limit: 4 })).toEqual(all.slice(0, 4));
      // A source that is named twice is one.
      expect(await ask([...sources, ...sources])).toEqual(all);
    });

    test('whatever is observed, each day is what was said on it', async () => {
      const sources = ['PROPERTY-1', 'PROPERTY-2'].flatMap((sku) => [sourceOf(sku), sourceOf(sku, 'crd_acme')]);
      const property = fc.asyncProperty(
        followingObservations,
        fc.integer({ min: 1, max: 12 }),
        async (observed, quantity) => {
          // Offers of its own, so that no other try has been there.
          const own = observed.map((each) => ({ ...each, supplierSku: `${each.supplierSku} ${observed[0]?.id}` }));
          const asked = sources.flatMap(({ credentialId }) =>
            own.map(({ supplierSku }) => sourceOf(supplierSku, credentialId)),
          );
          await fixture.observe(own);
          expect(await ask(asked, { quantity, period: periodOf(0, 4) })).toEqual(daysOf(own, quantity));
        },
      );
      await fc.assert(property, { numRuns: 25 });
    });
  });
};
