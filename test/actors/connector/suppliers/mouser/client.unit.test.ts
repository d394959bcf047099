import { expect, it } from 'vitest';
import { createMouserClient } from '../../../../../actors/connector/suppliers/mouser/client.ts';
import { amountText } from '../../../../../domain/money.ts';
import type { PriceStatement } from '../../../../../domain/offers/offer.ts';
import { answered, instant, pageIn } from '../answered.ts';

const config = { baseUrl: 'https://mouser.test', secret: { apiKey: 'the-key' }, settings: {} };
const client = createMouserClient(config);

const answer = (...Parts: unknown[]) => ({ Errors: [], SearchResults: { NumberOfResult: Parts.length, Parts } });

const breaksOf = (price: PriceStatement | undefined) =>
  price?.kind === 'ladder'
    ? price.ladder.breaks.map(
        ({ quantity, price: each }) => `${quantity}: ${amountText(each)} ${price.ladder.currency}`,
      )
    : price;

const part = {
  MouserPartNumber: '999-AB12',
  ManufacturerPartNumber: 'AB12',
  Manufacturer: 'Maker',
  Description: 'A part',
  PriceBreaks: [
    { Quantity: 1, Price: '1.234,56 €', Currency: 'EUR' },
    { Quantity: 10, Price: '1.100 €', Currency: 'EUR' },
  ],
  AvailabilityInStock: '4711',
  Min: '1',
  Mult: '5',
  LeadTime: '12 Wochen',
  LifecycleStatus: null,
  SuggestedReplacement: '',
  ProductAttributes: [
    { AttributeName: 'Packaging', AttributeValue: 'Tray' },
    { AttributeName: 'Standard Pack Qty', AttributeValue: '250' },
  ],
};

const draftOf = (changes: object) => pageIn(client, answer({ ...part, ...changes })).drafts[0];

it('reads a row: localised prices, figures in text, characteristics', () => {
  const draft = draftOf({});
  expect(breaksOf(draft?.price)).toEqual(['1: 1234.56 EUR', '10: 1100 EUR']);
  expect(draft).toMatchObject({
    supplierSku: '999-AB12',
    minimumOrderQuantity: 1,
    orderMultiple: 5,
    packaging: 'Tray',
    stock: [{ warehouseRef: 'Mouser', quantity: 4711 }],
    leadTimeDays: 84,
    description: {
      manufacturer: 'Maker',
      mpn: 'AB12',
      text: 'A part',
      lifecycle: 'active',
      attributes: { Packaging: 'Tray', 'Standard Pack Qty': '250' },
    },
  });
});

it('leaves unknown what the row does not say', () => {
  expect(pageIn(client, answer({ MouserPartNumber: '999-AB12' })).drafts).toEqual([
    { supplierSku: '999-AB12', description: {} },
  ]);
  const nothing = { PriceBreaks: [], AvailabilityInStock: null, Min: '0', Mult: '', LeadTime: '0 Days' };
  expect(Object.keys(draftOf(nothing) ?? {}).sort()).toEqual(['description', 'packaging', 'supplierSku']);
});

it.each([
  [[{ Quantity: 1000, Price: '1,234', Currency: 'USD' }], undefined],
  [[{ Quantity: 1, Price: 'Quote', Currency: 'USD' }], undefined],
  [[{ Quantity: 1, Price: '$0.00', Currency: 'USD' }], undefined],
  [[{ Quantity: 1, Price: '$0.10', Currency: '' }], undefined],
  [
    [
      { Quantity: 1, Price: '$0.10', Currency: 'USD' },
      { Quantity: 10, Price: '0,09 €', Currency: 'EUR' },
    ],
    undefined,
  ],
  [[{ Quantity: '1', Price: '¥0.5', Currency: 'RMB' }], ['1: 0.5 CNY']],
  [[{ Quantity: 1, Price: 0.1, Currency: 'USD' }], ['1: 0.1 USD']],
])('of the price breaks %j reads %j', (PriceBreaks, prices) => {
  expect(breaksOf(draftOf({ PriceBreaks })?.price)).toEqual(prices);
});

it('reads a doubtful price by the other rows of the answer, or by the setting', () => {
  const doubtful = { ...part, PriceBreaks: [{ Quantity: 1, Price: '$1,234', Currency: 'USD' }] };
  const plain = { ...part, MouserPartNumber: '1-X', PriceBreaks: [{ Quantity: 1, Price: '$0.10', Currency: 'USD' }] };
  expect(breaksOf(pageIn(client, answer(doubtful, plain)).drafts[0]?.price)).toEqual(['1: 1234 USD']);
  const set = createMouserClient({ ...config, settings: { decimalSeparator: ',' } });
  expect(breaksOf(pageIn(set, answer(doubtful)).drafts[0]?.price)).toEqual(['1: 1.234 USD']);
});

it.each([
  [{ AvailabilityInStock: undefined, Availability: '36 In Stock' }, 36],
  [{ AvailabilityInStock: undefined, Availability: '36 Auf Lager' }, undefined],
  [{ AvailabilityInStock: 0 }, 0],
])('finds in %j a stock of %j', (changes, quantity) => {
  expect(draftOf(changes)?.stock?.[0]?.quantity).toBe(quantity);
});

it.each([
  [{ LifecycleStatus: 'New Product' }, 'new'],
  [{ LifecycleStatus: 'Not Recommended for New Designs' }, 'deprecated'],
  [{ LifecycleStatus: 'End of Life' }, 'deprecated'],
  [{ LifecycleStatus: 'Obsolete' }, 'discontinued'],
  [{ LifecycleStatus: 'Factory Special Order' }, undefined],
  [{ LifecycleStatus: '' }, 'active'],
  [{ LifecycleStatus: undefined }, undefined],
  [{ LifecycleStatus: '', IsDiscontinued: 'true' }, 'discontinued'],
])('finds in %j the lifecycle %s', (changes, lifecycle) => {
  expect(draftOf(changes)?.description?.lifecycle).toBe(lifecycle);
});

it.each([
  ['24 Days', 24],
  ['3 Weeks', 21],
  ['15 Tage', 15],
  ['8 Semaines', 56],
  ['6 tygodni', 42],
  ['2 Months', undefined],
  ['24', undefined],
  ['soon', undefined],
])('reads the lead time %j as %j days', (LeadTime, days) => {
  expect(draftOf({ LeadTime })?.leadTimeDays).toBe(days);
});

it("says the maker's number of a replacement, not Mouser's", () => {
  const replaced = { ...part, MouserPartNumber: '999-OLD', SuggestedReplacement: '999-AB12' };
  const drafts = pageIn(client, answer(replaced, part)).drafts;
  expect(drafts[0]?.description?.replacedByMpn).toBe('AB12');
  expect(draftOf({ SuggestedReplacement: '999-ZZ' })?.description?.replacedByMpn).toBeUndefined();
  expect(draftOf({ SuggestedReplacement: 'AB13' })?.description?.replacedByMpn).toBe('AB13');
});

it('drops what cannot be ordered, and skips by itself what cannot be read', () => {
  const page = pageIn(client, answer({ ...part, MouserPartNumber: 'N/A' }, 17, { ManufacturerPartNumber: 'X' }, part));
  expect(page.drafts.map(({ supplierSku }) => supplierSku)).toEqual(['999-AB12']);
  expect(page.skipped).toHaveLength(2);
});

it('asks for ten numbers in one call, and never for what fails the whole call', () => {
  const wanted = (mpn: string, sku?: string) => ({ mpn, sku });
  const numbersFor = (parts: readonly ReturnType<typeof wanted>[]) => {
    const { body } = client.request('lookup', undefined, { sessionToken: undefined, parts, ...instant });
    return JSON.parse(body ?? '').SearchByPartRequest.mouserPartNumber;
  };
  expect(numbersFor([wanted('AB12'), wanted('CD34'), wanted('AB12')])).toBe('AB12|CD34');
  expect(numbersFor([wanted('AB12', '999-AB12')])).toBe('999-AB12');
  expect(numbersFor([wanted('µA741'), wanted('X'), wanted('A|B'), wanted('Z'.repeat(41)), wanted('CD34')])).toBe(
    'CD34',
  );
  expect(numbersFor([wanted('µA741')])).toMatch(/^[^|]{3,40}$/);
});

it('keeps to the version that is set, and refuses settings that it cannot use', () => {
  const old = createMouserClient({ ...config, settings: { version: 1 } });
  const request = old.request('lookup', undefined, {
    sessionToken: undefined,
    parts: [{ mpn: 'AB12', sku: undefined }],
    ...instant,
  });
  expect(request.safePath).toBe('/api/v1/search/partnumber');
  expect(() => createMouserClient({ ...config, settings: { version: 3 } })).toThrow(
    /^the settings are not usable: version/,
  );
});

it('finds no answer in what has none', () => {
  expect(client.decode('lookup', undefined, answered(200, { SearchResults: null }))).toMatchObject({
    kind: 'malformed',
  });
});
