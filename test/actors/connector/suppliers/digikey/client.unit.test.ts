import { describe, expect, it } from 'vitest';
import { createDigikeyClient } from '../../../../../actors/connector/suppliers/digikey/client.ts';
import { amount } from '../../../../../domain/money.ts';
import { answered, instant, pageIn } from '../answered.ts';

const secret = { clientId: 'the-id', clientSecret: 'the-secret' };
const config = { baseUrl: 'https://digikey.test', secret, settings: {} };
const client = createDigikeyClient(config);

const packaging = {
  DigiKeyProductNumber: 'AB12CT-ND',
  PackageType: { Id: 2, Name: 'Cut Tape (CT)' },
  StandardPricing: [
    { BreakQuantity: 1, UnitPrice: 0.26, TotalPrice: 0.26 },
    { BreakQuantity: 1000, UnitPrice: '0.07392', TotalPrice: 73.92 },
  ],
  MyPricing: [],
  MarketPlace: false,
  QuantityAvailableforPackageType: 706,
  MinimumOrderQuantity: 1,
  StandardPackage: 3000,
};

const product = {
  ManufacturerProductNumber: 'AB12',
  Manufacturer: { Id: 1, Name: 'Maker' },
  Description: { ProductDescription: 'A PART', DetailedDescription: 'A part at length' },
  ProductStatus: { Id: 0, Status: 'Aktiv' },
  ManufacturerLeadWeeks: '13',
  QuantityAvailable: 50_706,
  Parameters: [
    { ParameterText: 'Polarity', ValueText: 'NPN' },
    { ParameterText: 'Qualification', ValueText: '-' },
  ],
  ProductVariations: [packaging],
};

const SearchLocaleUsed = { Site: 'US', Language: 'en', Currency: 'USD' };
const detailsOf = (changes: object) => ({ Product: { ...product, ...changes }, SearchLocaleUsed });
const draftOf = (changes: object) => pageIn(client, detailsOf(changes)).drafts[0];
const packagedAs = (changes: object) => draftOf({ ProductVariations: [{ ...packaging, ...changes }] });

const ladder = (currency: string, ...breaks: [number, string][]) => ({
  kind: 'ladder',
  ladder: { currency, breaks: breaks.map(([quantity, price]) => ({ quantity, price: amount(price) })) },
});

it('reads a packaging as an offer with the facts of its product', () => {
  expect(draftOf({})).toMatchObject({
    supplierSku: 'AB12CT-ND',
    price: ladder('USD', [1, '0.26'], [1000, '0.07392']),
    minimumOrderQuantity: 1,
    packaging: 'Cut Tape (CT)',
    stock: [{ warehouseRef: 'Digi-Key', quantity: 706 }],
    leadTimeDays: 91,
    description: {
      manufacturer: 'Maker',
      mpn: 'AB12',
      text: 'A part at length',
      lifecycle: 'active',
      attributes: { Polarity: 'NPN' },
    },
  });
  expect(draftOf({})).not.toHaveProperty('orderMultiple');
});

it('makes an offer of every packaging, but not of what others sell on the marketplace', () => {
  const page = pageIn(
    client,
    detailsOf({
      ProductVariations: [
        packaging,
        { ...packaging, DigiKeyProductNumber: 'AB12TR-ND' },
        { ...packaging, DigiKeyProductNumber: '2-AB12', MarketPlace: true },
        { ...packaging, DigiKeyProductNumber: null },
      ],
    }),
  );
  expect(page.drafts.map(({ supplierSku }) => supplierSku)).toEqual(['AB12CT-ND', 'AB12TR-ND']);
  expect(page.skipped).toHaveLength(1);
});

it('leaves unknown what the answer does not say', () => {
  expect(packagedAs({ MinimumOrderQuantity: 0 })).not.toHaveProperty('minimumOrderQuantity');
  expect(packagedAs({ StandardPricing: [] })).not.toHaveProperty('price');
  expect(draftOf({ ManufacturerLeadWeeks: null })).not.toHaveProperty('leadTimeDays');
  expect(pageIn(client, { Product: product }).drafts[0]).not.toHaveProperty('price');
  const bare = { ProductVariations: [{ DigiKeyProductNumber: 'X-ND' }] };
  expect(pageIn(client, { Product: bare }).drafts).toEqual([{ supplierSku: 'X-ND', description: {} }]);
});

it('takes the total for the stock of a packaging only when there is no other', () => {
  const uncounted = { ...packaging, QuantityAvailableforPackageType: undefined };
  expect(draftOf({ ProductVariations: [uncounted] })?.stock).toEqual([{ warehouseRef: 'Digi-Key', quantity: 50_706 }]);
  const other = { ...packaging, DigiKeyProductNumber: 'AB12TR-ND' };
  expect(draftOf({ ProductVariations: [uncounted, other] })).not.toHaveProperty('stock');
});

it('sells a whole reel in its own multiple, and a Digi-Reel with a fee for each reel', () => {
  const packaged = (Name: string) => packagedAs({ PackageType: { Id: 1, Name }, DigiReelFee: 7 });
  expect(packaged('Tape & Reel (TR)')).toMatchObject({ orderMultiple: 3000 });
  expect(packaged('Tape & Reel (TR)')?.price).toEqual(draftOf({})?.price);
  expect(packaged('Digi-Reel®')?.price).toMatchObject({ ladder: { orderFee: amount('7'), orderFeePieces: 3000 } });
  expect(packaged('Digi-Reel®')).not.toHaveProperty('orderMultiple');
  expect(packaged('Cut Tape (CT)')).toEqual(draftOf({}));
});

it("prefers the account's own prices", () => {
  const MyPricing = [{ BreakQuantity: 1, UnitPrice: 0.2 }];
  expect(packagedAs({ MyPricing })?.price).toMatchObject(ladder('USD', [1, '0.2']));
});

it.each([
  [{ ProductStatus: { Id: 1 } }, 'discontinued'],
  // That Digi-Key no longer sells it says nothing of its manufacturer.
  [{ ProductStatus: { Id: 2 } }, undefined],
  [{ ProductStatus: { Id: 4 } }, 'deprecated'],
  [{ ProductStatus: { Id: 7 } }, 'deprecated'],
  [{ ProductStatus: { Id: 99 } }, undefined],
  [{ ProductStatus: { Id: 99 }, Discontinued: true }, undefined],
  [{ ProductStatus: null, EndOfLife: true }, 'deprecated'],
])('finds in %j the lifecycle %s', (changes, lifecycle) => {
  expect(draftOf(changes)?.description?.lifecycle).toBe(lifecycle);
});

it('takes the exact matches of a search, or all that was found where there are none', () => {
  const near = { ...product, ProductVariations: [{ ...packaging, DigiKeyProductNumber: 'AB123-ND' }] };
  const skusIn = (body: object) => pageIn(client, body).drafts.map(({ supplierSku }) => supplierSku);
  expect(skusIn({ Products: [near, product], ExactMatches: [product] })).toEqual(['AB12CT-ND']);
  expect(skusIn({ Products: [near], ExactMatches: [] })).toEqual(['AB123-ND']);
  expect(skusIn({ Products: [] })).toEqual([]);
});

it('reads the currency wherever the answer echoes it', () => {
  const body = { Product: product, SettingsUsed: { SearchLocaleUsed: { Currency: 'EUR' } } };
  expect(pageIn(client, body).drafts[0]?.price).toMatchObject({ ladder: { currency: 'EUR' } });
});

it('reads a product that nobody knows as an answer without offers', () => {
  const response = answered(404, { title: 'Not Found', status: 404, detail: 'no such product' });
  expect(client.decode('lookup', undefined, response)).toMatchObject({ kind: 'page', drafts: [], skipped: [] });
});

it('still reads searches of version 3', () => {
  const part = {
    DigiKeyPartNumber: '1-2-ND',
    ManufacturerPartNumber: 'AB12',
    ManufacturerName: { Id: '1', Text: 'Maker' },
    ProductDescription: 'A PART',
    Packaging: { Parameter: 'Packaging', Value: 'Tube' },
    StandardPricing: [{ BreakQuantity: 25, UnitPrice: 0.5 }],
    MinimumOrderQuantity: 25,
    QuantityOnHand: 0,
    ManufacturerLeadWeeks: '6 weeks',
    PartStatus: 'Obsolete',
    Parameters: [{ Parameter: 'Type', Value: '555' }],
  };
  expect(pageIn(client, { Parts: [part], ExactParts: [], SearchLocaleUsed }).drafts).toEqual([
    {
      supplierSku: '1-2-ND',
      price: ladder('USD', [25, '0.5']),
      minimumOrderQuantity: 25,
      packaging: 'Tube',
      stock: [{ warehouseRef: 'Digi-Key', quantity: 0 }],
      leadTimeDays: 42,
      description: {
        manufacturer: 'Maker',
        mpn: 'AB12',
        text: 'A PART',
        lifecycle: 'discontinued',
        attributes: { Type: '555' },
        facts: { lifecycle_detail: 'Obsolete' },
      },
    },
  ]);
  expect(pageIn(client, { Products: [part] }).drafts).toHaveLength(1);
});

describe('a request', () => {
  const ask = (part: { mpn: string; sku?: string }, settings = {}) =>
    createDigikeyClient({ ...config, settings }).request('lookup', undefined, {
      sessionToken: 'the-token',
      parts: [{ sku: undefined, ...part }],
      ...instant,
    });

  it("searches for a maker's number, without what others sell", () => {
    const request = ask({ mpn: 'A/B #1' }, { site: 'DE', language: 'de', currency: 'EUR', accountId: '42' });
    expect(request).toMatchObject({ method: 'POST', safePath: '/products/v4/search/keyword' });
    expect(JSON.parse(request.body ?? '')).toMatchObject({
      Keywords: 'A/B #1',
      FilterOptionsRequest: { MarketPlaceFilter: 'ExcludeMarketPlace' },
    });
    expect(request.headers).toMatchObject({
      authorization: 'Bearer the-token',
      'X-DIGIKEY-Client-Id': 'the-id',
      'X-DIGIKEY-Locale-Site': 'DE',
      'X-DIGIKEY-Locale-Language': 'de',
      'X-DIGIKEY-Locale-Currency': 'EUR',
    });
    expect(request.headers).not.toHaveProperty('X-DIGIKEY-Account-ID');
  });

  it("asks for a known SKU by itself, for the account's prices", () => {
    const request = ask({ mpn: 'x', sku: '1/2 #3-ND' }, { accountId: '42' });
    expect(request.url).toBe('https://digikey.test/products/v4/search/1%2F2%20%233-ND/productdetails');
    expect(request).toMatchObject({ method: 'GET', endpoint: ask({ mpn: 'x' }).endpoint });
    expect(request.headers).toMatchObject({ 'X-DIGIKEY-Account-ID': '42' });
  });

  it('is refused settings that it cannot use', () => {
    expect(() => ask({ mpn: 'x' }, { currency: 'euro' })).toThrow(/^the settings are not usable: currency/);
  });
});

describe('signing in', () => {
  const formFor = (given: Record<string, string>, refreshToken?: string) => {
    const { session } = createDigikeyClient({ ...config, secret: { ...secret, ...given } });
    const request = session?.request({ refreshToken, ...instant });
    return Object.fromEntries(new URLSearchParams(request?.body));
  };
  const granted = { access_token: 'the-token', refresh_token: 'next', expires_in: 599, token_type: 'Bearer' };

  it('is by client credentials', () => {
    expect(formFor({})).toEqual({
      client_id: 'the-id',
      client_secret: 'the-secret',
      grant_type: 'client_credentials',
    });
    expect(client.session?.read(answered(200, granted))).toEqual({
      kind: 'session',
      token: 'the-token',
      lifetimeMs: 599_000,
    });
  });

  it('is on behalf of a user with the latest refresh token, and hands on the next', () => {
    expect(formFor({ refreshToken: 'first' })).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'first' });
    expect(formFor({ refreshToken: 'first' }, 'second')).toMatchObject({ refresh_token: 'second' });
    const { session } = createDigikeyClient({ ...config, secret: { ...secret, refreshToken: 'first' } });
    expect(session?.read(answered(200, granted))).toMatchObject({ token: 'the-token', refreshToken: 'next' });
    expect(session?.read(answered(200, { ...granted, refresh_token: undefined }))).not.toHaveProperty('refreshToken');
  });
});
