import { expect, it } from 'vitest';
import { createElement14Client } from '../../../../../actors/connector/suppliers/element14/client.ts';
import { amount } from '../../../../../domain/money.ts';
import { instant, pageIn } from '../answered.ts';

const config = { baseUrl: 'https://e14.test', secret: { apiKey: 'the-key' }, settings: {} };
const client = createElement14Client(config);

const answer = (...products: unknown[]) => ({
  manufacturerPartNumberSearchReturn: { numberOfResults: products.length, products },
});

const product = {
  sku: '1234567',
  displayName: 'BRAND - AB12 - A part',
  brandName: 'BRAND',
  vendorName: 'VENDOR',
  translatedManufacturerPartNumber: 'AB12.',
  translatedMinimumOrderQuality: 5,
  packSize: 1,
  unitOfMeasure: 'EACH',
  productStatus: 'STOCKED',
  releaseStatusCode: 4,
  inv: 30,
  prices: [
    { from: 5, to: 9, cost: 0.12 },
    { from: 10, to: 1_000_000_000, cost: '0.0961' },
  ],
  stock: {
    level: 30,
    leastLeadTime: 127,
    status: 1,
    breakdown: [
      { inv: 20, region: 'UK', lead: 127, warehouse: 'UK1' },
      { inv: 10, region: 'Liege', lead: 127, warehouse: 'LG1' },
    ],
  },
  attributes: [
    { attributeLabel: 'Power', attributeValue: '1.5', attributeUnit: 'W' },
    { attributeLabel: 'Polarity', attributeValue: 'NPN' },
    { attributeLabel: 'Qualification', attributeValue: '-' },
  ],
};

const draftOf = (changes: object, settings = {}) =>
  pageIn(createElement14Client({ ...config, settings }), answer({ ...product, ...changes })).drafts[0];

it('reads a row: prices in the currency of the shop, stock by warehouse, characteristics with units', () => {
  expect(draftOf({})).toEqual({
    supplierSku: '1234567',
    price: {
      kind: 'ladder',
      ladder: {
        currency: 'GBP',
        priceBase: undefined,
        breaks: [
          { quantity: 5, price: amount('0.12') },
          { quantity: 10, price: amount('0.0961') },
        ],
      },
    },
    minimumOrderQuantity: 5,
    packaging: 'EACH',
    stock: [
      { warehouseRef: 'UK1', quantity: 20 },
      { warehouseRef: 'LG1', quantity: 10 },
    ],
    leadTimeDays: 127,
    description: {
      manufacturer: 'BRAND',
      mpn: 'AB12',
      text: 'BRAND - AB12 - A part',
      lifecycle: 'active',
      attributes: { Power: '1.5 W', Polarity: 'NPN' },
      facts: { range_status: 'STOCKED', unit_of_sale: 'EACH' },
    },
  });
});

it('counts what is sold by the reel in pieces, and its prices for a reel', () => {
  expect(
    draftOf({
      packSize: 4000,
      unitOfMeasure: 'REEL OF',
      translatedMinimumOrderQuality: 1,
      prices: [{ from: 1, to: null, cost: 24.54 }],
      stock: { level: 3 },
    }),
  ).toMatchObject({
    price: { ladder: { priceBase: 4000, breaks: [{ quantity: 4000, price: amount('24.54') }] } },
    minimumOrderQuantity: 4000,
    orderMultiple: 4000,
    stock: [{ warehouseRef: 'element14', quantity: 12_000 }],
  });
});

it.each([
  ['www.newark.com', undefined, 'USD'],
  ['sg.element14.com', undefined, 'SGD'],
  ['tr.farnell.com', undefined, undefined],
  ['tr.farnell.com', 'TRY', 'TRY'],
])('prices what %s sells, set to %s, in %s', (store, currency, shown) => {
  const price = draftOf({}, { store, currency })?.price;
  expect(price?.kind === 'ladder' ? price.ladder.currency : undefined).toBe(shown);
});

it.each([
  [
    'shelves that hold more than can be sold',
    { ...product.stock, level: 25 },
    [{ warehouseRef: 'element14', quantity: 25 }],
  ],
  ['no shelves', { level: 0, status: -1 }, [{ warehouseRef: 'element14', quantity: 0 }]],
  ['no stock but the inventory', undefined, [{ warehouseRef: 'element14', quantity: 30 }]],
  ['nothing that is a number', { level: 'some' }, [{ warehouseRef: 'element14', quantity: 30 }]],
])('reads %s', (_what, stock, is) => {
  expect(draftOf({ stock })?.stock).toEqual(is);
});

it.each([
  [{ releaseStatusCode: 1 }, 'new'],
  [{ releaseStatusCode: '2' }, 'active'],
  [{ releaseStatusCode: 6 }, 'deprecated'],
  [{ releaseStatusCode: 7 }, 'discontinued'],
  [{ releaseStatusCode: -1 }, undefined],
  [{ releaseStatusCode: undefined, comingSoon: true }, 'new'],
  [{ productStatus: 'NO_LONGER_MANUFACTURED' }, 'discontinued'],
  [{ productStatus: 'NO_LONGER_STOCKED', releaseStatusCode: undefined }, undefined],
])('finds in %j the lifecycle %s', (changes, lifecycle) => {
  expect(draftOf(changes)?.description?.lifecycle).toBe(lifecycle);
});

it.each([
  ['the country of the only region with stock', ['UK', 20], ['US', 0], 'GB'],
  ['the country of a region that is a town', ['Liege', 5], ['UK', 0], 'BE'],
  ['no country where two regions have stock', ['UK', 20], ['US', 10], undefined],
  ['no country where nothing is in stock', ['UK', 0], ['US', 0], undefined],
  ['no country of a region that is none', ['-', 5], ['UK', 0], undefined],
] as const)('ships from %s', (_, [region, inv], [other, more], country) => {
  const breakdown = [
    { region, inv, warehouse: 'A' },
    { region: other, inv: more, warehouse: 'B' },
  ];
  const facts = draftOf({ stock: { level: inv + more, breakdown } })?.description?.facts;
  expect(facts?.ships_from).toBe(country);
});

it('leaves unknown what the row does not say', () => {
  expect(pageIn(client, answer({ sku: 1234567 })).skipped).toHaveLength(1);
  expect(pageIn(client, answer({ sku: '1234567' })).drafts).toEqual([{ supplierSku: '1234567', description: {} }]);
  const nothing = draftOf({ translatedMinimumOrderQuality: 0, prices: [], stock: null, inv: null });
  expect(Object.keys(nothing ?? {}).sort()).toEqual(['description', 'packaging', 'supplierSku']);
});

it.each(['keywordSearchReturn', 'premierFarnellPartNumberReturn', 'manufacturerPartNumberSearchReturn'])(
  'reads what is under %s, and nothing where nothing was found',
  (root) => {
    expect(pageIn(client, { [root]: { numberOfResults: 1, products: [product] } }).drafts).toHaveLength(1);
    expect(pageIn(client, { [root]: { numberOfResults: 0 } }).drafts).toEqual([]);
  },
);

it("asks by one maker's number, or by several order codes at once", () => {
  const termFor = (...parts: { mpn: string; sku: string | undefined }[]) =>
    new URL(
      client.request('lookup', undefined, {
        sessionToken: undefined,
        parts: parts.map((part) => ({ ...part, manufacturer: 'M' })),
        ...instant,
      }).url,
    ).searchParams.get('term');
  expect(termFor({ mpn: 'AB 12/3', sku: undefined })).toBe('manuPartNum:AB 12/3');
  expect(termFor({ mpn: 'A', sku: '1' }, { mpn: 'B', sku: '2' }, { mpn: 'C', sku: '1' })).toBe('id:1 2');
  expect(client.lookup).toEqual({ byNumber: 1, bySku: 10 });
});

it('refuses settings that it cannot use', () => {
  expect(() => createElement14Client({ ...config, settings: { store: 'farnell' } })).toThrow(
    /^the settings are not usable: store/,
  );
});
