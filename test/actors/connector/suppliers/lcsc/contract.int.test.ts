import { createLcscClient } from '../../../../../actors/connector/suppliers/lcsc/client.ts';
import { isSoldBy } from '../../../../../ops/demo/assortment.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { lcsc, startDemoLcsc } from '../../../../../ops/demo/protocols/lcsc-server.ts';
import { servedRows, supplierClientContract } from '../../../../../plugin-kit/src/testing.ts';

const secret = { key: 'the-key', secret: 'the-secret' };

supplierClientContract('lcsc', async () => {
  const products = shareOf(demoCatalogue('demo'), 30);
  const isSold = isSoldBy(lcsc, 'contract');
  const signedAt = Date.parse('2026-03-01T12:00:00Z');
  const server = await startDemoLcsc({ products, seed: 'contract', ...secret, now: () => signedAt });
  return {
    baseUrl: server.url,
    client: createLcscClient({ baseUrl: server.url, secret, settings: {} }),
    stranger: createLcscClient({ baseUrl: server.url, secret: { ...secret, secret: 'wrong' }, settings: {} }),
    secrets: Object.values(secret),
    // The first of them is asked for alone, so it must be one that the supplier sells.
    wanted: [...products]
      .toSorted((a, b) => Number(isSold(b)) - Number(isSold(a)))
      .map(({ mpn, manufacturer }) => ({ mpn, manufacturer, sku: undefined })),
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: { burst: { window: 'burst', tellsWait: true }, daily: { window: 'daily', tellsWait: true } },
    close: server.close,
  };
});
