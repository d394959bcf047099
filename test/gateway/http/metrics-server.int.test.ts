import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listener } from '../../../gateway/http/listener.ts';
import { startMetricsServer } from '../../../gateway/http/metrics-server.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { startTestEdge } from '../../support/http-edge.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';

let database: TestDatabase;
let server: Listener;
let failing = false;
let nowMs = 0;
const logged: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const metrics = createMetrics('test');
  const write = metrics.registry.metrics.bind(metrics.registry);
  metrics.registry.metrics = () => (failing ? Promise.reject(new Error('no secret of ours')) : write());
  server = await startMetricsServer({
    host: '127.0.0.1',
    port: 0,
    certificates: undefined,
    metrics,
    log: createLogger({ service: 'test', level: 'info', stream: { write: (line) => void logged.push(line) } }),
    now: () => new Date(nowMs),
  });
});
afterAll(async () => {
  await server.stop(1_000);
  await database.close();
});

const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });

describe('a port of its own for metrics', () => {
  it('has the metrics and nothing else', async () => {
    const answer = await ask('/metrics');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_cpu_seconds_total');
    expect(await (await ask('/metrics', 'HEAD')).text()).toBe('');
    for (const path of ['/healthz', '/v1/products/x', '/v1/admin/customers', '/', '//metrics']) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask('/metrics', 'POST')).status).toBe(404);
  });

  it('takes them from the port of the API, and from its document', async () => {
    const edge = await startTestEdge(database.pool, { hasMetrics: false });
    expect((await edge.send('/metrics')).status).toBe(404);
    expect((await edge.send('/openapi.json')).body).not.toContain('"/metrics"');
    await edge.stop();
  });

  it('answers without detail when they cannot be written, and goes on', async () => {
    failing = true;
    nowMs += 1_000;
    const answer = await ask('/metrics');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    failing = false;
    nowMs += 1_000;
    expect((await ask('/metrics')).status).toBe(200);
    expect(logged.join('')).toContain('request.failed');
  });
});
