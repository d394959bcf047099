import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasEmbeddedEngine, type TestEngine, testEngine } from '../support/analytics.ts';
import { type ClickHouseFront, serveClickHouse } from '../support/clickhouse-front.ts';
import { eventually } from '../support/eventually.ts';
import { fillMarket, resistorId, sharedOffer } from '../support/market.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';

const customerKey = 'os_customer-key-for-the-prices-given';
const adminKey = 'os_admin-key-for-the-prices-given';

describe.skipIf(!hasEmbeddedEngine)('a gateway and a worker with an analytical server', () => {
  let database: TestDatabase;
  let nats: TestNats;
  let fixture: TestEngine;
  let front: ClickHouseFront;
  let dataDir: string;
  let gateway: Service;
  let worker: Service;

  beforeAll(async () => {
    [database, nats, fixture] = await Promise.all([testDatabase(), testNats(), testEngine()]);
    await fillMarket(database.pool);
    front = await serveClickHouse(fixture.engine);
    dataDir = await mkdtemp(join(tmpdir(), 'offerstream-'));
    const environment = {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      HOST: '127.0.0.1',
      DEMO: 'off',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      ANALYTICS: 'server',
      ANALYTICS_URL: `${front.url}/default`,
      BOOTSTRAP_CUSTOMER_KEY: customerKey,
      BOOTSTRAP_ADMIN_KEY: adminKey,
    };
    const start = (role: string) => startService({ ...environment, ROLES: role, DATA_DIR: join(dataDir, role) });
    [gateway, worker] = await Promise.all([start('gateway'), start('worker')]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([gateway?.stop(), worker?.stop()]);
    await front?.close();
    await Promise.all([nats?.close(), database?.close(), fixture?.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const send = async (service: Service, key: string, path: string, body?: object) => {
    const answer = await fetch(`${service.httpUrl}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };

  test('what the gateway has noted when it is asked to end reaches the worker, and operators can ask for it', async () => {
    const quantities = Array.from({ length: 40 }, (_, at) => at + 1);
    const answers = await Promise.all(
      quantities.map((quantity) => send(gateway, customerKey, 'pricing', { offer_id: sharedOffer, quantity })),
    );
    expect(new Set(answers.map(({ pricing_mode }) => pricing_mode))).toEqual(new Set(['fixed']));
    expect(await gateway.stop()).toBe(0);
    const told = { offer_id: sharedOffer, currency: 'EUR', answers: quantities.length, without_price: 0 };
    await eventually(async () => {
      const { days } = await send(worker, adminKey, `admin/analytics/products/${resistorId(0)}/prices-given`);
      expect(days).toEqual([expect.objectContaining(told)]);
    });
  });
});
