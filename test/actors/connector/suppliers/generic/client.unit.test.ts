import { describe, expect, it } from 'vitest';
import { createGenericClient } from '../../../../../actors/connector/suppliers/generic/client.ts';
import type { DataPhase, DecodedPage } from '../../../../../actors/connector/suppliers/supplier-client.ts';
import { amount } from '../../../../../domain/money.ts';
import { answered, instant } from '../answered.ts';

const clientOf = (settings: Readonly<Record<string, unknown>>) =>
  createGenericClient({
    baseUrl: 'https://shop.test/v1',
    secret: { apiKey: 'the-key', login: 'the-login', password: 'the-password' },
    settings,
  });

const jsonFeed = (more: object = {}) => ({ path: '/list', format: { kind: 'json' }, fields: { sku: 'id' }, ...more });

const csvFeed = (fields: object, more: object = {}) => ({
  path: '/list.csv',
  format: { kind: 'csv', delimiter: ';', ...more },
  fields: { sku: 'No', ...fields },
});

const pageIn = (
  settings: Readonly<Record<string, unknown>>,
  body: unknown,
  { phase = 'catalogue', cursor }: { phase?: DataPhase; cursor?: string } = {},
): DecodedPage => {
  const decoded = clientOf(settings).decode(phase, cursor, answered(200, body));
  if (decoded.kind === 'malformed') throw new Error(decoded.reason);
  return decoded;
};

const urlAt = (settings: Readonly<Record<string, unknown>>, cursor?: string): URL =>
  new URL(clientOf(settings).request('catalogue', cursor, { sessionToken: undefined, parts: [], ...instant }).url);

describe('a row', () => {
  const everything = {
    sku: 'id',
    mpn: 'part.mpn',
    manufacturer: { constant: 'ACME' },
    minimum: 'min',
    multiple: 'step',
    leadTimeDays: 'days',
    currency: 'price.currency',
    priceBase: 'price.per',
    orderFee: 'price.reeling',
    orderFeePieces: 'price.reel',
    breaks: { list: 'price.steps', quantity: 'from', price: 'net' },
    stock: 'qty.0',
    attributes: { Case: 'spec.case' },
  };
  const row = {
    id: 17,
    part: { mpn: 'X1' },
    min: '5',
    step: 5,
    days: 14,
    price: {
      currency: 'eur',
      per: 100,
      reeling: '7.00',
      steps: [
        { from: 10, net: '1.50' },
        { from: 5, net: 1.75 },
      ],
    },
    qty: [30],
    spec: { case: '0603' },
  };

  it('of JSON is read by paths, constants and lists', () => {
    const settings = { warehouse: 'Hall 2', feeds: { catalogue: jsonFeed({ fields: everything }) } };
    expect(pageIn(settings, [row]).drafts).toEqual([
      {
        supplierSku: '17',
        price: {
          kind: 'ladder',
          ladder: {
            currency: 'EUR',
            priceBase: 100,
            orderFee: amount('7'),
            breaks: [
              { quantity: 5, price: amount('1.75') },
              { quantity: 10, price: amount('1.5') },
            ],
          },
        },
        minimumOrderQuantity: 5,
        orderMultiple: 5,
        stock: [{ warehouseRef: 'Hall 2', quantity: 30 }],
        leadTimeDays: 14,
        description: { manufacturer: 'ACME', mpn: 'X1', attributes: { Case: '0603' } },
      },
    ]);
  });

  it.each<[string, object]>([
    ['no currency', { ...row, price: { ...row.price, currency: null } }],
    ['a currency that is none', { ...row, price: { ...row.price, currency: 'euro' } }],
    ['a price base that cannot be read', { ...row, price: { ...row.price, per: 'hundred' } }],
    ['a fee for reels of a size that cannot be read', { ...row, price: { ...row.price, reel: 'full' } }],
    ['a break that cannot be read', { ...row, price: { ...row.price, steps: [{ from: 1, net: 'ask' }] } }],
  ])('has no price when there is %s', (_what, given) => {
    const [draft] = pageIn({ feeds: { catalogue: jsonFeed({ fields: everything }) } }, [given]).drafts;
    expect(draft?.supplierSku).toBe('17');
    expect(draft).not.toHaveProperty('price');
  });

  it.each(['0', 0, '0.00'])('with a fee and a price base of %j has a price without them', (nothing) => {
    const given = { ...row, price: { ...row.price, per: nothing, reeling: nothing } };
    const [draft] = pageIn({ feeds: { catalogue: jsonFeed({ fields: everything }) } }, [given]).drafts;
    expect(draft?.price).toMatchObject({ kind: 'ladder', ladder: { currency: 'EUR', priceBase: undefined } });
    expect(draft?.price).not.toHaveProperty('ladder.orderFee');
  });

  it('of CSV is read by column, with prices by quantity in columns', () => {
    const feed = csvFeed({
      stock: 'In stock',
      breaks: {
        columns: [
          { from: 1, price: 'P.1' },
          { from: 100, price: 'P.100' },
        ],
      },
    });
    const settings = { currency: 'EUR', decimalMark: ',', onRequest: ['auf Anfrage'], feeds: { catalogue: feed } };
    const lines = [
      'No;In stock;P.1;P.100',
      'A;1.000;0,50 €;0,40 €',
      'B;viele;auf Anfrage;',
      'C;;1,00;',
      ';1;1;1',
      'D;1',
      '',
    ];
    const page = pageIn(settings, lines.join('\r\n'));
    const ladder = (...prices: readonly (readonly [number, string])[]) => ({
      kind: 'ladder',
      ladder: {
        currency: 'EUR',
        priceBase: undefined,
        breaks: prices.map(([quantity, price]) => ({ quantity, price: amount(price) })),
      },
    });
    expect(page.drafts).toEqual([
      { supplierSku: 'A', price: ladder([1, '0.5'], [100, '0.4']), stock: [{ warehouseRef: 'main', quantity: 1000 }] },
      { supplierSku: 'B', price: { kind: 'on_request' } },
      { supplierSku: 'C', price: ladder([1, '1']) },
    ]);
    expect(page.skipped).toHaveLength(2);
  });

  it('of CSV that may be cut off is left out, unless the shop never ends its last line', () => {
    const bodies = { feeds: { catalogue: csvFeed({}) } };
    expect(pageIn(bodies, 'No;x\nA;1\nB;12').drafts).toHaveLength(1);
    const lax = { feeds: { catalogue: csvFeed({}, { endsWithLineBreak: false }) } };
    expect(pageIn(lax, 'No;x\nA;1\nB;12').drafts).toHaveLength(2);
  });
});

describe('pages', () => {
  const rows = (count: number, from = 0) => Array.from({ length: count }, (_, at) => ({ id: `S${from + at}` }));

  it('are numbered until one is not full', () => {
    const paging = { kind: 'page', parameter: 'p', first: 0, size: { parameter: 'n', rows: 2 } };
    const settings = { feeds: { catalogue: jsonFeed({ paging, query: { lang: 'en' } }) } };
    expect(urlAt(settings).search).toBe('?lang=en&p=0&n=2');
    expect(urlAt(settings, '1').search).toBe('?lang=en&p=1&n=2');
    expect(pageIn(settings, rows(2)).nextCursor).toBe('1');
    expect(pageIn(settings, rows(1), { cursor: '1' }).nextCursor).toBeUndefined();
  });

  it('begin after the rows before them', () => {
    const paging = { kind: 'offset', parameter: 'skip', size: { rows: 3 } };
    const settings = { feeds: { catalogue: jsonFeed({ paging }) } };
    expect(urlAt(settings).search).toBe('?skip=0');
    expect(pageIn(settings, rows(3), { cursor: '3' }).nextCursor).toBe('6');
    expect(pageIn(settings, rows(2), { cursor: '6' }).nextCursor).toBeUndefined();
  });

  it('are led to by a cursor in the one before', () => {
    const paging = { kind: 'cursor', parameter: 'after', path: 'meta.next' };
    const settings = { feeds: { catalogue: jsonFeed({ paging, format: { kind: 'json', rows: 'items' } }) } };
    expect(pageIn(settings, { items: rows(1), meta: { next: 'abc' } }).nextCursor).toBe('abc');
    expect(pageIn(settings, { items: rows(1), meta: { next: null } }).nextCursor).toBeUndefined();
    expect(pageIn(settings, { items: [], meta: { next: 'abc' } }, { cursor: 'abc' }).nextCursor).toBeUndefined();
    expect(urlAt(settings, 'abc').search).toBe('?after=abc');
  });

  it('are led to by a link, which keeps no key', () => {
    const paging = { kind: 'link', path: 'next' };
    const auth = { kind: 'query', parameter: 'key' };
    const settings = { auth, feeds: { catalogue: jsonFeed({ paging, format: { kind: 'json', rows: 'items' } }) } };
    const { nextCursor } = pageIn(settings, { items: rows(1), next: '/v1/list?key=the-key&page=2' });
    expect(nextCursor).toBe('/v1/list?page=2');
    expect(urlAt(settings, nextCursor).href).toBe('https://shop.test/v1/list?page=2&key=the-key');
  });
});

it.each<[object, Record<string, string>, string]>([
  [{ kind: 'none' }, {}, ''],
  [{ kind: 'header', name: 'authorization', prefix: 'Token ' }, { authorization: 'Token the-key' }, ''],
  [{ kind: 'query', parameter: 'key' }, {}, '?key=the-key'],
  [{ kind: 'basic' }, { authorization: `Basic ${btoa('the-login:the-password')}` }, ''],
])('gets in by %j', (auth, headers, search) => {
  const client = clientOf({ auth, feeds: { stocks: jsonFeed() } });
  const request = client.request('stocks', undefined, { sessionToken: undefined, parts: [], ...instant });
  expect(request.headers).toEqual(headers);
  expect(new URL(request.url).search).toBe(search);
  expect(client.phases).toEqual(['stocks']);
});

it('asks for parts by number', () => {
  const ask = { parameter: 'mpn', separator: '|', atMost: 3 };
  const client = clientOf({ feeds: { lookup: { ...jsonFeed(), ask } } });
  const parts = ['X1', 'X2', 'X1'].map((mpn) => ({ mpn, manufacturer: 'M', sku: undefined }));
  const request = client.request('lookup', undefined, { sessionToken: undefined, parts, ...instant });
  expect(new URL(request.url).searchParams.get('mpn')).toBe('X1|X2');
  expect(client.lookup).toEqual({ byNumber: 3, bySku: 0 });
});

it.each<[string, object, RegExp]>([
  ['an unknown setting', { feeds: { catalogue: jsonFeed({ colour: 'red' }) } }, /feeds\.catalogue/],
  ['a path with a query', { feeds: { catalogue: jsonFeed({ path: '/list?key=1' }) } }, /feeds\.catalogue\.path/],
  [
    'a CSV page that links on',
    { feeds: { catalogue: { ...csvFeed({}), paging: { kind: 'link', path: 'x' } } } },
    /paging/,
  ],
  ['no feed', { feeds: {} }, /there is no feed/],
])('refuses settings with %s', (_what, settings, reason) => {
  expect(() => clientOf({ ...settings })).toThrow(reason);
});

it.each([
  ['a page for people', '<!DOCTYPE html><html><body>Sorry</body></html>'],
  ['nothing', ''],
  ['an open quote', 'No;x\n"A;1'],
])('finds %s in place of CSV malformed', (_what, body) => {
  const client = clientOf({ feeds: { catalogue: csvFeed({}) } });
  expect(client.decode('catalogue', undefined, answered(200, body)).kind).toBe('malformed');
});

it.each([
  [401, { kind: 'authentication', refused: 'credential' }],
  [403, { kind: 'blocked' }],
  [429, { kind: 'throttled', window: 'unknown', retryAfterMs: undefined }],
  [500, { kind: 'upstream_fault', retryAfterMs: undefined }],
  [404, { kind: 'bad_input', reason: 'status 404' }],
  [200, { kind: 'success' }],
])('takes status %i for %j', (status, means) => {
  expect(clientOf({ feeds: { catalogue: jsonFeed() } }).classify(answered(status, ''))).toEqual(means);
});
