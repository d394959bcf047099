import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WantedPart } from '../../../../../actors/connector/suppliers/supplier-client.ts';
import { createTmeClient } from '../../../../../actors/connector/suppliers/tme/client.ts';
import { amount } from '../../../../../domain/money.ts';
import { instant, pageIn } from '../answered.ts';

const clientOf = (settings: Readonly<Record<string, unknown>> = {}) =>
  createTmeClient({ baseUrl: 'https://tme.test', secret: { token: 'the-token', secret: 'the-secret' }, settings });

const part = (mpn: string, sku?: string): WantedPart => ({ mpn, sku });

const request = (parts: readonly WantedPart[], cursor?: string, settings = {}) =>
  clientOf(settings).request('lookup', cursor, { sessionToken: 'the-session', parts, ...instant });

describe('version 2', () => {
  const product = {
    symbol: 'ABC-1',
    manufacturer_symbols: ['ABC1', 'ABC-1'],
    manufacturer: { id: 7, name: 'MAKER / Maker Trading Ltd.' },
    description: 'A part',
    product_status: ['HARDLY_AVAILABLE', 'AVAILABLE_WHILE_STOCKS_LAST'],
    minimal_amount: '100',
    multiples: 50,
    packing: { elements: [{ id: 'RL1', translation: 'Reel', amount: 4000 }] },
    parameters: { elements: [{ name: 'Case', values: [{ value: '0603' }, { value: '1608' }] }] },
  };
  const priced = (prices: object) => ({
    status: 'OK',
    data: { elements: [{ symbol: 'ABC-1', stock_quantity: 0, prices }] },
  });
  const elements = [
    { amount: 1, price: 1.23 },
    { amount: '100', price: '0.615' },
  ];
  const cursor = '["ABC-1"]';

  it('reads what a part is, and asks for prices and stocks of its symbol next', () => {
    const page = pageIn(clientOf(), { status: 'OK', data: { products: { elements: [product, { ean: '' }] } } });
    expect(page).toMatchObject({ nextCursor: cursor, skipped: [{ sku: undefined }] });
    expect(page.drafts).toEqual([
      {
        supplierSku: 'ABC-1',
        minimumOrderQuantity: 100,
        orderMultiple: 50,
        packaging: 'Reel',
        description: {
          manufacturer: 'MAKER',
          mpn: 'ABC1',
          text: 'A part',
          attributes: { Case: '0603, 1608' },
          facts: {
            range_status: 'HARDLY_AVAILABLE, AVAILABLE_WHILE_STOCKS_LAST',
            standard_package: '4000',
          },
        },
      },
    ]);
    const next = new URL(request([], page.nextCursor).url);
    expect(next.pathname).toBe('/products/data');
    expect(next.searchParams.getAll('symbols[]')).toEqual(['ABC-1']);
    expect(next.searchParams.getAll('scope[]')).toEqual(['prices', 'stock']);
  });

  it('takes the symbol for the number of a product without one, and says nothing it was not told', () => {
    const bare = {
      symbol: 'ABC-1',
      manufacturer_symbols: [],
      description: 'A part',
      multiples: 0,
      minimal_amount: null,
    };
    expect(pageIn(clientOf(), { status: 'OK', data: [bare] }).drafts).toEqual([
      { supplierSku: 'ABC-1', description: { mpn: 'ABC-1', text: 'A part' } },
    ]);
  });

  it.each<[string, object, readonly string[] | undefined]>([
    ['net prices as they are', { type: 'NET', tax: { rate: 23 } }, ['1.23', '0.615']],
    ['gross prices without their tax', { type: 'GROSS', tax: { rate: '23' } }, ['1', '0.5']],
    ['no gross price without its rate', { type: 'GROSS' }, undefined],
    ['no gross price with a rate that may be a share', { type: 'GROSS', tax: { rate: 0.23 } }, undefined],
    ['no price of unknown kind', { tax: { rate: 23 } }, undefined],
    ['a price of unknown kind when there is no tax', { tax: { rate: 0 } }, ['1.23', '0.615']],
    ['no price without a currency', { type: 'NET', currency: null }, undefined],
    ['no price when a break is not readable', { type: 'NET', elements: [...elements, { amount: 500 }] }, undefined],
  ])('reads %s', (_what, terms, prices) => {
    const page = pageIn(clientOf(), priced({ elements, currency: 'EUR', ...terms }), cursor);
    expect(page).toMatchObject({ nextCursor: undefined });
    const [draft] = page.drafts;
    expect(draft?.stock).toEqual([{ warehouseRef: 'TME', quantity: 0 }]);
    expect(draft?.description).toBeUndefined();
    const ladder = draft?.price?.kind === 'ladder' ? draft.price.ladder : undefined;
    expect(ladder?.breaks.map(({ price }) => price.toString())).toEqual(prices);
    if (ladder !== undefined)
      expect(ladder).toMatchObject({ currency: 'EUR', breaks: [{ quantity: 1 }, { quantity: 100 }] });
  });

  it('asks for more than 50 symbols in as many answers as it takes', () => {
    const symbols = Array.from({ length: 120 }, (_, at) => `S-${at}`);
    const first = pageIn(clientOf(), { status: 'OK', data: symbols.map((symbol) => ({ symbol })) });
    const second = pageIn(clientOf(), { status: 'OK', data: [] }, first.nextCursor);
    const third = pageIn(clientOf(), { status: 'OK', data: [] }, second.nextCursor);
    expect([first, second, third].map(({ nextCursor }) => JSON.parse(nextCursor ?? '[]').length)).toEqual([
      120, 70, 20,
    ]);
    expect(new URL(request([], first.nextCursor).url).searchParams.getAll('symbols[]')).toEqual(symbols.slice(0, 50));
  });

  it('leaves out symbols and numbers that would fail the whole request', () => {
    const bySymbol = new URL(request([part('A', 'OK-1'), part('B', 'x'), part('C', 'y'.repeat(19))]).url);
    expect(bySymbol.searchParams.getAll('symbols[]')).toEqual(['OK-1']);
    const byNumber = new URL(request([part('A1/B#2'), part('A'), part('A1/B#2'), part('z'.repeat(41))]).url);
    expect(byNumber.searchParams.getAll('mpns[]')).toEqual(['A1/B#2']);
    expect(new URL(request([part('A')]).url).searchParams.getAll('mpns[]')).toEqual(['A-']);
  });

  it('sends country, currency and language as set', () => {
    const sent = request([part('A1')], undefined, { country: 'PL', currency: 'PLN', language: 'pl' });
    expect(Object.fromEntries(new URL(sent.url).searchParams)).toMatchObject({ country: 'PL', currency: 'PLN' });
    expect(sent.headers).toMatchObject({ 'accept-language': 'pl', authorization: 'Bearer the-session' });
    expect(() => clientOf({ currency: 'euro' })).toThrow(/^the settings are not usable: currency: /);
  });
});

describe('version 1', () => {
  const old = { version: 1 };

  it('signs the sorted parameters of a request', () => {
    const sent = request([part('A', 'S(1)'), part('B', 'S 2')], undefined, old);
    expect(sent.url).toBe('https://tme.test/Products/GetProducts.json');
    const query =
      'Country=DE&Currency=EUR&Language=en&SymbolList%5B0%5D=S%281%29&SymbolList%5B1%5D=S%202&Token=the-token';
    const base = `POST&https%3A%2F%2Ftme.test%2FProducts%2FGetProducts.json&${encodeURIComponent(query)}`;
    const signature = createHmac('sha1', 'the-secret').update(base).digest('base64');
    expect(sent.body).toBe(`ApiSignature=${encodeURIComponent(signature)}&${query}`);
  });

  it('finds a number by searching and its prices by symbol', () => {
    expect(request([part('ABC1')], undefined, old)).toMatchObject({ safePath: '/Products/Search.json' });
    expect(request([], '["S1"]', old)).toMatchObject({ safePath: '/Products/GetPricesAndStocks.json' });
  });

  it.each([
    [0, undefined],
    [1000, 1000],
  ])('hands on a price for %i pieces as what it is', (PriceBase, priceBase) => {
    const row = {
      Symbol: 'ABC-1',
      Amount: 12,
      VatRate: 19,
      PriceList: [{ Amount: 100, PriceValue: 4.5, PriceBase, Special: false }],
    };
    const page = pageIn(
      clientOf(old),
      { Status: 'OK', Data: { Currency: 'EUR', PriceType: 'NET', ProductList: [row] } },
      '["ABC-1"]',
    );
    expect(page.drafts).toEqual([
      {
        supplierSku: 'ABC-1',
        price: {
          kind: 'ladder',
          ladder: { currency: 'EUR', priceBase, breaks: [{ quantity: 100, price: amount('4.5') }] },
        },
        stock: [{ warehouseRef: 'TME', quantity: 12 }],
      },
    ]);
  });

  it('has no price where its prices are for different numbers of pieces', () => {
    const PriceList = [
      { Amount: 1, PriceValue: 4, PriceBase: 1 },
      { Amount: 10, PriceValue: 4, PriceBase: 100 },
    ];
    const Data = { Currency: 'EUR', PriceType: 'NET', ProductList: [{ Symbol: 'ABC-1', PriceList }] };
    expect(pageIn(clientOf(old), { Status: 'OK', Data }).drafts).toEqual([{ supplierSku: 'ABC-1' }]);
  });
});
