import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { aboutBenchmarks } from '../../../bench/report/about.ts';
import { curvePicture } from '../../../bench/report/curve-picture.ts';
import { curvesOf, performancePage, pictureOf } from '../../../bench/report/performance-page.ts';
import { type BenchmarkResults, readResults } from '../../../bench/report/results.ts';

const docs = new URL('../../../docs/', import.meta.url);

test('the page of figures and its pictures are what the results that are kept say', async () => {
  const results = await readResults();
  expect(await readFile(new URL('performance.md', docs), 'utf8')).toBe(performancePage(results));
  for (const curve of curvesOf(results))
    expect(await readFile(new URL(pictureOf(curve.name), docs), 'utf8')).toBe(curvePicture(curve));
});

test('every benchmark whose figures are kept says what it measures', async () => {
  expect(Object.keys(await readResults()).filter((name) => aboutBenchmarks[name] === undefined)).toEqual([]);
});

test('a curve is drawn by what a unit of work costs beside the smallest size', () => {
  const latencies = { p50: 1, p95: 2, p99: 3, limitP50: 1, limitP95: 2, limitP99: 3 };
  const row = (size: number, ratio: number) => ({
    name: `things: ${size}`,
    ours: 100 * ratio,
    limit: 100,
    ratio,
    unit: 'things/s',
    ...latencies,
    point: { curve: 'things', size },
  });
  const results: BenchmarkResults = {
    growth: { at: '2026-03-01T12:00:00.000Z', machine: 'one', settings: {}, rows: [row(10, 1), row(1_000, 0.5)] },
  };
  const [curve] = curvesOf(results);
  if (curve === undefined) throw new Error('there is no curve');
  const picture = curvePicture(curve);
  // The frame is 168 high; twice the cost is its top, the same cost its middle.
  expect(picture).toContain('<path class="line" d="M56.0 112.0L616.0 28.0"/>');
  expect(picture).toContain('>1k</text>');
  expect(performancePage(results)).toContain('| things: 1000 | 50 | 100 | 0.50 | things/s | 1 | 2 | 3 | 2 |');
  expect(performancePage(results)).toContain('![things](pictures/things.svg)');
});
