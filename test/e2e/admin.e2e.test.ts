import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoBulkSupplier } from '../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../ops/demo/catalogue/combine.ts';
import type { DemoSupplier } from '../../ops/demo/server/demo-server.ts';
import { eventLog } from '../support/event-log.ts';
import { eventually } from '../support/eventually.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';
import { type SupplierFront, startSupplierFront } from '../support/supplier-front.ts';

const adminKey = 'os_admin-key-for-the-operators-day';
const products = shareOf(demoCatalogue('demo'), 1_300);
const login = 'operators-login';
const password = 'operators-password';

/** The parts of answers that are looked at here. */
interface Credential {
  readonly state: string;
  readonly lease?: { readonly owner: string };
  readonly tick?: { readonly state: string };
}
interface Connector {
  readonly orders: readonly { readonly kind: string }[];
  readonly credentials: readonly Credential[];
}
interface Answer {
  readonly applied: boolean;
  readonly connector: Connector;
  readonly credential: Credential;
}
interface Progress {
  readonly total: number;
  readonly filled: number;
  readonly ticks: readonly {
    readonly run_id: string;
    readonly started_at: string;
    readonly state: string;
    readonly counters: { readonly item_count: number; readonly page_count: number };
  }[];
}

/** Each test goes on where the one before it stopped, as a day does. */
describe("an operator's day with one supplier", () => {
  let database: TestDatabase;
  let nats: TestNats;
  let supplier: DemoSupplier;
  let front: SupplierFront;
  let dataDir: string;
  let service: Service;
  const lines: unknown[] = [];

  const start = async (): Promise<void> => {
    service = await startService({
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'debug',
      BOOTSTRAP_ADMIN_KEY: adminKey,
      STOCKS_INTERVAL_MS: '1000',
    });
  };
  const end = async (): Promise<void> => {
    await service.kill();
    lines.push(...service.lines);
  };

  beforeAll(async () => {
    [database, nats, dataDir] = await Promise.all([
      testDatabase(),
      testNats(),
      mkdtemp(join(tmpdir(), 'offerstream-')),
    ]);
    supplier = await startDemoBulkSupplier({ products, seed: 'admin', login, password });
    front = await startSupplierFront(() => supplier.url);
    await start();
  });
  afterAll(async () => {
    await end();
    await front.close();
    await supplier.close();
    await Promise.all([nats.close(), database.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const send = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await fetch(`${service.httpUrl}/v1/admin/${path}`, {
      method,
      headers: { 'x-api-key': adminKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = await answer.json();
    expect(answer.ok, JSON.stringify(read)).toBe(true);
    return read as Body;
  };
  const connector = () => send<Connector>('GET', 'connectors/borealis');
  const credential = async (): Promise<Credential> => {
    const [first] = (await connector()).credentials;
    if (first === undefined) throw new Error('there is no credential');
    return first;
  };
  const progress = async () => {
    const { suppliers } = await send<{ suppliers: readonly Progress[] }>('GET', 'ingestion');
    const [first] = suppliers;
    const tick = first?.ticks[0];
    if (first === undefined || tick === undefined) throw new Error('nothing has been ingested');
    return { ...first, tick };
  };
  const pause = (ttl: string) => send<Answer>('POST', 'connectors/borealis/pause', { reason: 'inventory', ttl });

  it('a supplier and a credential that are put are at work at once', async () => {
    front.letThrough(6);
    const put = { name: 'Borealis', plugin: 'demo-bulk', base_url: front.url, creates_products: true };
    expect(await send<Answer>('PUT', 'suppliers/borealis', put)).toMatchObject({ applied: true });
    const given = { id: 'crd_house', scope: 'system', label: 'house account', secret: { login, password } };
    expect(await send<Answer>('POST', 'connectors/borealis/credentials', given)).toMatchObject({ applied: true });
    await eventually(() => front.waiting() > 0);
    await eventually(async () => (await progress()).filled > 0);
  });

  it('a pause sent while requests hang is in force when it is answered, and aborts them', async () => {
    expect(front.waiting()).toBeGreaterThan(0);
    const hanging = front.waiting();
    const { applied, connector: paused } = await pause('1h');
    expect(applied).toBe(true);
    expect(paused.credentials[0]).toMatchObject({ state: 'paused', reason: 'inventory' });
    // The front lets nothing through: they would hang until their own deadline.
    await eventually(() => front.waiting() === 0);
    // Others may have come to hang before the pause was in force.
    expect(front.left()).toBeGreaterThanOrEqual(hanging);
  });

  it('orders, progress and the tick in hand survive a crash, and the progress does not fall', async () => {
    await send('PATCH', 'connectors/borealis/workers', { max_concurrent_per_credential: 1, ttl: '1h' });
    const limits = { stocks: { rate: 5, period: '1s' }, ttl: '1h' };
    await send('PATCH', 'connectors/borealis/rate-limits', limits);
    // The normalizer may still be at what was published before the pause.
    const before = await progress();
    const orders = (await connector()).orders;
    const owner = (await credential()).lease?.owner;
    await end();
    await start();
    const after = await progress();
    expect(after.total).toBeGreaterThanOrEqual(before.total);
    expect(after.filled).toBeGreaterThanOrEqual(before.filled);
    expect(after.tick).toEqual(before.tick);
    expect(after.tick.counters.item_count).toBeGreaterThan(0);
    expect((await connector()).orders).toEqual(orders);
    expect(orders.map(({ kind }) => kind)).toEqual(['pause', 'workers', 'rates']);
    // The new process takes the credential over, and keeps to the pause.
    await eventually(async () => ![undefined, owner].includes((await credential()).lease?.owner), 90_000);
    expect(front.waiting()).toBe(0);
  });

  it('a pause ends at its ttl by itself, and the tick goes on where it was', async () => {
    const { tick } = await progress();
    front.letThrough(Number.POSITIVE_INFINITY);
    // A look after the answer may come when it is over.
    expect((await pause('4s')).connector.credentials[0]).toMatchObject({ state: 'paused' });
    await eventually(async () => (await credential()).state === 'active');
    const finished = await eventually(async () => {
      const now = await progress();
      return now.tick.run_id !== tick.run_id || now.tick.state === 'success' ? now : false;
    }, 90_000);
    if (finished.tick.run_id === tick.run_id)
      expect(finished.tick.counters.page_count).toBeGreaterThan(tick.counters.page_count);
    // The time of an order is over before somebody has noted it.
    const ended = { type: 'connector.order_ended', supplierId: 'borealis', order: 'pause', how: 'expired' };
    await eventually(async () => {
      const events = await eventLog(database.pool.sql).read('connector', 'borealis');
      expect(events.map(({ event }) => event)).toContainEqual(ended);
    });
    await eventually(async () => {
      const now = await progress();
      return now.total > 1_000 && now.total === now.filled;
    }, 90_000);
  });

  it('a wrong secret makes the credential fail, and the right one works again at once', async () => {
    const rotate = (secret: object) =>
      send<Answer>('PUT', 'connectors/borealis/credentials/crd_house/secret', { secret });
    expect(await rotate({ login, password: 'operators-mistake' })).toMatchObject({ applied: true });
    await eventually(async () => (await credential()).state === 'failing');
    expect(await rotate({ login, password })).toMatchObject({ applied: true, credential: { state: 'active' } });
    const before = await progress();
    await eventually(async () => (await progress()).tick.run_id !== before.tick.run_id);
    expect((await credential()).state).toBe('active');
  });

  it('a disabled credential has no process and asks for nothing until it is enabled', async () => {
    const at = 'connectors/borealis/credentials/crd_house';
    expect(await send<Answer>('POST', `${at}/disable`)).toMatchObject({
      applied: true,
      credential: { state: 'disabled' },
    });
    expect((await credential()).lease).toBeUndefined();
    expect(front.waiting()).toBe(0);
    const before = await progress();
    expect(await send<Answer>('POST', `${at}/enable`)).toMatchObject({
      applied: true,
      credential: { state: 'active' },
    });
    await eventually(async () => (await progress()).tick.run_id !== before.tick.run_id);
  });

  it('and no secret was ever logged', () => {
    const logged = JSON.stringify([...lines, ...service.lines]);
    expect(logged.length).toBeGreaterThan(10_000);
    for (const secret of [login, password, 'operators-mistake', adminKey]) expect(logged).not.toContain(secret);
  });
});
