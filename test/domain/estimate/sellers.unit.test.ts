import { describe, expect, it } from 'vitest';
import type { EstimateOutcome } from '../../../domain/estimate/outcome.ts';
import { figuresRule } from '../../../domain/estimate/resolution.ts';
import { type Seller, sellerKey, sellersAmong, shipsFromOf } from '../../../domain/estimate/seller.ts';
import type { SaleTerms } from '../../../domain/offers/sale-terms.ts';
import { handLine, handMarketOutcome, handOffer, handOutcome } from '../../support/hand-market.ts';

const ten = [handLine(1, '10')];
const twoLines = [handLine(1, '10'), handLine(2, '10')];

const told = ({ total, lines, orders, certificate }: EstimateOutcome) => ({
  total,
  bought: lines.map(({ chosen, leftOut }) => leftOut ?? chosen.map(({ seller }) => seller?.name).join()),
  orders: orders.map(({ seller, goods }) => `${seller?.name} ${goods}`),
  sellers: certificate.suppliers,
  leftOut: lines[0]?.offers?.leftOut,
});

const seller = (name: string, kind: Seller['kind'] = 'unknown', id = `seller ${sellerKey(name)}`): Seller => ({
  id,
  name,
  kind,
});

/** An offer that an aggregator shows of a seller. */
const shown = (productId: string, by: Seller, cents: number, more: Parameters<typeof handOffer>[3] = {}) =>
  handOffer(productId, 'hub', cents, { offerId: `hub:${by.name}:${productId}`, seller: by, ...more });

describe('a seller', () => {
  const sellerOf = sellersAmong(
    new Map([
      ['hub', { supplierName: 'The Hub' }],
      ['dk', { supplierName: 'Digi-Key Electronics', sellerKind: 'authorized' as const }],
    ]),
  );
  const of = (supplierId: string, sale?: SaleTerms) => sellerOf({ supplierId, ...(sale && { sale }) });

  it.each<[string, ReturnType<typeof of>, Seller]>([
    ['is the supplier where it names none', of('dk'), seller('Digi-Key Electronics', 'authorized', 'dk')],
    ['is the supplier where it names itself', of('dk', { seller: 'DigiKey' }), seller('DigiKey', 'authorized', 'dk')],
    [
      'is a supplier that another one names, whatever the spelling',
      of('hub', { seller: 'Digi Key Corp.' }),
      seller('Digi Key Corp.', 'authorized', 'dk'),
    ],
    ['is one of its own where no supplier is it', of('hub', { seller: 'Rutronik' }), seller('Rutronik')],
    [
      'is what the offer says it is before what an operator says',
      of('dk', { seller: 'DigiKey', sellerKind: 'broker' }),
      seller('DigiKey', 'broker', 'dk'),
    ],
    ['is nobody in particular where the supplier is unknown', of('gone'), { id: 'gone', name: '', kind: 'unknown' }],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it('ships from where the offer says, else from where it is said of it where it is a supplier here', () => {
    const terms = new Map([
      ['hub', { supplierName: 'The Hub', shipsFrom: 'NL' }],
      ['dk', { supplierName: 'Digi-Key', shipsFrom: 'US' }],
    ]);
    const from = (supplierId: string, sale: SaleTerms = {}) =>
      shipsFromOf({ sale }, sellersAmong(terms)({ supplierId, sale }).id, terms);
    expect(from('dk')).toBe('US');
    expect(from('dk', { shipsFrom: 'DE' })).toBe('DE');
    expect(from('hub', { seller: 'DigiKey' })).toBe('US');
    // Where a marketplace ships from says nothing of its sellers.
    expect(from('hub', { seller: 'Rutronik' })).toBeUndefined();
    expect(from('hub')).toBe('NL');
  });

  it('is told by what spellings of its name have in common', () => {
    const keys = ['Digi-Key', 'DIGIKEY', 'Digi-Key Electronics', 'digi key corp'].map(sellerKey);
    expect(new Set(keys)).toEqual(new Set(['digikey']));
    expect(sellerKey('Farnell')).not.toBe(sellerKey('Newark'));
    expect(sellerKey('Components Ltd')).toBe('componentsltd');
    expect(sellerKey('深圳市电子')).toBe('深圳市电子');
  });
});

describe('orders', () => {
  it('are counted by seller, also where one supplier shows them all', () => {
    // One at alpha for 1.00 and one at beta for 2.00; 0.10 more would buy both at beta.
    const [alpha, beta] = [seller('Alpha'), seller('Beta')];
    const offers = [shown('p1', alpha, 10), shown('p1', beta, 11), shown('p2', beta, 20)];
    expect(told(handOutcome(twoLines, offers))).toMatchObject({
      total: '3',
      bought: ['Alpha', 'Beta'],
      orders: ['Alpha 1', 'Beta 2'],
      sellers: 2,
    });
    expect(told(handOutcome(twoLines, offers, { mode: 'min_suppliers' }))).toMatchObject({
      total: '3.1',
      bought: ['Beta', 'Beta'],
      orders: ['Beta 3.1'],
      sellers: 1,
    });
  });

  it('cost what is said of the supplier that shows the seller, once for each seller', () => {
    // 1.00 + 2.00 + 2 orders at 0.50; with one seller 1.10 + 2.00 + 0.05 less than a second order.
    const [alpha, beta] = [seller('Alpha'), seller('Beta')];
    const offers = [shown('p1', alpha, 10), shown('p1', beta, 15), shown('p2', beta, 20)];
    expect(told(handOutcome(twoLines, offers, { orderCosts: { hub: '0.5' } })).total).toBe('4');
    expect(told(handOutcome(twoLines, offers, { orderCosts: { hub: '0.51' } }))).toMatchObject({
      total: '4.01',
      orders: ['Beta 3.5'],
    });
  });

  it('at a seller that is asked directly and shown by another are one', () => {
    const direct = seller('Digi-Key', 'unknown', 'dk');
    const offers = [handOffer('p1', 'dk', 10, { seller: direct }), shown('p2', direct, 20)];
    expect(told(handOutcome(twoLines, offers))).toMatchObject({ total: '3', orders: ['Digi-Key 3'], sellers: 1 });
  });
});

describe('the offer of a seller that is asked directly', () => {
  const direct = seller('Digi-Key', 'unknown', 'dk');
  const own = handOffer('p1', 'dk', 12, { seller: direct });
  const twin = shown('p1', direct, 10);

  it('counts instead of what an aggregator shows of it, which is counted as left out', () => {
    // The aggregator's older 0.10 is no price of the seller's: 10 at 0.12.
    const found = handMarketOutcome(ten, [own, twin]);
    expect(told(found)).toMatchObject({ total: '1.2', leftOut: { sold_directly: 1 } });
    expect(found.lines[0]?.chosen[0]?.supplierId).toBe('dk');
    expect(found.lines[0]?.risks).toContainEqual({ code: 'single_source', figures: { sellers: '1' } });
  });

  it('does not where it has no price, or where the caller pins the other', () => {
    const unpriced = { ...own, price: { kind: 'none', reason: 'no_price' } } as const;
    expect(told(handMarketOutcome(ten, [unpriced, twin])).total).toBe('1');
    const lineEdits = [{ number: 1, pinnedOffer: twin.offerId }];
    expect(told(handMarketOutcome(ten, [own, twin], { lineEdits })).total).toBe('1');
  });

  it('does not where it is withdrawn: what the aggregator shows is all there is', () => {
    const found = handMarketOutcome(ten, [{ ...own, isWithdrawn: true as const }, twin]);
    expect(told(found)).toMatchObject({ total: '1', leftOut: { withdrawn: 1 } });
  });

  it('says nothing of another product', () => {
    expect(told(handMarketOutcome(twoLines, [own, shown('p2', direct, 5)])).bought).toEqual(['Digi-Key', 'Digi-Key']);
  });
});

describe('sellers that are wanted', () => {
  const offers = [
    shown('p1', seller('Broker', 'broker'), 5),
    shown('p1', seller('Unknown'), 8),
    shown('p1', seller('Franchise', 'authorized'), 12),
  ];

  it.each([
    ['any', {}, 'Broker', {}],
    ['authorised ones only', { sellerPolicy: 'authorized_only' }, 'Franchise', { seller_not_wanted: 2 }],
    ['some by name', { onlySellers: ['UNKNOWN Inc.', 'Franchise'] }, 'Unknown', { seller_not_wanted: 1 }],
    ['all but one by name', { exclude: { sellers: ['broker'] } }, 'Unknown', { excluded_by_request: 1 }],
    ['none that is here', { onlySellers: ['Rutronik'] }, 'sellers_not_wanted', { seller_not_wanted: 3 }],
  ] as const)('are %s', (_, request, bought, leftOut) => {
    expect(told(handOutcome(ten, offers, request))).toMatchObject({ bought: [bought], leftOut });
  });

  it('may be said of a line', () => {
    const lines = [handLine(1, '10'), handLine(2, '10')];
    const all = [...offers, shown('p2', seller('Broker', 'broker'), 5)];
    const lineEdits = [{ number: 1, exclude: { sellers: ['Broker'] } }];
    expect(told(handOutcome(lines, all, { lineEdits })).bought).toEqual(['Unknown', 'Broker']);
  });

  it('cannot be told by guessing where the seller is not shown', () => {
    const hidden = [shown('p1', { ...seller('Broker', 'broker'), name: '' }, 5, { shownSupplierId: '' })];
    expect(told(handOutcome(ten, hidden, { exclude: { sellers: ['Broker'] } })).total).toBe('0.5');
    expect(told(handOutcome(ten, hidden, { onlySellers: ['Broker'] })).bought).toEqual(['sellers_not_wanted']);
  });
});

describe('packagings of a part at one seller', () => {
  const reel = handOffer('p1', 'dk', 5, { offerId: 'reel', orderMultiple: 100, minOrderQuantity: 100, inStock: 130 });
  const tape = handOffer('p1', 'dk', 8, { offerId: 'tape', inStock: 130 });

  it('share one stock', () => {
    // 100 at 0.05 from the reel and 20 at 0.08 from the tape.
    expect(told(handOutcome([handLine(1, '120')], [reel, tape])).total).toBe('6.6');
    expect(told(handOutcome([handLine(1, '140')], [reel, tape])).bought).toEqual(['not_enough_stock']);
  });

  it('are not counted twice as what is left in stock', () => {
    const { lines } = handOutcome([handLine(1, '100')], [reel, tape]);
    expect(lines[0]?.risks).toContainEqual({ code: 'low_stock', figures: { stock: '130', needed: '100' } });
  });

  it('of equal products have stocks of their own', () => {
    const other = handOffer('p2', 'dk', 8, { inStock: 130 });
    const resolution = {
      kind: 'resolved',
      productId: 'p1',
      confidence: 'probable',
      rule: figuresRule,
      alternatives: [{ productId: 'p2', score: 1, rule: figuresRule }],
    } as const;
    // 100 from the reel at 0.05 and 40 of the equal part at 0.08.
    const { total } = handOutcome([handLine(1, '140', { resolution })], [reel, tape, other]);
    expect(total).toBe('8.2');
  });
});

it('a price break that is too far on to be counted exactly hides no offer', () => {
  // A sweep over build quantities asks for prices of far more pieces than a line needs.
  const far = handOffer('p1', 'alpha', [
    [1, 100],
    [100_000_000_000_000, 99],
  ]);
  expect(told(handOutcome([handLine(1, '100')], [far])).total).toBe('100');
});

it('no more than the greatest order of an offer is bought of it', () => {
  // 60 at 0.05 and 40 at 0.08.
  const offers = [handOffer('p1', 'alpha', 5, { maxOrderQuantity: 60 }), handOffer('p1', 'beta', 8)];
  expect(told(handOutcome([handLine(1, '100')], offers)).total).toBe('6.2');
});
