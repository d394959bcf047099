import { expect, test } from 'vitest';
import type { LineOffer } from '../../../domain/estimate/problem.ts';
import { cheapestOrder } from '../../../domain/estimate/purchase.ts';
import { splitInMany, splitInTwo } from '../../../domain/estimate/splits.ts';
import { plainOffer, randomEstimate } from '../../support/estimates.ts';
import { seededRandom, seedOfRun } from '../../support/random.ts';

const costOf = (parts: readonly { readonly cost: number }[] | undefined): number =>
  parts?.reduce((sum, { cost }) => sum + cost, 0) ?? Infinity;

const quantitiesOf = (parts: readonly { readonly offer: LineOffer; readonly quantity: number }[] | undefined) =>
  Object.fromEntries((parts ?? []).map((part) => [part.offer.sellerId, part.quantity]));

test('short stock of the cheaper offer is used up and the rest comes from the dearer one', () => {
  expect(quantitiesOf(splitInTwo(plainOffer('a', 5, { stock: 60 }), plainOffer('b', 6), 100))).toEqual({
    a: 60,
    b: 40,
  });
});

test('the least order of the second offer is kept although fewer pieces are missing', () => {
  const parts = splitInTwo(plainOffer('a', 5, { stock: 95 }), plainOffer('b', 6, { minOrderQuantity: 20 }), 100);
  expect(quantitiesOf(parts)).toEqual({ a: 80, b: 20 });
});

test('two offers that do not have the stock together give no split', () => {
  expect(splitInTwo(plainOffer('a', 5, { stock: 60 }), plainOffer('b', 6, { stock: 39 }), 100)).toBeUndefined();
});

test('a large line is split as well as a small one, without trying every quantity', () => {
  const parts = splitInTwo(plainOffer('a', 5, { orderMultiple: 2500 }), plainOffer('b', 6), 10_000_001);
  expect(quantitiesOf(parts)).toEqual({ a: 10_000_000, b: 1 });
});

/** The least cost by trying every quantity of both. */
const exhaustive = (first: LineOffer, second: LineOffer, pieces: number): number => {
  const all = ({ stock, minOrderQuantity, maxOrderQuantity, orderMultiple, breaks, reelPieces }: LineOffer) => {
    const last = Math.max(pieces, minOrderQuantity, breaks.at(-1)?.minQuantity ?? 0) + orderMultiple;
    const limit = Math.min(stock ?? Infinity, maxOrderQuantity ?? Infinity, last);
    const found: { quantity: number; cost: number }[] = [];
    for (let quantity = orderMultiple; quantity <= limit; quantity += orderMultiple) {
      const price = breaks.findLast(({ minQuantity }) => minQuantity <= quantity);
      if (quantity < minOrderQuantity || price === undefined) continue;
      const reels = Math.ceil(quantity / (reelPieces ?? quantity));
      const cost = quantity * price.unitPrice + (price.fee ?? 0) + (price.reelFee ?? 0) * reels;
      found.push({ quantity, cost });
    }
    return found;
  };
  let least = Infinity;
  const most = first.pool === undefined ? Infinity : Math.max(first.stock ?? Infinity, second.stock ?? Infinity);
  const others = all(second);
  for (const one of all(first)) {
    for (const other of others) {
      const sum = one.quantity + other.quantity;
      if (sum >= pieces && sum <= most) least = Math.min(least, one.cost + other.cost);
    }
  }
  return least;
};

test.each([
  ['stocks of their own', 9, 0, 0],
  ['one stock', 1, 1, 0],
  ['reels that are made', 9, 0, 0.8],
])(
  'no split at any quantities costs less unless one offer alone does, for 300 random pairs with %s, and none exceeds its stock',
  (_, suppliers, pooled, reeled) => {
    const seed = seedOfRun();
    const shape = {
      lines: 300,
      suppliers,
      pooled,
      reeled,
      offersPerLine: 2,
      maxPieces: 900,
      scarcity: 0.5,
      maxOrderCost: 0,
    };
    const { lines } = randomEstimate(seededRandom(seed), {
      ...shape,
      linesPerGroup: 1,
      orderMultiples: [1, 1, 3, 4, 6, 25],
      breakSpread: 30,
    });
    for (const { id, pieces, offers } of lines) {
      const [first, second] = offers;
      if (first === undefined || second === undefined) throw new Error('two offers expected');
      const parts = splitInTwo(first, second, pieces);
      const alone = Math.min(...offers.map((each) => cheapestOrder(each, pieces)?.cost ?? Infinity));
      const least = exhaustive(first, second, pieces);
      expect(Math.min(costOf(parts), alone), `seed ${seed}, ${id}`).toBe(Math.min(least, alone));
      const sum = parts?.reduce((pieces, { quantity }) => pieces + quantity, 0) ?? 0;
      if (pooled > 0 && parts)
        expect(sum).toBeLessThanOrEqual(Math.max(...offers.map(({ stock = Infinity }) => stock)));
      for (const part of parts ?? []) expect(part.quantity).toBeLessThanOrEqual(part.offer.stock ?? Infinity);
    }
  },
);

test('a split over many offers takes no more than the stock of each, and enough in sum', () => {
  const random = seededRandom(seedOfRun());
  for (let round = 0; round < 500; round += 1) {
    const offers = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, index) =>
      plainOffer(`o${index}`, 1 + Math.floor(random() * 9), {
        stock: Math.floor(random() * 50),
        orderMultiple: 1 + Math.floor(random() * 4),
        minOrderQuantity: 1 + Math.floor(random() * 12),
      }),
    );
    const pieces = 1 + Math.floor(random() * 120);
    const parts = splitInMany(offers, pieces);
    if (parts === undefined) continue;
    for (const part of parts) {
      expect(part.quantity).toBeLessThanOrEqual(part.offer.stock ?? Infinity);
      expect(part.quantity).toBeGreaterThanOrEqual(part.offer.minOrderQuantity);
      expect(part.quantity % part.offer.orderMultiple).toBe(0);
    }
    expect(parts.reduce((sum, { quantity }) => sum + quantity, 0)).toBeGreaterThanOrEqual(pieces);
  }
});
