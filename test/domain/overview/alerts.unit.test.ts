import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { alertRules, firingAlerts } from '../../../domain/overview/alerts.ts';
import type { Reading } from '../../../domain/overview/reading.ts';
import { allRules } from '../../ops/prometheus/rules.ts';

const reading = (name: string, value: number, labels: Reading['labels'] = {}): Reading => ({ name, value, labels });

const prometheus = new Map(allRules().flatMap((rule) => (rule.alert === undefined ? [] : [[rule.alert, rule]])));
const runbooks = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'failure-modes.md'), 'utf8');

describe.each(alertRules)('$name of $metrics', ({ name, severity, metrics, by, fires, threshold }) => {
  it('fires when its rule in ops/prometheus does, as urgently, and has its section in the docs', () => {
    const rule = prometheus.get(name);
    expect(rule?.labels?.severity).toBe(severity);
    for (const metric of metrics) expect(rule?.expr).toContain(metric);
    const written = rule?.expr.replaceAll('12 * 3600', String(12 * 3600)) ?? '';
    expect(written).toContain(`${fires === 'from' ? '>=' : '>'} ${threshold}`);
    expect(runbooks).toContain(`### ${name}\n`);
  });

  it('fires beyond its threshold, and not at rest', () => {
    const subject = by === undefined ? {} : { [by]: 'some' };
    const at = (value: number) => firingAlerts([reading(metrics[0], value, subject)]);
    expect(at(0)).toEqual([]);
    expect(at(threshold + 1)).toEqual([
      expect.objectContaining({ name, severity, subject: by === undefined ? '' : 'some', value: threshold + 1 }),
    ]);
    expect(at(threshold)).toHaveLength(fires === 'from' ? 1 : 0);
  });
});

it('tells subjects apart, adds up what is of one, and names those that page first', () => {
  const firing = firingAlerts([
    reading('ingestion_backlog_size', 6_000, { supplier_id: 'one', stage: 'fetch' }),
    reading('ingestion_backlog_size', 6_000, { supplier_id: 'one', stage: 'normalize' }),
    reading('ingestion_backlog_size', 9_000, { supplier_id: 'other', stage: 'fetch' }),
    reading('outbox_lag_seconds', 60),
  ]);
  expect(firing.map(({ name, subject, value }) => [name, subject, value])).toEqual([
    ['OutboxLagHigh', '', 60],
    ['IngestionBacklogHigh', 'one', 12_000],
  ]);
});
