import { describe, expect, it } from 'vitest';
import { createDemoBulkClient } from '../../../../actors/connector/suppliers/demo-bulk/client.ts';
import { createDemoLookupClient } from '../../../../actors/connector/suppliers/demo-lookup/client.ts';
import type { DataPhase, Decoded, SupplierClient } from '../../../../actors/connector/suppliers/supplier-client.ts';
import { amount } from '../../../../domain/money.ts';

const baseUrl = 'http://supplier.test';
const bulk = createDemoBulkClient({ baseUrl, secret: { login: 'l', password: 'p' }, settings: {} });
const lookup = createDemoLookupClient({ baseUrl, secret: { apiKey: 'k' }, settings: {} });

const decode = (client: SupplierClient, phase: DataPhase, answer: unknown): Decoded => {
  const body = JSON.stringify(answer);
  return client.decode(phase, undefined, { status: 200, headers: {}, body, bodyBytes: body.length, durationMs: 1 });
};

const page = (...items: unknown[]) => ({ page: 1, page_count: 1, items });

describe('rows of the bulk supplier', () => {
  it('reads prices exactly, in ascending order, with base, minimum and multiple', () => {
    const row = {
      sku: 'BC-1',
      currency: 'EUR',
      price_base: 1000,
      minimum: 100,
      multiple: 50,
      breaks: [
        { from: 1000, price: '7.10' },
        { from: 100, price: '9.123456' },
      ],
    };
    expect(decode(bulk, 'prices', page(row))).toMatchObject({
      drafts: [
        {
          supplierSku: 'BC-1',
          minimumOrderQuantity: 100,
          orderMultiple: 50,
          price: {
            kind: 'ladder',
            ladder: {
              currency: 'EUR',
              priceBase: 1000,
              breaks: [
                { quantity: 100, price: amount('9.123456') },
                { quantity: 1000, price: amount('7.1') },
              ],
            },
          },
        },
      ],
      counts: { prices: 1, items: 0, stocks: 0, warehouses: 0 },
    });
  });

  it('leaves absent what is absent, null, blank or says nothing', () => {
    const price = { sku: 'BC-1', currency: 'EUR', minimum: 0, multiple: null, breaks: [{ from: 1, price: '1' }] };
    expect(decode(bulk, 'prices', page(price))).toMatchObject({ drafts: [{ supplierSku: 'BC-1' }] });
    const [draft] = draftsOf(decode(bulk, 'prices', page(price)));
    expect(Object.keys(draft ?? {}).sort()).toEqual(['price', 'supplierSku']);
    const product = { sku: 'BC-1', manufacturer: ' ', mpn: 'X', description: null, lifecycle: 'nobody knows' };
    expect(draftsOf(decode(bulk, 'catalogue', page(product)))).toEqual([
      { supplierSku: 'BC-1', description: { mpn: 'X' } },
    ]);
  });

  it('tells no stock from stock of an unknown number', () => {
    const row = {
      sku: 'BC-1',
      warehouses: [
        { warehouse: 'HAM', quantity: 0 },
        { warehouse: 'TLL', quantity: null },
      ],
    };
    expect(draftsOf(decode(bulk, 'stocks', page(row)))).toEqual([
      {
        supplierSku: 'BC-1',
        stock: [
          { warehouseRef: 'HAM', quantity: 0 },
          { warehouseRef: 'TLL', quantity: undefined },
        ],
      },
    ]);
  });

  it.each([
    [
      'a price that is not decimal text',
      { currency: 'EUR', breaks: [{ from: 1, price: '1,20' }] },
      'breaks.0.price: not a price',
    ],
    ['a price of nothing', { currency: 'EUR', breaks: [{ from: 1, price: '0.00' }] }, 'breaks.0.price: not a price'],
    ['a negative price', { currency: 'EUR', breaks: [{ from: 1, price: '-1' }] }, 'breaks.0.price: not a price'],
    ['a currency that is none', { currency: '€', breaks: [{ from: 1, price: '1' }] }, 'currency: not a currency code'],
    ['no currency', { breaks: [{ from: 1, price: '1' }] }, 'no price'],
    ['no breaks', { currency: 'EUR' }, 'no price'],
    [
      'two prices for one quantity',
      {
        currency: 'EUR',
        breaks: [
          { from: 1, price: '1' },
          { from: 1, price: '2' },
        ],
      },
      'no price',
    ],
  ])('skips a row with %s and keeps the others', (_, bad, reason) => {
    const good = { sku: 'BC-2', on_request: true };
    const decoded = decode(bulk, 'prices', page({ sku: 'BC-1', ...bad }, good));
    expect(decoded).toMatchObject({
      drafts: [{ supplierSku: 'BC-2', price: { kind: 'on_request' } }],
      skipped: [{ sku: 'BC-1', reason }],
      counts: { prices: 1 },
    });
  });

  it('skips what is no row, has no SKU or repeats one', () => {
    const decoded = decode(bulk, 'catalogue', page('text', { sku: ' ' }, { sku: 'BC-1' }, { sku: 'BC-1' }));
    expect(decoded).toMatchObject({ counts: { items: 1 } });
    expect(decoded).toHaveProperty('skipped.length', 3);
    expect(decoded).toHaveProperty('skipped.2', { sku: 'BC-1', reason: 'repeated in the page', row: 4 });
  });

  it('goes on to the page after this one, and ends after the last', () => {
    const cursorAfter = (number: number) => decode(bulk, 'prices', { page: number, page_count: 3, items: [] });
    expect(cursorAfter(2)).toMatchObject({ nextCursor: '3', pageCount: 3 });
    expect(cursorAfter(3)).toMatchObject({ nextCursor: undefined, pageCount: 3 });
  });
});

describe('rows of the lookup supplier', () => {
  it('reads everything about a part from one row', () => {
    const row = {
      sku: '603-X',
      brand: 'YAGEO',
      part_number: 'X',
      title: 'Resistor',
      status: 'deprecated',
      successor: 'Y',
      packaging: 'Cut tape',
      min_order: 10,
      currency: 'USD',
      prices: [{ qty: 10, price: '0.0123' }],
      availability: [{ location: 'AUS-1', pieces: 400 }],
      lead_time_weeks: 12,
    };
    expect(decode(lookup, 'lookup', { parts: [row] })).toEqual({
      kind: 'page',
      drafts: [
        {
          supplierSku: '603-X',
          price: {
            kind: 'ladder',
            ladder: {
              currency: 'USD',
              priceBase: undefined,
              breaks: [{ quantity: 10, price: amount('0.0123') }],
            },
          },
          minimumOrderQuantity: 10,
          packaging: 'Cut tape',
          stock: [{ warehouseRef: 'AUS-1', quantity: 400 }],
          leadTimeDays: 84,
          description: {
            manufacturer: 'YAGEO',
            mpn: 'X',
            text: 'Resistor',
            lifecycle: 'deprecated',
            replacedByMpn: 'Y',
          },
        },
      ],
      skipped: [],
      counts: { items: 1, prices: 1, stocks: 1, warehouses: 0 },
      nextCursor: undefined,
      pageCount: undefined,
    });
  });

  it('counts as price and stock only what says price and stock', () => {
    const bare = { sku: '603-X', currency: 'USD' };
    const asked = { sku: '603-Y', currency: 'USD', prices: 'on request' };
    expect(decode(lookup, 'lookup', { parts: [bare, asked] })).toMatchObject({
      counts: { items: 2, prices: 1, stocks: 0, warehouses: 0 },
    });
  });
});

const draftsOf = (decoded: Decoded) => (decoded.kind === 'page' ? decoded.drafts : []);
