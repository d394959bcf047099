import { createMetrics } from '../../../telemetry/metrics.ts';
import { allRules } from './rules.ts';

/**
 * Words of PromQL that look like names, and labels that stand in `by (...)`, are told from metrics
 * by what follows or encloses them.
 */
const notNames =
  /"(?:[^"\\]|\\.)*"|\{[^}]*\}|\[[^\]]*\]|\b(?:by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const keywords = new Set(['and', 'or', 'unless', 'offset', 'bool', 'by', 'on']);

/**
 * The metric names that a PromQL expression reads, selectors by `__name__` included as they are
 * written.
 */
export const metricsIn = (expression: string): readonly string[] => {
  const byName = [...expression.matchAll(/__name__=~"\(([^)]*)\)([^"]*)"/g)].flatMap(([, prefixes = '', rest = '']) =>
    prefixes.split('|').map((prefix) => prefix + rest),
  );
  const words = [...expression.replaceAll(notNames, ' ').matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?!\w)(?!\s*\()/g)];
  const plain = words
    .map(([word]) => word)
    .filter((word) => !keywords.has(word) && !/^(?:inf|nan|[smhdwy])$/i.test(word));
  return [...new Set([...byName, ...plain])];
};

/** Every series name that a scrape of the service and our rules, alerts too, can bring about. */
export const knownSeries = (): ReadonlySet<string> => {
  const exposed = createMetrics('test')
    .registry.getMetricsAsArray()
    .flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
  const recorded = allRules().flatMap(({ record }) => record ?? []);
  return new Set([...exposed, ...recorded, 'up', 'ALERTS']);
};
