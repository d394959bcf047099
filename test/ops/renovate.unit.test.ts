import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import renovate from '../../renovate.json' with { type: 'json' };

const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies });

const isMeant = (rule: string, name: string): boolean =>
  rule.endsWith('/**') ? name.startsWith(rule.slice(0, -2)) : rule === name;

it('every rule of Renovate is about packages that there are', () => {
  const rules = renovate.packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule) => !names.some((name) => isMeant(rule, name)))).toEqual([]);
});

it('OpenTelemetry is installed in one version of each of its packages', () => {
  const installed = Object.keys(lock.packages).flatMap((path) => path.match(/@opentelemetry\/[^/]+$/) ?? []);
  expect(installed.length).toBeGreaterThan(10);
  expect(installed.filter((name, at) => installed.indexOf(name) !== at)).toEqual([]);
});
