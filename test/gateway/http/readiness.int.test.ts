import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Readiness } from '../../../gateway/http/edge.ts';
import { startTestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

const ask = async (readiness: () => Promise<Readiness>, path = '/readyz') => {
  const { send, stop } = await startTestEdge(database.pool, { readiness });
  const { status, body } = await send(path, { headers: { 'x-api-key': '' } });
  await stop();
  return { status, ...JSON.parse(body), http: status };
};

describe('readiness', () => {
  it('is 200 when every dependency answers, and needs no key', async () => {
    expect(await ask(async () => ({ database: true, bus: true }))).toEqual({
      http: 200,
      status: 'ready',
      dependencies: { database: true, bus: true },
    });
  });

  it.each([
    ['false', { database: true, bus: false }],
    ['a reason', { database: true, bus: 'reconnecting' }],
  ])('is 503 and names the dependency when one says %s', async (_, dependencies) => {
    expect(await ask(async () => dependencies)).toEqual({ http: 503, status: 'not_ready', dependencies });
  });

  it('is 503 without detail when asking fails', async () => {
    expect(await ask(() => Promise.reject(new Error('secret')))).toEqual({
      http: 503,
      status: 'not_ready',
      dependencies: { readiness: 'not known' },
    });
  });

  it('is 503 in time when asking hangs', async () => {
    expect(await ask(() => new Promise(() => {}))).toMatchObject({ http: 503 });
  });

  it('asks what hangs once, however many probes wait, and again when that one was given up', async () => {
    let asked = 0;
    const { send, stop } = await startTestEdge(database.pool, {
      readiness: () => {
        asked += 1;
        return asked === 1 ? new Promise(() => {}) : Promise.resolve({ database: true });
      },
    });
    const probes = await Promise.all(Array.from({ length: 50 }, () => send('/readyz')));
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([503]));
    expect(asked).toBe(1);
    expect((await send('/readyz')).status).toBe(200);
    await stop();
  });
});

describe('health', () => {
  it('is 200 whatever the dependencies say', async () => {
    expect(await ask(() => Promise.reject(new Error('down')), '/healthz')).toEqual({ http: 200, status: 'ok' });
  });
});
