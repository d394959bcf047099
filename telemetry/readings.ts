import type { Registry } from 'prom-client';

/** One value that is measured, as `/metrics` would write it. */
interface Reading {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metric whose reading sets all those of the event loop's lag, and begins them anew. */
const loopLag = 'nodejs_eventloop_lag_seconds';

/**
 * How long the lags of the event loop stay those that were read last, in milliseconds: longer than
 * from one scrape to the next, so that they are measured anew here only where nothing scrapes.
 */
const loopLagHoldsMs = 60_000;

/** What reads every value of a registry at an instant; of a histogram each bound is one. */
export const createReadings = (
  registry: Registry,
  nowMs: () => number = () => performance.now(),
): (() => Promise<readonly Reading[]>) => {
  let loopLagReadAtMs = nowMs();
  const ofLoop = registry.getMetricsAsArray().find(({ name }) => name === loopLag);
  const collect = ofLoop?.collect;
  if (ofLoop !== undefined)
    ofLoop.collect = () => {
      loopLagReadAtMs = nowMs();
      return collect?.call(ofLoop);
    };
  const valuesOf = async (name: string) => {
    if (name === loopLag && nowMs() - loopLagReadAtMs < loopLagHoldsMs) return [];
    const read = await registry.getSingleMetric(name)?.get();
    return (read?.values ?? []).map((each) => ({
      name: 'metricName' in each && typeof each.metricName === 'string' ? each.metricName : name,
      labels: Object.fromEntries(Object.entries(each.labels).map(([label, value]) => [label, String(value)])),
      value: each.value,
    }));
  };
  return async () => (await Promise.all(registry.getMetricsAsArray().map(({ name }) => valuesOf(name)))).flat();
};
