import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { refusingUseCases, startTestEdge, storeKeys } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await storeKeys(database.pool);
});

afterAll(() => database.close());

/** An edge whose one use case says when it was reached, and answers when the test lets it. */
const startHeld = async () => {
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const edge = await startTestEdge(database.pool, {
    useCases: {
      ...refusingUseCases,
      getProduct: async ({ id }) => {
        reached.resolve();
        await release.promise;
        return Product.create({ id });
      },
    },
  });
  return { ...edge, reached: reached.promise, release: release.resolve };
};

describe('stopping', () => {
  it('turns readiness off, refuses new connections, and lets running requests finish', async () => {
    const { send, stop, reached, release } = await startHeld();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await send('/readyz', { agent })).status).toBe(200);
    const running = send('/v1/products/prd_1', { agent });
    await reached;
    // On the connection that is already open this one waits for the running request and is served
    // after the stop began.
    const readiness = send('/readyz', { agent });
    const stopped = stop(30_000);
    await expect(send('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    expect((await running).status).toBe(200);
    expect(
      await readiness.then(
        ({ status }) => status,
        () => 'closed',
      ),
    ).not.toBe(200);
    await stopped;
    agent.destroy();
  });

  it('closes connections that are kept alive and idle at once', async () => {
    const { send, stop } = await startHeld();
    const agent = new Agent({ keepAlive: true });
    await send('/healthz', { agent });
    // An end at the deadline would be later than that of the test.
    await stop(3_600_000);
    await expect(send('/healthz', { agent })).rejects.toThrow();
    agent.destroy();
  });

  it('cuts off what still runs at its deadline', async () => {
    const { send, stop, reached } = await startHeld();
    const cutOff = expect(send('/v1/products/prd_1')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await reached;
    await stop(50);
    await cutOff;
  });
});
