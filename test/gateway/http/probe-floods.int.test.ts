import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { startTestEdge, type TestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let edge: TestEdge;
let nowMs = Date.parse('2026-01-01T00:00:00Z');

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(() => edge.stop());
afterAll(() => database.close());

const now = () => new Date(nowMs);

const sendMany = async (path: string, times: number): Promise<void> => {
  for (let at = 0; at < times; at += 1) expect((await edge.send(path)).status).toBe(200);
};

describe('a flood of probes', () => {
  it('asks the dependencies once a second, however fast the answers come', async () => {
    let asked = 0;
    edge = await startTestEdge(database.pool, {
      now,
      readiness: async () => {
        asked += 1;
        return { database: true };
      },
    });
    await sendMany('/readyz', 50);
    expect(asked).toBe(1);
    nowMs += 999;
    await sendMany('/readyz', 50);
    expect(asked).toBe(1);
    nowMs += 1;
    await sendMany('/readyz', 50);
    expect(asked).toBe(2);
  });

  it('has the metrics written once a second', async () => {
    const metrics = createMetrics('test');
    let written = 0;
    const write = metrics.registry.metrics.bind(metrics.registry);
    metrics.registry.metrics = () => {
      written += 1;
      return write();
    };
    edge = await startTestEdge(database.pool, { now, metrics });
    await sendMany('/metrics', 50);
    expect(written).toBe(1);
    nowMs += 1_000;
    await sendMany('/metrics', 50);
    expect(written).toBe(2);
  });
});
