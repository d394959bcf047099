import { expect, it } from 'vitest';
import { combinations, startSeriesAtZero } from '../../../gateway/wire/initial-series.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';

/** What begins where a supplier, a credential, a request, an actor or a consumer is made. */
const beginsLater =
  /^(ingestion_|vendor_|session_|circuit_breaker_|consumer_|actor_|llm_|ch_ingestion_|(catalog|offers|pricing|estimate|enrichment|webhooks|admin)_(requests|errors|request_duration))/;

/** What only a reading can tell. */
const readings = ['enrichment_jobs_in_flight', 'enrichment_jobs_waiting', 'estimate_in_flight'];

const samplesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

it('gives every metric whose labels are known a series at zero', async () => {
  const metrics = createMetrics('test');
  startSeriesAtZero(metrics);
  const samples = samplesOf(await metrics.registry.metrics());
  const missing = metrics.registry
    .getMetricsAsArray()
    .map(({ name }) => name)
    .filter((name) => !beginsLater.test(name) && !readings.includes(name))
    .filter((name) => !/^(process|nodejs)_/.test(name))
    .filter((name) => !samples.some((sample) => sample.startsWith(`${name}{`) || sample.startsWith(`${name}_bucket{`)));
  expect(missing).toEqual([]);
  const ours = samples.filter((sample) => !/^(process|nodejs)_/.test(sample));
  expect(ours.filter((sample) => !sample.endsWith(' 0'))).toEqual([]);
});

it('begins a series once: what was counted since stays', async () => {
  const metrics = createMetrics('test');
  startSeriesAtZero(metrics);
  metrics.enrichment.duration.observe({ type: 'discovery' }, 1);
  metrics.matching.decisions.inc({ confidence: 'exact' });
  startSeriesAtZero(metrics);
  const text = await metrics.registry.metrics();
  expect(text).toContain('enrichment_job_duration_seconds_count{service="test",type="discovery"} 1');
  expect(text).toContain('matching_decisions_total{confidence="exact",service="test"} 1');
});

it('combines the values of labels', () => {
  expect(combinations({ a: ['1', '2'], b: ['3'] })).toEqual([
    { a: '1', b: '3' },
    { a: '2', b: '3' },
  ]);
});
