import { expect, it } from 'vitest';
import { createElement14Client } from '../../../../../actors/connector/suppliers/element14/client.ts';
import { callSupplier } from '../../../../../actors/connector/suppliers/http.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { element14Limits, startDemoElement14 } from '../../../../../ops/demo/protocols/element14-server.ts';
import { servedRows, supplierClientContract } from '../../../../../plugin-kit/src/testing.ts';
import { instant } from '../answered.ts';
import { walkLookups } from '../walk-lookups.ts';

const secret = { apiKey: 'the-api-key' };
const settings = { store: 'www.newark.com' };
const products = shareOf(demoCatalogue('demo'), 40);
const wanted = [...products].map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined }));

supplierClientContract('element14', async () => {
  const server = await startDemoElement14({ products, seed: 'contract', ...secret });
  return {
    baseUrl: server.url,
    client: createElement14Client({ baseUrl: server.url, secret, settings }),
    stranger: createElement14Client({ baseUrl: server.url, secret: { apiKey: 'wrong' }, settings }),
    secrets: Object.values(secret),
    wanted,
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: { burst: { window: 'burst', tellsWait: true }, daily: { window: 'daily', tellsWait: true } },
    close: server.close,
  };
});

it('asks for ten known SKUs in one call, and says the same of them as by number', async () => {
  const server = await startDemoElement14({ products, seed: 'skus', ...secret });
  try {
    const client = createElement14Client({ baseUrl: server.url, secret, settings });
    const draftsFor = async (parts: readonly { mpn: string; manufacturer: string; sku: string | undefined }[]) => {
      const request = client.request('lookup', undefined, { sessionToken: undefined, parts, ...instant });
      const outcome = await callSupplier(request, {
        baseUrl: server.url,
        fetch,
        timeoutMs: 10_000,
        maxBodyBytes: 9_000_000,
      });
      const page = outcome.kind === 'answered' ? client.decode('lookup', undefined, outcome.response) : undefined;
      return page?.kind === 'page' ? page.drafts : [];
    };
    const byNumber = (await Promise.all(wanted.slice(0, 14).map((part) => draftsFor([part])))).flat().slice(0, 10);
    const parts = byNumber.map(({ supplierSku }) => ({ mpn: 'x', manufacturer: 'x', sku: supplierSku }));
    expect(await draftsFor(parts)).toEqual(byNumber);
    expect(byNumber).toHaveLength(10);
  } finally {
    await server.close();
  }
});

it('is throttled when it does not keep to the limits of the supplier', async () => {
  const nowMs = 1_000_000;
  const metering = { limits: element14Limits, now: () => nowMs };
  const server = await startDemoElement14({ products, seed: 'limits', ...secret, metering });
  try {
    const client = createElement14Client({ baseUrl: server.url, secret, settings });
    await expect(walkLookups(client, server.url, wanted)).rejects.toThrow('throttled');
    expect(server.calls().map(({ isOverLimit }) => isOverLimit)).toEqual([false, false, true]);
  } finally {
    await server.close();
  }
});
