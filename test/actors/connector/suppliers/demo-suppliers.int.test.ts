import { expect, it } from 'vitest';
import { createDemoBulkClient } from '../../../../actors/connector/suppliers/demo-bulk/client.ts';
import { createDemoLookupClient } from '../../../../actors/connector/suppliers/demo-lookup/client.ts';
import { plugins } from '../../../../actors/connector/suppliers/registry.ts';
import { startDemoBulkSupplier } from '../../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../ops/demo/catalogue/combine.ts';
import { startDemoLookupSupplier } from '../../../../ops/demo/lookup-supplier.ts';
import { servedRows, supplierClientContract, type ThrottleTold } from '../../../../plugin-kit/src/testing.ts';

const seed = 'contract';

/** A 429 does not say of which window it is. */
const rfc6585: ThrottleTold = { window: 'unknown', tellsWait: true };

supplierClientContract('demo-bulk', async () => {
  const secret = { login: 'the-login', password: 'the-password' };
  let nowMs = 1_000_000;
  const server = await startDemoBulkSupplier({
    products: shareOf(demoCatalogue('demo'), 2_600),
    seed,
    ...secret,
    sessionTtlMs: 60_000,
    now: () => nowMs,
  });
  return {
    baseUrl: server.url,
    client: createDemoBulkClient({ baseUrl: server.url, secret, settings: {} }),
    stranger: createDemoBulkClient({ baseUrl: server.url, secret: { ...secret, password: 'wrong' }, settings: {} }),
    secrets: Object.values(secret),
    wanted: [],
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: { burst: rfc6585, daily: rfc6585 },
    expireSessions: () => {
      nowMs += 60_000;
    },
    close: server.close,
  };
});

supplierClientContract('demo-lookup', async () => {
  const secret = { apiKey: 'the-api-key' };
  const products = shareOf(demoCatalogue('demo'), 130);
  const server = await startDemoLookupSupplier({ products, seed, ...secret });
  return {
    baseUrl: server.url,
    client: createDemoLookupClient({ baseUrl: server.url, secret, settings: {} }),
    stranger: createDemoLookupClient({ baseUrl: server.url, secret: { apiKey: 'wrong' }, settings: {} }),
    secrets: Object.values(secret),
    wanted: [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined })),
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: { burst: rfc6585, daily: rfc6585 },
    close: server.close,
  };
});

it.each(Object.values(plugins))('refuses a secret that lacks something, without showing the rest', (create) => {
  const config = { baseUrl: 'http://supplier.test', secret: { login: 'hush' }, settings: {} };
  expect(() => create(config)).toThrow(/^the (credential has no \w+|settings are not usable: feeds: [\w :,]+)$/);
});

it('keeps the path of a base URL, and part numbers whatever they hold', () => {
  const client = createDemoLookupClient({
    baseUrl: 'http://supplier.test/api/v2/',
    secret: { apiKey: 'k&y' },
    settings: {},
  });
  const parts = [
    { mpn: 'A|B/C#1+2', manufacturer: 'X', sku: undefined },
    { mpn: 'A|B/C#1+2', manufacturer: 'Y', sku: undefined },
    { mpn: '74HC00D,653', manufacturer: 'X', sku: undefined },
  ];
  const url = new URL(
    client.request('lookup', undefined, { sessionToken: undefined, parts, now: new Date(0), nonce: '0' }).url,
  );
  expect(url.pathname).toBe('/api/v2/parts');
  expect(url.searchParams.get('apikey')).toBe('k&y');
  expect(url.searchParams.get('numbers')?.split('|').map(decodeURIComponent)).toEqual(['A|B/C#1+2', '74HC00D,653']);
});
