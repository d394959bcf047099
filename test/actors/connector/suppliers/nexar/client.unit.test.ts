import { expect, it } from 'vitest';
import { createNexarClient } from '../../../../../actors/connector/suppliers/nexar/client.ts';
import { amount } from '../../../../../domain/money.ts';
import { answered, instant, pageIn } from '../answered.ts';

const clientOf = (settings: Readonly<Record<string, unknown>> = {}) =>
  createNexarClient({ baseUrl: 'https://nexar.test', secret: { clientId: 'id', clientSecret: 'secret' }, settings });

const company = { id: '1', name: 'A Shop' };
const offer = {
  sku: 'X-1',
  id: '77',
  inventoryLevel: 12,
  moq: 5,
  orderMultiple: null,
  packaging: 'Cut Tape',
  prices: [],
};
const partWith = (offers: readonly unknown[], more: object = {}) => ({
  mpn: 'X1',
  manufacturer: { name: 'Maker' },
  shortDescription: 'A part',
  sellers: [{ company, offers }],
  ...more,
});
const matching = (...parts: readonly unknown[]) => ({
  data: { supMultiMatch: [{ hits: parts.length, reference: '0', parts }] },
});

it('makes an offer of each seller a SKU of its own', () => {
  const specs = [
    {
      attribute: { name: 'Lifecycle Status', shortname: 'lifecyclestatus' },
      displayValue: 'Production (Last Updated: now)',
    },
  ];
  const [draft] = pageIn(clientOf(), matching(partWith([offer], { specs }))).drafts;
  expect(draft).toEqual({
    supplierSku: 'A Shop/X-1',
    minimumOrderQuantity: 5,
    packaging: 'Cut Tape',
    stock: [{ warehouseRef: 'A Shop', quantity: 12 }],
    description: {
      manufacturer: 'Maker',
      mpn: 'X1',
      text: 'A part',
      lifecycle: 'active',
      attributes: { 'Lifecycle Status': 'Production (Last Updated: now)' },
      facts: { lifecycle_detail: 'Production (Last Updated: now)', seller: 'A Shop' },
    },
  });
});

it('tells the offers of one number at one seller apart by their ids', () => {
  const page = pageIn(clientOf(), matching(partWith([offer, { ...offer, id: '78' }, { ...offer, sku: 'Y' }])));
  expect(page.drafts.map(({ supplierSku }) => supplierSku)).toEqual(['A Shop/X-1/77', 'A Shop/X-1/78', 'A Shop/Y']);
});

it.each([
  [7, 7],
  ['7', 7],
  [0, 0],
  [-2, undefined],
])('reads an inventory of %j as stock', (inventoryLevel, quantity) => {
  const [draft] = pageIn(clientOf(), matching(partWith([{ ...offer, inventoryLevel }]))).drafts;
  expect(draft?.stock).toEqual([{ warehouseRef: 'A Shop', quantity }]);
});

it.each([-1, -3, -4, null, 'some'])('knows no stock from an inventory of %j', (inventoryLevel) => {
  const [draft] = pageIn(clientOf(), matching(partWith([{ ...offer, inventoryLevel }]))).drafts;
  expect(draft).not.toHaveProperty('stock');
});

it.each([
  ['EUR', 'EUR', '0.9'],
  ['USD', 'USD', '1'],
  ['JPY', 'EUR', '0.9'],
])('prefers prices in %s, reads %s, and never a converted one', (currency, read, price) => {
  const prices = [
    { quantity: 1, price: 0.9, currency: 'EUR', convertedPrice: 5, convertedCurrency: 'JPY' },
    { quantity: 1, price: 1, currency: 'USD' },
  ];
  const [draft] = pageIn(clientOf({ currency }), matching(partWith([{ ...offer, prices }]))).drafts;
  expect(draft?.price).toEqual({
    kind: 'ladder',
    ladder: { currency: read, priceBase: undefined, breaks: [{ quantity: 1, price: amount(price) }] },
  });
});

it('costs the most parts that it may return, and in the end those that were', () => {
  const parts = Array.from({ length: 20 }, (_, at) => ({ mpn: `X${at}`, manufacturer: 'M', sku: undefined }));
  const request = clientOf({ partsPerNumber: 3 }).request('lookup', undefined, {
    sessionToken: 's',
    parts,
    ...instant,
  });
  expect(request.cost).toBe(60);
  expect(JSON.parse(request.body ?? '').variables.queries).toHaveLength(20);
  expect(clientOf().spent?.(answered(200, matching(partWith([]), { broken: true })))).toBe(2);
});

it('asks for nothing outside of the plan', () => {
  const bodyOf = (settings: object) =>
    clientOf({ ...settings }).request('lookup', undefined, { sessionToken: 's', parts: [], ...instant }).body;
  expect(bodyOf({})).not.toMatch(/specs|factoryLeadDays/);
  expect(bodyOf({ extras: ['specs', 'lead_time'] })).toMatch(/specs.*factoryLeadDays/);
});

it('leaves out an offer or part that cannot be read, and keeps the others', () => {
  const page = pageIn(clientOf(), matching(partWith([offer, { ...offer, sku: null }, 'offer']), { mpn: null }, 7));
  expect(page.drafts).toHaveLength(1);
  expect(page.skipped).toHaveLength(4);
});
