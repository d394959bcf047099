import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '../telemetry/metrics.ts';

/** Writes docs/metrics.md from the metric catalogue: `npm run metrics:page`. */

const introduction = `# Metrics

Every metric that a process exposes at \`/metrics\`, with what it counts and what a rise means. Each has the label \`service\` besides. This page
is written by \`npm run metrics:page\` from \`telemetry/metrics.ts\`, and a test holds the two together. Alerts on them are in
\`ops/prometheus\`, with a section each in [failure modes](failure-modes.md#alerts); dashboards are in \`ops/grafana\`.

\`nodejs_*\` and \`process_*\` are those of prom-client: processor, memory, garbage collection, handles and event loop of the process.

| name | type | labels | meaning |
|---|---|---|---|
`;

/** The page as it is to be. */
export const metricsPage = (): string => {
  const metrics = createMetrics('offerstream').registry.getMetricsAsArray();
  const rows = metrics
    .filter(({ name }) => !/^(?:nodejs|process)_/.test(name))
    .map((metric) => {
      const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
      const shown = labels.map((label) => `\`${String(label)}\``).join(', ');
      return `| \`${metric.name}\` | ${String(metric.type)} | ${shown} | ${metric.help} |\n`;
    });
  return introduction + rows.toSorted().join('');
};

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', 'docs', 'metrics.md'), metricsPage());
