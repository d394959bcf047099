import { expect, it } from 'vitest';
import { createNexarClient } from '../../../../../actors/connector/suppliers/nexar/client.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { startDemoNexar } from '../../../../../ops/demo/protocols/nexar-server.ts';
import { servedRows, supplierClientContract } from '../../../../../plugin-kit/src/testing.ts';
import { walkLookups } from '../walk-lookups.ts';

const secret = { clientId: 'the-client-id', clientSecret: 'the-client-secret' };

supplierClientContract('nexar', async () => {
  let nowMs = 1_000_000;
  const products = shareOf(demoCatalogue('demo'), 60);
  const server = await startDemoNexar({ products, seed: 'contract', ...secret, now: () => nowMs });
  const settings = { identityUrl: server.url };
  return {
    baseUrl: server.url,
    client: createNexarClient({ baseUrl: server.url, secret, settings }),
    stranger: createNexarClient({ baseUrl: server.url, secret: { ...secret, clientSecret: 'wrong' }, settings }),
    secrets: Object.values(secret),
    wanted: [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined })),
    servedRows: servedRows(server),
    fail: server.fail,
    // A used-up plan begins anew with the month.
    throttles: { burst: { window: 'unknown', tellsWait: true }, daily: { window: 'daily', tellsWait: 'indirectly' } },
    expireSessions: () => {
      nowMs += 86_400_000;
    },
    close: server.close,
  };
});

it('looks 200 part numbers up in at most 10 calls, and pays for the parts returned as the supplier counts them', async () => {
  const many = shareOf(demoCatalogue('demo'), 200);
  const server = await startDemoNexar({ products: many, seed: 'cost', ...secret });
  try {
    const client = createNexarClient({ baseUrl: server.url, secret, settings: { identityUrl: server.url } });
    const parts = [...many].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));
    const walk = await walkLookups(client, server.url, parts);
    expect(parts).toHaveLength(200);
    expect(walk.calls).toBeLessThanOrEqual(10);
    expect(walk.units).toBeLessThanOrEqual(210);
    expect(server.calls().reduce((sum, { units }) => sum + units, 0)).toBe(walk.units);
    expect(server.calls()).toHaveLength(walk.calls);
  } finally {
    await server.close();
  }
});

it('is told in a 200 when the plan is used up, or a field is outside of it', async () => {
  const partLimit = { window: 'daily', units: 1, periodMs: 31 * 86_400_000 } as const;
  const products = shareOf(demoCatalogue('demo'), 40);
  const server = await startDemoNexar({ products, seed: 'cost', ...secret, partLimit });
  try {
    const settings = { identityUrl: server.url };
    const parts = [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));
    const clientWith = (extras: readonly string[]) =>
      createNexarClient({ baseUrl: server.url, secret, settings: { ...settings, extras } });
    await expect(walkLookups(clientWith(['specs']), server.url, parts)).rejects.toThrow('blocked');
    await expect(walkLookups(clientWith([]), server.url, parts)).rejects.toThrow('throttled');
  } finally {
    await server.close();
  }
});
