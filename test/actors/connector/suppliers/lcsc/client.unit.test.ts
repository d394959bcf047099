import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createLcscClient } from '../../../../../actors/connector/suppliers/lcsc/client.ts';
import { amount } from '../../../../../domain/money.ts';
import { answered, instant, pageIn } from '../answered.ts';

const client = createLcscClient({
  baseUrl: 'https://lcsc.test',
  secret: { key: 'the-key', secret: 'the-secret' },
  settings: { currency: 'EUR' },
});

const resultOf = (result: unknown) => ({ success: true, code: 200, message: '', result });

it('keeps to what the key may, a minute and a day', () => {
  const ratesOf = (settings: Record<string, number>) =>
    createLcscClient({ baseUrl: 'https://lcsc.test', secret: { key: 'k', secret: 's' }, settings }).budgets.search?.map(
      ({ rate, periodMs }) => [rate, periodMs],
    );
  const [minute, day] = [60_000, 86_400_000];
  expect(ratesOf({})).toEqual([
    [200, minute],
    [1000, day],
  ]);
  expect(ratesOf({ callsPerMinute: 60, callsPerDay: 50_000 })).toEqual([
    [60, minute],
    [50_000, day],
  ]);
});

it('signs a request with the first half of the nonce and the time in seconds', () => {
  const parts = [{ mpn: 'ABC1', manufacturer: 'M', sku: undefined }];
  const request = client.request('lookup', undefined, { sessionToken: undefined, parts, ...instant });
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const signed = 'key=the-key&nonce=0011223344556677&secret=the-secret&timestamp=1772366400';
  expect(query).toMatchObject({
    keyword: 'ABC1',
    match_type: 'exact',
    currency: 'EUR',
    key: 'the-key',
    nonce: '0011223344556677',
    timestamp: '1772366400',
    signature: createHash('sha1').update(signed).digest('hex'),
  });
  expect(query).not.toHaveProperty('secret');
  expect(request.safePath).toBe('/rest/wmsc2agent/search/product');
});

it('asks for a product by its own number when that is known', () => {
  const parts = [{ mpn: 'ABC1', manufacturer: 'M', sku: 'C12/3' }];
  const request = client.request('lookup', undefined, { sessionToken: undefined, parts, ...instant });
  expect(new URL(request.url).pathname).toBe('/rest/wmsc2agent/product/info/C12%2F3');
  expect(request.safePath).toBe('/rest/wmsc2agent/product/info');
});

const camel = {
  productNumber: 'C123',
  productModel: 'ABC1',
  brandNameEn: 'Maker',
  productIntroEn: 'A <b>fine</b> part',
  productArrange: 'Tape & Reel',
  minPacketNumber: 50,
  stockNumber: '120',
  productPriceList: [
    { ladder: 100, productPrice: '0.01', currency: 'EUR' },
    { ladder: 1, productPrice: 0.02, currency: 'EUR' },
  ],
  paramVOList: [{ paramNameEn: 'Case', paramValueEn: '0603' }],
};

const snake = {
  product_number: 'C123',
  mpn: 'ABC1',
  brand: { name: 'Maker' },
  product_intro_en: 'A fine part',
  packaging: 'Tape & Reel',
  stock: [{ location: 'LCSC', amount: 120 }],
  currency: 'EUR',
  prices: [
    { quantity: 1, price: 0.02 },
    { quantity: 100, price: 0.01 },
  ],
  attributes: [{ name: 'Case', value: '0603' }],
};

it.each([
  ['camel case, in a list', { productList: [camel] }, { facts: { standard_package: '50' } }],
  ['snake case, bare', [snake], {}],
  ['one product alone', camel, { facts: { standard_package: '50' } }],
])('reads a product in %s', (_what, result, facts) => {
  expect(pageIn(client, resultOf(result)).drafts).toEqual([
    {
      supplierSku: 'C123',
      price: {
        kind: 'ladder',
        ladder: {
          currency: 'EUR',
          priceBase: undefined,
          breaks: [
            { quantity: 1, price: amount('0.02') },
            { quantity: 100, price: amount('0.01') },
          ],
        },
      },
      packaging: 'Tape & Reel',
      stock: [{ warehouseRef: 'LCSC', quantity: 120 }],
      description: { manufacturer: 'Maker', mpn: 'ABC1', text: 'A fine part', attributes: { Case: '0603' }, ...facts },
    },
  ]);
});

it.each([
  ['a sign for a currency', [{ ladder: 1, productPrice: 1, currencySymbol: '¥' }]],
  [
    'two currencies',
    [
      { ladder: 1, productPrice: 1, currency: 'EUR' },
      { ladder: 9, productPrice: 1, currency: 'USD' },
    ],
  ],
])('has no price from %s', (_what, productPriceList) => {
  const [draft] = pageIn(client, resultOf([{ ...camel, productPriceList }])).drafts;
  expect(draft).not.toHaveProperty('price');
});

it('finds nothing in an empty result and is at a loss with another', () => {
  expect(pageIn(client, resultOf(null)).drafts).toEqual([]);
  expect(client.decode('lookup', undefined, answered(200, resultOf('none'))).kind).toBe('malformed');
  expect(pageIn(client, resultOf([{ productModel: 'ABC1' }])).skipped).toEqual([
    { sku: undefined, reason: 'no product number', row: 1, sample: '{"productModel":"ABC1"}' },
  ]);
});
