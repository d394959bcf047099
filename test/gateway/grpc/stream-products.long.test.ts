import { expect, test } from 'vitest';
import { streamSlowly } from './stream-products.scenario.ts';

const maxGrowth = 64 * 1_024 * 1_024;

test('a slow reader gets a million products, each once, in less than 64 MiB of the service', async ({ annotate }) => {
  const report = await streamSlowly({ products: 1_000_000, late: 1_000 });
  await annotate(JSON.stringify(report));
  expect(report).toMatchObject({ items: 1_001_000, ascending: true });
  expect(report.residentPeak - report.residentBefore).toBeLessThan(maxGrowth);
});
