import { describe, expect, it } from 'vitest';
import { lineOffer, problemOf, stockOf } from '../../../domain/estimate/basket-problem.ts';
import type { MarketOffer } from '../../../domain/estimate/market.ts';
import type { Need } from '../../../domain/estimate/needs.ts';
import type { PriceBreak } from '../../../domain/estimate/problem.ts';
import { substitutionsOf } from '../../../domain/estimate/substitution.ts';
import { maxPieces } from '../../../domain/pricing/buy-quantity.ts';
import type { OfferDuty } from '../../../domain/pricing/duties/offer-duty.ts';
import { documentRequest } from '../../support/estimate-request.ts';
import { handMarket, handOffer } from '../../support/hand-market.ts';

const needOf = (toBuy: number, more: Partial<Need> = {}): Need => ({
  productId: 'p1',
  lines: [],
  pieces: toBuy,
  toBuy,
  equals: [],
  substitutes: [],
  substitution: { policy: 'never', savingPercent: 0, grades: [], isOfLine: false },
  group: undefined,
  excluded: new Set(),
  pinned: [],
  ...more,
});

const priced = (breaks: readonly PriceBreak[], more: Partial<MarketOffer> = {}, reelPieces?: number): MarketOffer =>
  handOffer('p1', 'alpha', 1, {
    price: { kind: 'ladder', breaks, ...(reelPieces !== undefined && { reelPieces }) },
    ...more,
  });

const free: PriceBreak = { minQuantity: 1, unitPrice: 1 };
const reeled: PriceBreak = { minQuantity: 10, unitPrice: 1, reelFee: 1 };

it.each<[stock: MarketOffer['stock'], pieces: number | undefined]>([
  [undefined, undefined],
  [[], 0],
  [[5, 7].map((quantity) => ({ warehouseRef: 'a', quantity })), 12],
  [[5, undefined].map((quantity) => ({ warehouseRef: 'a', quantity })), undefined],
  [[undefined, 7].map((quantity) => ({ warehouseRef: 'a', quantity })), undefined],
])('the warehouses %j have %s together', (stock, pieces) => {
  expect(stockOf({ stock })).toBe(pieces);
});

describe('an offer in the words of the optimiser', () => {
  it('is sold by the piece from one on where nothing else is known', () => {
    const offer = priced([free], { minOrderQuantity: undefined, orderMultiple: undefined });
    expect(lineOffer(offer, needOf(1))).toMatchObject({ minOrderQuantity: 1, orderMultiple: 1, breaks: [free] });
    expect(lineOffer(offer, needOf(1))).not.toHaveProperty('maxOrderQuantity');
    expect(lineOffer(offer, needOf(1))).not.toHaveProperty('dutyShare');
  });

  it.each<[breaks: readonly PriceBreak[], reelPieces: number | undefined, maxOrder: number | undefined, most: unknown]>(
    [
      // A thousand reels at most, where making one costs anything.
      [[free, reeled], 50, undefined, 50_000],
      [[free, reeled], 50, 49_999, 49_999],
      [[free, reeled], 50, 50_001, 50_000],
      [[free, reeled], maxPieces / 500, undefined, maxPieces],
      [[free], 50, undefined, undefined],
      [[free, { ...reeled, reelFee: 0 }], 50, undefined, undefined],
      [[free, reeled], undefined, undefined, undefined],
    ],
  )('of the ladder %j on reels of %s, at most %s, is ordered up to %s', (breaks, reelPieces, maxOrder, most) => {
    const offer = priced(breaks, maxOrder === undefined ? {} : { maxOrderQuantity: maxOrder }, reelPieces);
    expect(lineOffer(offer, needOf(1))?.maxOrderQuantity).toBe(most);
  });

  it.each([
    [0, undefined],
    [1, 1],
    [25_000, 25_000],
  ])('of which %i millionths are due has this share: %s', (millionths, share) => {
    const duty = { kind: 'due', rate: '', millionths, htsCode: '', origin: 'CN' } as unknown as OfferDuty;
    expect(lineOffer(priced([free], { duty }), needOf(1))?.dutyShare).toBe(share);
  });
});

describe('the price breaks that can be counted exactly', () => {
  const half = 2 ** 51;
  const left = (
    breaks: readonly PriceBreak[],
    { toBuy = 1, needs = 1, orderMultiple = 1, reelPieces }: Partial<Record<string, number>> = {},
  ) => {
    const market = handMarket([priced(breaks, { orderMultiple }, reelPieces)]);
    const others = Array.from({ length: needs - 1 }, (_, at) => needOf(1, { productId: `other${at}` }));
    const [line] = problemOf([needOf(toBuy), ...others], market, documentRequest).lines;
    return line?.offers[0]?.breaks.map(({ minQuantity }) => minQuantity);
  };
  const at = (minQuantity: number, unitPrice: number, more: Partial<PriceBreak> = {}): PriceBreak => ({
    minQuantity,
    unitPrice,
    ...more,
  });

  it.each<[what: string, counted: PriceBreak, tooDear: PriceBreak, more?: Parameters<typeof left>[1]]>([
    ['twice the price is below 2 to the 52nd', at(1, half - 1), at(1, half)],
    ['so is that of all pieces', at(1, half / 4 - 1), at(1, half / 4), { toBuy: 4 }],
    ['so is that of the least order', at(4, half / 4 - 1), at(4, half / 4), { orderMultiple: 4 }],
    ['a fee is part of it', at(1, half / 2, { fee: half / 2 - 1 }), at(1, half / 2, { fee: half / 2 })],
    ['a fee below nothing too', at(1, half / 2, { fee: 1 - half / 2 }), at(1, half / 2, { fee: -half / 2 })],
    [
      'so is that of each reel',
      at(1, 1, { reelFee: half / 2 - 3 }),
      at(1, 1, { reelFee: half / 2 - 2 }),
      { toBuy: 4, reelPieces: 2 },
    ],
    ['needs share the room', at(1, half / 2 - 1), at(1, half / 2), { needs: 2 }],
  ])('are those where %s', (_, counted, tooDear, more) => {
    expect(left([counted], more)).toEqual([counted.minQuantity]);
    expect(left([tooDear], more)).toBeUndefined();
  });

  it.each<[minQuantity: number, breaks: readonly number[] | undefined]>([
    // Of ten pieces in eights sixteen are ordered.
    [16, undefined],
    [17, [1]],
  ])('are all that ten pieces in eights may reach: one from %i on leaves %j', (minQuantity, breaks) => {
    expect(left([free, at(minQuantity, half)], { toBuy: 10, orderMultiple: 8 })).toEqual(breaks);
  });

  it('leave no offer without a break', () => {
    expect(left([at(100, half)], { toBuy: 10 })).toBeUndefined();
  });
});

describe('substitutes that must save something', () => {
  const offers = [handOffer('p1', 'alpha', 200), handOffer('p1', 'beta', 100), handOffer('p2', 'gamma', 95)];
  const lineWith = (percent: number | undefined, cents = 95) => {
    const market = handMarket([...offers.slice(0, 2), handOffer('p2', 'gamma', cents)]);
    const saving = percent === undefined ? {} : { substituteSavingPercent: percent };
    const request = { ...documentRequest, substitutePolicy: 'when_cheaper_by', ...saving } as const;
    const need = needOf(1, { substitutes: ['p2'], substitution: substitutionsOf(request)(1) });
    return problemOf([need], market, request).lines[0];
  };

  it.each([
    [undefined, 100, true],
    [undefined, 101, false],
    [5, 95, true],
    [5, 96, false],
  ])('%s percent of the cheapest offer, at %i cents for 100, are left: %s', (percent, cents, isLeft) => {
    const line = lineWith(percent, cents);
    expect(line?.offers.some(({ id }) => id === 'gamma:p2')).toBe(isLeft);
    expect(line?.tooDear).toEqual(isLeft ? undefined : ['gamma:p2']);
    if (isLeft) expect(line).not.toHaveProperty('tooDear');
  });
});

describe('what orders cost', () => {
  const charge = (...amounts: readonly string[]) => ({
    alpha: { charges: amounts.map((amount, at) => ({ ruleId: `r${at}`, label: '', amount })), discounts: [] },
  });
  const costs = (usual: Parameters<typeof handMarket>[1], amounts: Parameters<typeof handMarket>[2] = {}) => {
    const { orderCosts, orderSteps } = problemOf([], handMarket([priced([free])], usual, amounts), documentRequest);
    return { orderCosts, orderSteps };
  };
  const known = { kind: 'known', amount: '7.50' } as const;
  const steps = [{ goodsFrom: '50', amount: '2.00' }];

  it.each<[what: string, ReturnType<typeof costs>, ReturnType<typeof costs>]>([
    ['nothing that is known', costs({}), { orderCosts: {}, orderSteps: undefined }],
    ['nothing where no rule adds anything', costs({}, charge('0')), { orderCosts: {}, orderSteps: undefined }],
    ['the least that rules add', costs({}, charge('0.01')), { orderCosts: { alpha: 1 }, orderSteps: undefined }],
    ['what rules add', costs({}, charge('1.25', '1.25')), { orderCosts: { alpha: 250 }, orderSteps: undefined }],
    ['a setting', costs({ alpha: known }), { orderCosts: { alpha: 750 }, orderSteps: undefined }],
    [
      'a setting and what rules add',
      costs({ alpha: known }, charge('1.25', '1.25')),
      { orderCosts: { alpha: 1_000 }, orderSteps: undefined },
    ],
    [
      'less from a value on, and what rules add to that too',
      costs({ alpha: { ...known, steps } }, charge('1.25', '1.25')),
      { orderCosts: { alpha: 1_000 }, orderSteps: { alpha: [{ goodsFrom: 5_000, cost: 450 }] } },
    ],
    [
      'a setting without steps',
      costs({ alpha: { ...known, steps: [] } }),
      { orderCosts: { alpha: 750 }, orderSteps: undefined },
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('says nothing of steps where there are none', () => {
    expect(problemOf([], handMarket([priced([free])], { alpha: known }), documentRequest)).not.toHaveProperty(
      'orderSteps',
    );
  });
});
