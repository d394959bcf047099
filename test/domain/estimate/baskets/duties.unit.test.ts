import { expect, it } from 'vitest';
import { summaryOf } from '../../../../domain/estimate/basket-table.ts';
import type { MarketOffer } from '../../../../domain/estimate/market.ts';
import type { EstimateOutcome } from '../../../../domain/estimate/outcome.ts';
import type { EstimateRequest } from '../../../../domain/estimate/request.ts';
import type { DutyRateDraft } from '../../../../domain/pricing/duties/duty-rate.ts';
import { dutySchedules } from '../../../../domain/pricing/duties/duty-schedule.ts';
import { offerDuty } from '../../../../domain/pricing/duties/offer-duty.ts';
import { documentRequest } from '../../../support/estimate-request.ts';
import { handLine, handNow, handOffer, handOutcome } from '../../../support/hand-market.ts';

/** Baskets of goods that are delivered into the US, with the sum beside each. */

const always = { destination: 'US', validFrom: undefined, validUntil: undefined };
const rates: readonly DutyRateDraft[] = [
  { ...always, id: 'chapter', htsPrefix: '85', origin: undefined, rate: '0.1' },
  { ...always, id: 'circuits', htsPrefix: '8542', origin: undefined, rate: '0.2' },
  { ...always, id: 'circuits of China', htsPrefix: '8542', origin: 'CN', rate: '0.5' },
  { ...always, id: 'memories', htsPrefix: '854232', origin: undefined, rate: '0' },
  { ...always, id: 'resistors', htsPrefix: '8533', origin: undefined, rate: '0.025' },
];
const schedule = dutySchedules(rates).get('US');
const circuit = '8542390001';
const resistor = '8533210030';

/** What is known of the goods and of where they ship from; left out: abroad. */
interface Known {
  readonly hts?: string | undefined;
  readonly origin?: string;
  readonly from?: string | undefined;
}

/** The offer as the market of the service has it where duties are stated. */
const dutied = (offer: MarketOffer, { hts, origin, from }: Known): MarketOffer => {
  const goods = { htsCode: hts, origin };
  const verdict = schedule?.dutyOn(goods, handNow);
  if (verdict === undefined) throw new Error('duties are stated for the US');
  const duty = offerDuty(goods, verdict, { shipsFrom: from, countries: new Set(['US']) });
  return { ...offer, duty, ...(from !== undefined && { shipsFrom: from }) };
};

const sold = (supplier: string, cents: number, known: Known, more: Parameters<typeof handOffer>[3] = {}) =>
  dutied(handOffer('p1', supplier, cents, more), { hts: circuit, origin: 'MY', from: 'DE', ...known });

/** Total, duty, and what of the duty of each purchase is known. */
const told = ({ total, duty, lines }: EstimateOutcome) => [
  total,
  duty,
  lines.flatMap(({ chosen }) =>
    chosen.map(({ offerId, quantity, duty: each }) => {
      const due = each?.kind === 'due' ? each.amount : each?.kind === 'unknown' ? each.missing.join() : each?.kind;
      return `${quantity} ${offerId}: ${due ?? 'off'}`;
    }),
  ),
];

const hundred = [handLine(1, '100')];

it.each<[string, readonly MarketOffer[], Partial<EstimateRequest>, unknown]>([
  // 100 at 0.10, and nobody has stated a duty.
  ['nothing is told where no duties are stated', [handOffer('p1', 'a', 10)], {}, ['10', undefined, ['100 a:p1: off']]],
  // 100 at 0.10 and 20 %: the heading is longer than the chapter.
  ['the longest prefix counts', [sold('a', 10, {})], {}, ['12', '2', ['100 a:p1: 2']]],
  // 100 at 0.10 and 50 %.
  ['the very origin goes before any', [sold('a', 10, { origin: 'CN' })], {}, ['15', '5', ['100 a:p1: 5']]],
  // 100 at 0.10 and 10 %: of a transformer only the chapter is stated.
  [
    'a chapter counts where nothing closer is stated',
    [sold('a', 10, { hts: '8504310000' })],
    {},
    ['11', '1', ['100 a:p1: 1']],
  ],
  // 100 at 0.10: nothing crosses a border.
  [
    'nothing is due within the destination',
    [sold('a', 10, { origin: 'CN', from: 'US' })],
    {},
    ['10', undefined, ['100 a:p1: domestic']],
  ],
  // 100 at 0.10 and 0 %, stated for memories of all origins.
  [
    'a rate of nothing is known to be nothing, whoever made it and wherever it is',
    [sold('a', 10, { hts: '8542320000', origin: 'CN', from: undefined })],
    {},
    ['10', '0', ['100 a:p1: 0']],
  ],
  // 100 at 0.10; what is due depends on who made it.
  [
    'of an unknown origin the duty is unknown',
    [dutied(handOffer('p1', 'a', 10), { hts: circuit, from: 'DE' })],
    {},
    ['10', undefined, ['100 a:p1: country_of_origin']],
  ],
  // 100 at 0.10.
  [
    'of an unknown tariff number the duty is unknown',
    [sold('a', 10, { hts: undefined })],
    {},
    ['10', undefined, ['100 a:p1: hts_code']],
  ],
  // 100 at 0.10.
  [
    'of goods that come from nobody knows where the duty is unknown',
    [sold('a', 10, { from: undefined })],
    {},
    ['10', undefined, ['100 a:p1: ships_from']],
  ],
  // 100 at 0.10.
  [
    'of goods that no rate is stated for the duty is unknown',
    [sold('a', 10, { hts: '9018900000' })],
    {},
    ['10', undefined, ['100 a:p1: rate']],
  ],
  // 100 at 0.09 and 50 % are 13.50; 100 at 0.12 within the US are 12.00.
  [
    'a duty turns the choice to a dearer seller',
    [sold('abroad', 9, { origin: 'CN' }), sold('home', 12, { from: 'US' })],
    {},
    ['12', undefined, ['100 home:p1: domestic']],
  ],
  // 100 at 0.09 and 20 % are 10.80, and 1.00 for the order; 100 at 0.12 within the US are 12.00.
  [
    'a duty and what an order costs are weighed together',
    [sold('abroad', 9, {}), sold('home', 12, { from: 'US' })],
    { orderCosts: { abroad: '1' } },
    ['11.8', '1.8', ['100 abroad:p1: 1.8']],
  ],
  // 60 at 0.10 and 20 % are 7.20, 40 at 0.13 are 5.20; all at 0.13 are 13.00.
  [
    'of a split each purchase has its own duty',
    [sold('abroad', 10, {}, { inStock: 60 }), sold('home', 13, { from: 'US' })],
    {},
    ['12.4', '1.2', ['60 abroad:p1: 1.2', '40 home:p1: domestic']],
  ],
  // A reel of 100 at 0.08 and 20 % is 9.60; 100 cut at 0.10 and 20 % are 12.00.
  [
    'of several packagings of a part the cheapest with its duty is bought',
    [
      sold('a', 10, {}, { offerId: 'cut' }),
      sold('a', 8, {}, { offerId: 'reel', minOrderQuantity: 100, orderMultiple: 100 }),
    ],
    {},
    ['9.6', '1.6', ['100 reel: 1.6']],
  ],
])('%s', (_, offers, request, expected) => {
  expect(told(handOutcome(hundred, offers, request))).toEqual(expected);
});

it.each([
  // 3 at 0.10 are 0.30, of which 2.5 % are 0.0075.
  ['3', '0.31', '0.01'],
  // 2 at 0.10 are 0.20, and 0.005: half a coin goes to the even one.
  ['2', '0.2', '0'],
  // 6 at 0.10 are 0.60, and 0.015.
  ['6', '0.62', '0.02'],
])('the duty on %s pieces is rounded to the coin, half of one to the even one', (pieces, total, due) => {
  const outcome = handOutcome([handLine(1, pieces)], [sold('a', 10, { hts: resistor })]);
  expect([outcome.total, outcome.duty]).toEqual([total, due]);
});

it('lines that share a purchase share its duty to the coin, and the order, the proof and the total have it', () => {
  const lines = [handLine(1, '50'), handLine(2, '25', { productId: 'p1' })];
  const outcome = handOutcome(lines, [sold('a', 10, {})], { orderCosts: { a: '2' } });
  // 75 at 0.10 are 7.50 and 20 % of it 1.50: 1.00 and 0.50; with the order 11.00.
  expect(outcome.lines.map(({ price, duty }) => [price, duty])).toEqual([
    ['5', '1'],
    ['2.5', '0.5'],
  ]);
  expect(outcome.orders).toMatchObject([{ goods: '7.5', duty: '1.5', orderCost: '2', items: [{ price: '7.5' }] }]);
  expect(outcome).toMatchObject({
    total: '11',
    duty: '1.5',
    certificate: { objective: '11', lowerBound: '11', gap: 0 },
  });
});

it('an order is free from a value of its goods on, which duty is no part of', () => {
  const steps = [{ goodsFrom: '11', amount: '0' }];
  const costs = { a: { kind: 'known', amount: '3', steps } } as const;
  // 100 at 0.10 are 10.00, below 11.00; with 20 % they are 12.00, and 15.00 with the order.
  const outcome = handOutcome(hundred, [sold('a', 10, {})], {}, costs);
  expect(outcome).toMatchObject({ total: '15', duty: '2', certificate: { objective: '15', gap: 0 } });
});

it('what is not known of duties is a risk of the line and is counted, and only where they are stated', () => {
  const unknown = [dutied(handOffer('p1', 'a', 10), {}), handOffer('p2', 'a', 10)];
  const outcome = handOutcome([handLine(1, '10'), handLine(2, '10')], unknown);
  expect(outcome.certificate.unknownDuties).toBe(1);
  const risks = outcome.lines.map(({ risks: all = [] }) => all.filter(({ code }) => code === 'duty_unknown'));
  expect(risks).toEqual([[{ code: 'duty_unknown', figures: { goods: '1', missing: 'ships_from, hts_code' } }], []]);
});

it('the figure of the risk is what the goods cost whose duty is not known, and of no others', () => {
  // 60 at 0.10 from nobody knows where, 40 at 0.13 from within the US.
  const offers = [sold('somewhere', 10, { from: undefined }, { inStock: 60 }), sold('home', 13, { from: 'US' })];
  const { lines, certificate } = handOutcome(hundred, offers);
  const risks = lines[0]?.risks?.filter(({ code }) => code === 'duty_unknown');
  expect(risks).toEqual([{ code: 'duty_unknown', figures: { goods: '6', missing: 'ships_from' } }]);
  expect(certificate).toMatchObject({ objective: '11.2', gap: 0, unknownDuties: 1 });
});

it('what is proven holds where no duty of what is bought is unknown, whatever is due on the rest', () => {
  const offers = [sold('home', 12, { from: 'US' }), sold('somewhere', 13, { from: undefined })];
  const { certificate, lines } = handOutcome(hundred, offers);
  // Unknown counts as nothing, and is dearer without it.
  expect(certificate).toMatchObject({ objective: '12', gap: 0 });
  expect(certificate.unknownDuties).toBeUndefined();
  expect(lines[0]?.risks?.some(({ code }) => code === 'duty_unknown')).toBe(false);
});

it('a row of a table says of how many purchases the duty is not known, as the certificate does', () => {
  const outcome = handOutcome(hundred, [sold('a', 10, { from: undefined })]);
  const request = { ...documentRequest, buildQuantity: 1 };
  expect(summaryOf(request, outcome)).toMatchObject({ total: '10', unknownDuties: 1 });
  expect(summaryOf(request, handOutcome(hundred, [sold('a', 10, {})]))).not.toHaveProperty('unknownDuties');
});

it('what is back-ordered of a purchase has its part of the duty', () => {
  const offers = [sold('a', 10, {}, { inStock: 60, leadTimeDays: 7 })];
  const [line] = handOutcome(hundred, offers, { backOrderPolicy: 'allow' }).lines;
  // 20 % of 6.00 and of 4.00.
  expect(line?.chosen.map(({ quantity, duty }) => [quantity, duty])).toMatchObject([
    [60, { amount: '1.2' }],
    [40, { amount: '0.8' }],
  ]);
});

it('alternatives are ordered by what they cost with their duty, and say it', () => {
  const offers = [sold('chosen', 5, {}), sold('abroad', 10, { origin: 'CN' }), sold('home', 12, { from: 'US' })];
  const [line] = handOutcome(hundred, offers).lines;
  expect(line?.alternatives.map(({ offerId, price, duty }) => [offerId, price, duty?.kind])).toEqual([
    ['home:p1', '12', 'domestic'],
    ['abroad:p1', '10', 'due'],
  ]);
});

it('of a supplier that is not shown what is due is told alone, and nothing of where it ships from', () => {
  const hidden = (known: Known) => sold('hidden', 10, known, { shownSupplierId: '' });
  const shown = (known: Known) => {
    const outcome = handOutcome(hundred, [hidden(known)]);
    const [line] = outcome.lines;
    // Beside a cheaper one it is an alternative.
    const beside = handOutcome(hundred, [sold('shown', 1, { from: 'US' }), hidden(known)]);
    const said = [line?.chosen[0], outcome.orders[0]?.items?.[0], beside.lines[0]?.alternatives[0]];
    expect(new Set(said.map((each) => JSON.stringify(each?.duty)))).toHaveLength(1);
    const risks = line?.risks?.filter(({ code }) => code === 'duty_unknown').map(({ figures }) => figures);
    return [said[0]?.duty, risks];
  };
  expect(shown({})).toEqual([{ kind: 'due', amount: '2' }, []]);
  // Within the destination it looks as what is free does.
  expect(shown({ from: 'US' })).toEqual([{ kind: 'due', amount: '0' }, []]);
  expect(shown({ from: 'US' })).toEqual(shown({ hts: '8542320000' }));
  expect(shown({ from: undefined })).toEqual([{ kind: 'unknown', missing: [] }, [{ goods: '10' }]]);
  expect(shown({ hts: undefined, from: undefined })).toEqual(shown({ hts: undefined }));
  expect(shown({ hts: undefined })).toEqual([
    { kind: 'unknown', missing: ['hts_code'] },
    [{ goods: '10', missing: 'hts_code' }],
  ]);
});
