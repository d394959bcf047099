import { expect, test } from 'vitest';
import { streamSlowly } from './stream-products.scenario.ts';

const maxGrowth = 64 * 1_024 * 1_024;

test('a slow reader gets every product once, and the service holds none of them for it', async ({ annotate }) => {
  const report = await streamSlowly({ products: 20_000, late: 100 });
  await annotate(JSON.stringify(report));
  expect(report).toMatchObject({ items: 20_100, ascending: true });
  expect(report.residentPeak - report.residentBefore).toBeLessThan(maxGrowth);
});
