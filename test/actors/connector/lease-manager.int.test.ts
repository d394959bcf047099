import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unavailable } from '../../../domain/errors.ts';
import { leaseMs } from '../../../domain/ingestion/lease-rules.ts';
import { startDemoBulkSupplier } from '../../../ops/demo/bulk-supplier.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import { shareOf } from '../../../ops/demo/catalogue/combine.ts';
import type { DemoSupplier } from '../../../ops/demo/server/demo-server.ts';
import { createObservationPublisher } from '../../../streams/publishers/observation-publisher.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';
import { type ConnectorWorld, connectorWorld, type OneSupplier, type RunningConnector } from './connector-world.ts';

const products = shareOf(demoCatalogue('demo'), 1_300);
const secret = { login: 'the-login', password: 'the-password' };
const ttlMs = 1_500;

describe('a credential that two processes could work for', () => {
  let world: ConnectorWorld;
  let server: DemoSupplier;
  let one: OneSupplier;
  const running: RunningConnector[] = [];

  beforeAll(async () => {
    world = await connectorWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    server = await startDemoBulkSupplier({ products, seed: 'owners', ...secret });
    one = await world.addSupplier({ id: 'borealis', plugin: 'demo-bulk', baseUrl: server.url }, secret);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await server.close();
  });

  const start = (owner: string, changes: Parameters<ConnectorWorld['start']>[1] = {}): RunningConnector => {
    const connector = world.start(one, { ownership: { owner, ttlMs }, ...changes });
    running.push(connector);
    return connector;
  };
  const workOf = async (connector: RunningConnector): Promise<string> => (await connector.status()).connector.work.kind;
  const timesServed = (): readonly number[] => server.served().map(({ times }) => times);

  it('is worked for by one of them, which asks for everything once', async () => {
    // Longer than any machine is too busy to renew it.
    const [first, second] = ['first', 'second'].map((owner) => start(owner, { ownership: { owner, ttlMs: 60_000 } }));
    if (first === undefined || second === undefined) throw new Error('there must be two');
    await eventually(async () => (await world.ended(one)) ?? false);
    expect((await Promise.all([workOf(first), workOf(second)])).filter((kind) => kind === 'no_lease')).toHaveLength(1);
    expect(timesServed().every((times) => times === 1)).toBe(true);
  });

  it('passes to the other at once when its holder stops', async () => {
    const first = start('first');
    await eventually(async () => (await workOf(first)) !== 'no_lease');
    const second = start('second');
    await first.stop();
    await eventually(async () => (await workOf(second)) !== 'no_lease');
    expect(await eventually(async () => (await world.ended(one)) ?? false)).toMatchObject({
      state: { outcome: 'success' },
    });
  });

  it('passes to the other when its holder dies, with the times that the service goes by', async () => {
    let isDead = false;
    const away = () => Promise.reject(unavailable('the database', 10));
    const ownership = (owner: string) => ({ ownership: { owner, ttlMs: leaseMs } });
    // A dead process neither renews nor gives up.
    const first = start('first', {
      ...ownership('first'),
      leases: {
        acquire: (...lease) => (isDead ? away() : world.leases.acquire(...lease)),
        renew: async (...lease) => {
          if (isDead) return away();
          const isKept = await world.leases.renew(...lease);
          isDead = true;
          return isKept;
        },
        release: away,
      },
    });
    await eventually(async () => (await workOf(first)) !== 'no_lease');
    const second = start('second', ownership('second'));
    await eventually(async () => (await workOf(second)) !== 'no_lease');
    expect(isDead).toBe(true);
  });

  it('passes to the other when its holder is cut off, who has stopped before and whose last page counts once', async () => {
    const publish = createObservationPublisher({ bus: world.bus, metrics: createMetrics('test') });
    const cut = { isOff: false, publishedAfter: 0 };
    const away = () => Promise.reject(unavailable('the database', 10));
    const reached = Promise.withResolvers<string>();
    const other = Promise.withResolvers<RunningConnector>();
    const first = start('first', {
      leases: {
        ...world.leases,
        acquire: (...lease) => (cut.isOff ? away() : world.leases.acquire(...lease)),
        renew: (...lease) => (cut.isOff ? away() : world.leases.renew(...lease)),
      },
      publish: async (observations, ...rest) => {
        await publish(observations, ...rest);
        if (cut.isOff) cut.publishedAfter += 1;
        cut.isOff = true;
        reached.resolve(observations[0]?.runId ?? '');
        // Cut off in the middle of a page: it comes back when somebody else has the credential.
        const second = await other.promise;
        await eventually(async () => (await workOf(second)) !== 'no_lease');
      },
    });
    const runId = await reached.promise;
    other.resolve(start('second'));
    const tick = await eventually(async () => (await world.ended(one)) ?? false);
    expect(tick).toMatchObject({ runId, state: { outcome: 'success' } });
    expect(await workOf(first)).toBe('no_lease');
    expect(cut.publishedAfter).toBe(0);
    const ids = world.received.filter((each) => each.runId === runId).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(tick.counters.pages).toBe(timesServed().length);
  });
});
