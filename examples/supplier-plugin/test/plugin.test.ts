import { join } from 'node:path';
import { answerFixtures, servedRows, supplierClientContract } from '@offerstream/plugin-kit/testing';
import { plugin } from '../src/plugin.ts';
import { startHarbour } from './demo-server.ts';

supplierClientContract(plugin.name, async () => {
  const secret = { key: 'the-key' };
  const server = await startHarbour(secret.key);
  return {
    baseUrl: server.url,
    client: plugin.create({ baseUrl: server.url, secret, settings: {} }),
    stranger: plugin.create({ baseUrl: server.url, secret: { key: 'wrong' }, settings: {} }),
    secrets: Object.values(secret),
    wanted: [],
    servedRows: servedRows(server),
    fail: server.fail,
    throttles: {
      burst: { window: 'unknown', tellsWait: true },
      daily: { window: 'daily', tellsWait: false },
    },
    close: server.close,
  };
});

answerFixtures(
  plugin.name,
  plugin.create({ baseUrl: 'https://harbour.example', secret: { key: 'the-key' }, settings: {} }),
  join(import.meta.dirname, 'answers'),
);
