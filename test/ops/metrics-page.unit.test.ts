import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { metricsPage } from '../../ops/metrics-page.ts';

test('docs/metrics.md says what the catalogue of metrics says', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'metrics.md'), 'utf8');
  expect(page).toBe(metricsPage());
});
