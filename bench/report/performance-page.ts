import type { BenchmarkRow } from '../benchmark.ts';
import { aboutBenchmarks, commandOf } from './about.ts';
import { spread } from './compare-results.ts';
import type { Curve } from './curve-picture.ts';
import type { BenchmarkResult, BenchmarkResults } from './results.ts';

const opening = `# Performance

What the service costs beside what does the same work at least. Figures belong to the machine that
they were measured on; the ratio of two sides that were measured in alternating rounds tells more.
Each benchmark ran with default settings, one after another.
\`npm run bench\` measures those of the service again and keeps the figures in
\`bench/results.json\`, \`npm run bench:peers\` those beside other products, which it installs;
\`npm run bench:page\` writes this page. \`npm run bench:docs\` measures every figure of it once
more, keeps none, and fails where a ratio has changed by more than ${Math.round(100 * spread)} %.

Latencies are of one call, in milliseconds.
`;

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

const latency = (value: number): string => (value === 0 ? '' : figure(value));

const headings = ['', 'ours', 'limit', 'ratio', 'unit', 'p50', 'p95', 'p99', 'limit p95'] as const;

const cellsOf = (row: BenchmarkRow): readonly string[] => [
  row.name,
  figure(row.ours),
  figure(row.limit),
  row.ratio.toFixed(2),
  row.unit,
  latency(row.p50),
  latency(row.p95),
  latency(row.p99),
  latency(row.limitP95),
];

const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const tableOf = (rows: readonly BenchmarkRow[]): string =>
  [
    tableRow(headings),
    `|${headings.map((_, at) => (at === 0 || at === 4 ? '---' : '---:')).join('|')}|`,
    ...rows.map(cellsOf).map(tableRow),
  ].join('\n');

/** The curves of growth among all rows, in the order in which they were measured. */
export const curvesOf = (results: BenchmarkResults): readonly Curve[] => {
  const curves = new Map<string, Curve['rows'][number][]>();
  for (const { rows } of Object.values(results))
    for (const row of rows) {
      const { point } = row;
      if (point !== undefined) curves.set(point.curve, [...(curves.get(point.curve) ?? []), { ...row, point }]);
    }
  return [...curves].map(([name, rows]) => ({ name, rows }));
};

/** The file of a curve's picture, beside the page. */
export const pictureOf = (curve: string): string => `pictures/${curve.replaceAll(/[^a-z]+/g, '-')}.svg`;

const sectionOf = (name: string, { at, machine, settings, rows }: BenchmarkResult): string => {
  const given = Object.entries(settings).map(([variable, value]) => `${variable}=${value}`);
  const by = given.length === 0 ? 'default settings' : given.join(', ');
  const curves = [...new Set(rows.flatMap(({ point }) => point?.curve ?? []))];
  return [
    `## ${name}`,
    `${aboutBenchmarks[name]?.text ?? ''} \`${commandOf(name)}\` measures it again.`,
    tableOf(rows),
    ...curves.map((curve) => `![${curve}](${pictureOf(curve)})`),
    `${at.slice(0, 10)}, ${machine}, ${by}.`,
  ].join('\n\n');
};

/** The page of all figures, as Markdown. */
export const performancePage = (results: BenchmarkResults): string =>
  `${[opening.trimEnd(), ...Object.entries(results).map(([name, result]) => sectionOf(name, result))].join('\n\n')}\n`;
