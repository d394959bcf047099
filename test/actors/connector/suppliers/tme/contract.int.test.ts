import { expect, it } from 'vitest';
import { createTmeClient } from '../../../../../actors/connector/suppliers/tme/client.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { startDemoTme } from '../../../../../ops/demo/protocols/tme-server.ts';
import { servedRows, supplierClientContract, type ThrottleTold } from '../../../../../plugin-kit/src/testing.ts';
import { walkLookups } from '../walk-lookups.ts';

const secret = { token: 'the-token', secret: 'the-secret' };
const products = shareOf(demoCatalogue('demo'), 120);
const wanted = [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));

/** Its limits are not published: a throttle does not say of which window it is. */
const untold: ThrottleTold = { window: 'unknown', tellsWait: true };

const shared = { wanted, secrets: Object.values(secret), throttles: { burst: untold, daily: untold } };

supplierClientContract('tme, version 2', async () => {
  let nowMs = 1_000_000;
  const server = await startDemoTme({ products, seed: 'contract', ...secret, now: () => nowMs });
  return {
    ...shared,
    baseUrl: server.url,
    client: createTmeClient({ baseUrl: server.url, secret, settings: {} }),
    stranger: createTmeClient({ baseUrl: server.url, secret: { ...secret, secret: 'wrong' }, settings: {} }),
    servedRows: servedRows(server),
    fail: server.fail,
    expireSessions: () => {
      nowMs += 300_000;
    },
    close: server.close,
  };
});

supplierClientContract('tme, version 1', async () => {
  const server = await startDemoTme({ products, seed: 'contract', ...secret });
  const settings = { version: 1 };
  return {
    ...shared,
    wanted: wanted.slice(0, 20),
    baseUrl: server.url,
    client: createTmeClient({ baseUrl: server.url, secret, settings }),
    stranger: createTmeClient({ baseUrl: server.url, secret: { ...secret, secret: 'wrong' }, settings }),
    servedRows: servedRows(server),
    fail: server.fail,
    close: server.close,
  };
});

it('looks 200 part numbers up in at most 8 calls', async () => {
  const many = shareOf(demoCatalogue('demo'), 200);
  const server = await startDemoTme({ products: many, seed: 'cost', ...secret });
  try {
    const client = createTmeClient({ baseUrl: server.url, secret, settings: {} });
    const parts = [...many].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));
    const walk = await walkLookups(client, server.url, parts);
    expect(parts).toHaveLength(200);
    expect(walk.calls).toBeLessThanOrEqual(8);
    expect(walk.skus).toBeGreaterThan(150);
    expect(server.calls().filter(({ endpoint }) => endpoint !== '/auth/token')).toHaveLength(walk.calls);
  } finally {
    await server.close();
  }
});
