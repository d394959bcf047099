import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { objectiveStandings } from '../../../domain/overview/objectives.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { createReadings } from '../../../telemetry/readings.ts';

const standingsOf = async (metrics: ReturnType<typeof createMetrics>) =>
  new Map(objectiveStandings(await createReadings(metrics.registry)()).map((each) => [each.name, each]));

it('an objective of which nothing was counted has no budget to tell of', async () => {
  const standings = await standingsOf(createMetrics('test'));
  // How long events wait is measured as of an instant, and nothing waits at first.
  expect(standings.get('outbox-lag')).toMatchObject({ bad: 0, all: 1, budgetLeft: 1 });
  standings.delete('outbox-lag');
  for (const { all, budgetLeft } of standings.values()) expect([all, budgetLeft]).toEqual([0, undefined]);
});

it('the objectives are those that Prometheus follows', async () => {
  const rules = await readFile('ops/prometheus/objectives.rules.yaml', 'utf8');
  const followed = new Set([...rules.matchAll(/labels: \{slo: ([\w-]+),/g)].map(([, name]) => name));
  expect(
    objectiveStandings([])
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...followed].toSorted());
});

it('events that wait a second or longer break their objective, as Prometheus counts it', async () => {
  const metrics = createMetrics('test');
  const lag = async (seconds: number) => {
    metrics.eventStore.outboxLag.set(seconds);
    return (await standingsOf(metrics)).get('outbox-lag');
  };
  expect(await lag(0.999)).toMatchObject({ bad: 0, all: 1 });
  expect(await lag(1)).toMatchObject({ bad: 1, all: 1, budgetLeft: -19 });
});

it('a budget is what may go wrong less what did, counted out of the metrics as they are exposed', async () => {
  const metrics = createMetrics('test');
  const { catalog, pricing, admin } = metrics.requests;
  const product = catalog.bind('GetProduct', 'http');
  const price = pricing.bind('CalculatePrice', 'http');
  const priceOverGrpc = pricing.bind('CalculatePrice', 'grpc');
  for (let at = 0; at < 9_795; at += 1) product('OK', 0.002);
  for (let at = 0; at < 100; at += 1) product('NOT_FOUND', 0.002);
  for (let at = 0; at < 4; at += 1) product('INTERNAL', 0.002);
  for (let at = 0; at < 50; at += 1) admin.bind('ListAudit', 'http')('INTERNAL', 0.002);
  for (let at = 0; at < 99; at += 1) price('OK', 0.002);
  priceOverGrpc('OK', 2);
  metrics.callers.refused.inc({ reason: 'overload' }, 1);
  metrics.ingestion.topOffers.set({ data: 'stock' }, 100);
  metrics.ingestion.topOffersStale.set({ data: 'stock' }, 3);
  const standings = await standingsOf(metrics);
  expect(standings.get('availability')).toMatchObject({ bad: 5, all: 10_000, budgetLeft: 0.5 });
  expect(standings.get('pricing-latency')).toMatchObject({ bad: 1, all: 100, budgetLeft: 0.8 });
  expect(standings.get('stock-freshness')?.budgetLeft).toBeCloseTo(-2);
});
