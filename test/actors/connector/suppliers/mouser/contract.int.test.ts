import { expect, it } from 'vitest';
import { createMouserClient } from '../../../../../actors/connector/suppliers/mouser/client.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { mouserLimits, startDemoMouser } from '../../../../../ops/demo/protocols/mouser-server.ts';
import { servedRows, supplierClientContract, type ThrottleTold } from '../../../../../plugin-kit/src/testing.ts';
import { draftsOfLookups, walkLookups } from '../walk-lookups.ts';

const secret = { apiKey: 'the-api-key' };

const firstParts = (count: number) => {
  const products = shareOf(demoCatalogue('demo'), count);
  return { products, wanted: [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined })) };
};

const throttles: Readonly<Record<'burst' | 'daily', ThrottleTold>> = {
  burst: { window: 'burst', tellsWait: false },
  daily: { window: 'daily', tellsWait: false },
};

for (const { version, account } of [
  { version: 1, account: { language: 'en', currency: 'USD' } },
  { version: 2, account: { language: 'de', currency: 'EUR' } },
] as const) {
  supplierClientContract(`mouser, version ${version}, in ${account.language}`, async () => {
    const { products, wanted } = firstParts(120);
    const server = await startDemoMouser({ products, seed: 'contract', ...secret, account });
    const config = { baseUrl: server.url, settings: { version } };
    return {
      baseUrl: server.url,
      client: createMouserClient({ ...config, secret }),
      stranger: createMouserClient({ ...config, secret: { apiKey: 'wrong' } }),
      secrets: Object.values(secret),
      wanted,
      servedRows: servedRows(server),
      fail: server.fail,
      throttles,
      close: server.close,
    };
  });
}

it('reads the same of the same parts in every language', async () => {
  const { products, wanted } = firstParts(60);
  const [english, german] = await Promise.all(
    (['en', 'de'] as const).map(async (language) => {
      const account = { language, currency: 'USD' } as const;
      const server = await startDemoMouser({ products, seed: 'languages', ...secret, account });
      const client = createMouserClient({ baseUrl: server.url, secret, settings: {} });
      try {
        return await draftsOfLookups(client, server.url, wanted);
      } finally {
        await server.close();
      }
    }),
  );
  expect(german).toEqual(english);
  expect(english?.filter(({ price }) => price?.kind === 'ladder').length).toBeGreaterThan(20);
});

it('looks 200 part numbers up in at most 20 calls, inside of the limits that the supplier enforces', async () => {
  const { products, wanted } = firstParts(200);
  const server = await startDemoMouser({ products, seed: 'cost', ...secret, metering: { limits: mouserLimits } });
  try {
    const client = createMouserClient({ baseUrl: server.url, secret, settings: {} });
    const walk = await walkLookups(client, server.url, wanted);
    expect(wanted).toHaveLength(200);
    expect(walk.calls).toBeLessThanOrEqual(20);
    expect(walk.skus).toBeGreaterThan(100);
    expect(server.busiest(60_000)).toBe(walk.calls);
    await expect(walkLookups(client, server.url, wanted)).rejects.toThrow('throttled');
    expect(server.busiest(60_000)).toBe(30);
  } finally {
    await server.close();
  }
});
