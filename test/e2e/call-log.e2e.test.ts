import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventLog } from '../support/event-log.ts';
import { eventually } from '../support/eventually.ts';
import { type IngestionWorld, ingestionWorld } from '../support/ingestion-world.ts';
import { type Service, startService } from '../support/service.ts';

const adminKey = 'os_admin-key-of-the-call-log';

let world: IngestionWorld;
let gateway: Service;
let ingest: Service;

const startIngest = () => startService({ ...world.environment, STOCKS_INTERVAL_MS: '300', ROLES: 'ingest' });

beforeAll(async () => {
  world = await ingestionWorld(50, 2_000_000_000);
  gateway = await startService({ ...world.environment, BOOTSTRAP_ADMIN_KEY: adminKey, ROLES: 'gateway,worker' });
  ingest = await startIngest();
}, 180_000);
afterAll(async () => {
  await Promise.all([gateway?.stop(), ingest?.stop()]);
  await world?.close();
});

const send = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${gateway.httpUrl}/v1/admin/${path}`, {
    method,
    headers: { 'x-api-key': adminKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
};
const callLines = () => ingest.lines.filter(({ event }) => String(event).startsWith('ingestion.http.request.'));

const pagesServed = () => world.supplier.served().reduce((sum, { times }) => sum + times, 0);

/** Resolves when the supplier has served so many pages more. */
const asked = async (pages: number): Promise<void> => {
  const before = pagesServed();
  await eventually(() => pagesServed() >= before + pages);
};

test('an order has every process that asks the supplier tell its calls at info, until its time is over', async () => {
  await asked(5);
  expect(callLines()).toEqual([]);

  const { order } = await send('PATCH', 'connectors/borealis/call-log', { ttl: '1h' });
  expect(order).toMatchObject({ kind: 'call_log' });
  await eventually(() => callLines().some(({ event }) => event === 'ingestion.http.request.end'));
  expect(new Set(callLines().map(({ level, supplier }) => `${level} ${supplier}`))).toEqual(new Set(['info borealis']));

  // Another process that takes over has been told nothing, and finds the order stored.
  await ingest.kill();
  ingest = await startIngest();
  await eventually(() => callLines().length > 0);

  await send('PATCH', 'connectors/borealis/call-log', { ttl: '1s' });
  const ended = { type: 'connector.order_ended', supplierId: 'borealis', order: 'call_log', how: 'expired' };
  await eventually(async () => {
    const events = await eventLog(world.database.pool.sql).read('connector', 'borealis');
    expect(events.map(({ event }) => event)).toContainEqual(ended);
  });
  // The calls that were under way are told to their ends, and what was told is read a little later.
  await eventually(async () => {
    const told = callLines().length;
    await asked(5);
    expect(callLines()).toHaveLength(told);
  });
});

test('who ordered it is in the audit trail', async () => {
  const { items } = (await send('GET', 'audit?limit=20')) as { items: { operation: string; target: string }[] };
  expect(items.filter(({ operation }) => /LogCalls/i.test(operation))).toHaveLength(2);
});
