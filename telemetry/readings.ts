import type { Registry } from 'prom-client';

/** One value that is measured, as `/metrics` would write it. */
interface Reading {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Every value of a registry at this instant; of a histogram each bound is one. */
export const readingsOf = async (registry: Registry): Promise<readonly Reading[]> =>
  (await registry.getMetricsAsJSON()).flatMap(({ name, values }) =>
    values.map((each) => ({
      name: 'metricName' in each && typeof each.metricName === 'string' ? each.metricName : name,
      labels: Object.fromEntries(Object.entries(each.labels).map(([label, value]) => [label, String(value)])),
      value: each.value,
    })),
  );
