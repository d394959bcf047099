import { expect, test } from 'vitest';
import { createMetrics } from '../../telemetry/metrics.ts';

test('an answer counts once as a request, once as an error unless it is OK, and once in the durations', async () => {
  const metrics = createMetrics('offerstream');
  const record = metrics.requests.catalog.bind('GetProduct', 'http');
  record('OK', 0.003);
  record('OK', 0.2);
  record('NOT_FOUND', 0.001);
  const text = await metrics.registry.metrics();
  expect(text).toContain('catalog_requests_total{method="GetProduct",code="OK",service="offerstream"} 2');
  expect(text).toContain('catalog_requests_total{method="GetProduct",code="NOT_FOUND",service="offerstream"} 1');
  expect(text).toContain('catalog_errors_total{method="GetProduct",code="NOT_FOUND",service="offerstream"} 1');
  expect(text).not.toContain('catalog_errors_total{method="GetProduct",code="OK"');
  expect(text).toContain(
    'catalog_request_duration_seconds_count{service="offerstream",method="GetProduct",edge="http"} 3',
  );
});

test('each service has its own three metrics, and the process its defaults', async () => {
  const metrics = createMetrics('offerstream');
  for (const prefix of ['catalog', 'offers', 'pricing'] as const)
    metrics.requests[prefix].bind('M', 'grpc')('INTERNAL', 1);
  const text = await metrics.registry.metrics();
  for (const prefix of ['catalog', 'offers', 'pricing']) {
    expect(text).toMatch(new RegExp(`^${prefix}_requests_total\\{.*\\} 1$`, 'm'));
    expect(text).toMatch(new RegExp(`^${prefix}_errors_total\\{.*\\} 1$`, 'm'));
    expect(text).toMatch(new RegExp(`^${prefix}_request_duration_seconds_sum\\{.*\\} 1$`, 'm'));
  }
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).toContain('process_resident_memory_bytes');
});
