import { createGenericClient } from '../../../../../actors/connector/suppliers/generic/client.ts';
import { demoCatalogue } from '../../../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../../../ops/demo/catalogue/combine.ts';
import { startDemoShop } from '../../../../../ops/demo/protocols/shop-server.ts';
import { servedRows, supplierClientContract, type ThrottleTold } from '../../../../../plugin-kit/src/testing.ts';

const settings = {
  auth: { kind: 'header', name: 'x-api-key' },
  currency: 'EUR',
  decimalMark: ',',
  feeds: {
    catalogue: {
      path: '/api/products',
      format: { kind: 'json', rows: 'data.items' },
      paging: { kind: 'page', parameter: 'page', size: { parameter: 'per_page', rows: 100 } },
      fields: {
        sku: 'article',
        mpn: 'part.number',
        manufacturer: 'part.maker',
        text: 'title',
        minimum: 'min',
        stock: 'stock',
      },
    },
    prices: {
      path: '/prices.csv',
      format: { kind: 'csv', delimiter: ';' },
      fields: {
        sku: 'Artikel',
        minimum: 'Menge',
        breaks: { columns: [1, 10, 100, 1000].map((from) => ({ from, price: `ab ${from}` })) },
      },
    },
  },
};

/** A 429 does not say of which window it is. */
const untold: ThrottleTold = { window: 'unknown', tellsWait: true };

supplierClientContract('generic', async () => {
  const secret = { apiKey: 'the-api-key' };
  const server = await startDemoShop({ products: shareOf(demoCatalogue('demo'), 330), seed: 'contract', ...secret });
  return {
    baseUrl: server.url,
    client: createGenericClient({ baseUrl: server.url, secret, settings }),
    stranger: createGenericClient({ baseUrl: server.url, secret: { apiKey: 'wrong' }, settings }),
    secrets: Object.values(secret),
    wanted: [],
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: { burst: untold, daily: untold },
    close: server.close,
  };
});
