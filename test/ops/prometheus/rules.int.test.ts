import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { knownSeries, metricsIn } from './metric-names.ts';
import { allRules, ruleFiles, rulesFolder } from './rules.ts';

const testsFolder = join(rulesFolder, 'tests');
const testFiles = readdirSync(testsFolder);
const alerts = allRules().filter(({ alert }) => alert !== undefined);
const alertNames = [...new Set(alerts.map(({ alert }) => String(alert)))].toSorted();

/** Runs promtool in the folder of the rules; rejects with what it says when it finds fault. */
const promtool = (...args: readonly string[]) => promisify(execFile)('promtool', args, { cwd: rulesFolder });

test('Prometheus accepts the rules', async () => {
  const { stdout } = await promtool('check', 'rules', ...ruleFiles());
  expect(stdout.match(/SUCCESS/g)).toHaveLength(ruleFiles().length);
});

test('each alert fires when it should and keeps quiet when it should', async () => {
  const { stdout } = await promtool('test', 'rules', ...testFiles.map((name) => join('tests', name)));
  expect(stdout.match(/SUCCESS/g)).toHaveLength(testFiles.length);
}, 240_000);

interface Cases {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
  }[];
}

test('no alert is without a case in which it fires and one in which it does not', () => {
  const cases = testFiles
    .map((name) => parse(readFileSync(join(testsFolder, name), 'utf8')) as Cases)
    .flatMap(({ tests }) => tests.flatMap((each) => each.alert_rule_test));
  const named = (isFiring: boolean) =>
    new Set(cases.filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring).map(({ alertname }) => alertname));
  expect([...named(true)].toSorted()).toEqual(alertNames);
  expect([...named(false)].toSorted()).toEqual(alertNames);
});

describe('runbooks', () => {
  const page = readFileSync(join(rulesFolder, '..', '..', 'docs', 'failure-modes.md'), 'utf8');
  const [, section = ''] = page.split('\n## Alerts\n');
  const headings = [...(section.split('\n## ')[0]?.matchAll(/^### (.+)$/gm) ?? [])].map(([, title = '']) => title);

  test('each alert has one, and each is that of an alert', () => {
    expect(headings.toSorted()).toEqual(alertNames);
  });

  test.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s says how bad it is and links its own',
    (name, rule) => {
      expect(rule.labels?.severity).toMatch(/^(?:page|ticket)$/);
      expect(rule.annotations?.summary).toBeTruthy();
      expect(rule.annotations?.runbook_url).toBe(`docs/failure-modes.md#${String(name).toLowerCase()}`);
    },
  );
});

test('rules read no series that the service does not have', () => {
  const known = knownSeries();
  const unknown = allRules().flatMap(({ expr }) => metricsIn(expr).filter((name) => !known.has(name)));
  expect(unknown).toEqual([]);
});

test('whom alerts are sent to is a configuration that Alertmanager takes, and pages have a receiver', async () => {
  const file = join(rulesFolder, '../alertmanager/alertmanager.yml');
  const amtool = async (...args: readonly string[]) => (await promisify(execFile)('amtool', args)).stdout;
  expect(await amtool('check-config', file)).toContain('SUCCESS');
  expect(await amtool('config', 'routes', 'test', `--config.file=${file}`, 'severity=page')).toBe('operators\n');
});
