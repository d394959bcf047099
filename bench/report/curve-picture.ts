import type { BenchmarkRow } from '../benchmark.ts';

const width = 640;
const height = 240;
const frame = { left: 56, right: 24, top: 28, bottom: 44 } as const;

/** A curve of growth, as its rows have it. */
export interface Curve {
  readonly name: string;
  readonly rows: readonly (BenchmarkRow & Required<Pick<BenchmarkRow, 'point'>>)[];
}

const short = (size: number): string => {
  if (size >= 1e6) return `${size / 1e6}M`;
  return size >= 1e3 ? `${size / 1e3}k` : String(size);
};

const text = (x: number, y: number, anchor: string, words: string): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;

/**
 * The curve as SVG: sizes from left to right by their logarithm, what a unit of work costs beside
 * the first size from the bottom up. A flat line is a cost that does not grow.
 */
export const curvePicture = ({ name, rows }: Curve): string => {
  const sizes = rows.map(({ point }) => Math.log10(point.size));
  const costs = rows.map(({ ratio }) => 1 / ratio);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const top = Math.max(2, Math.ceil(Math.max(...costs)));
  const bottom = height - frame.bottom;
  const x = (at: number): number =>
    frame.left + (((sizes[at] ?? least) - least) / (most - least || 1)) * (width - frame.left - frame.right);
  const y = (cost: number): number => bottom - (cost / top) * (bottom - frame.top);
  const grid = [0, 1, top].map(
    (cost) =>
      `<path class="grid" d="M${frame.left} ${y(cost).toFixed(1)}H${width - frame.right}"/>` +
      text(frame.left - 8, y(cost) + 4, 'end', `${cost}×`),
  );
  const dots = costs.map((cost, at) => `<circle cx="${x(at).toFixed(1)}" cy="${y(cost).toFixed(1)}" r="3.5"/>`);
  const labels = rows.map(({ point }, at) => text(x(at), bottom + 18, 'middle', short(point.size)));
  const line = costs.map((cost, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(cost).toFixed(1)}`).join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">`,
    '<style>text{font:12px system-ui,sans-serif;fill:#57606a}.grid{stroke:#d0d7de;fill:none}',
    '.line{stroke:#0969da;stroke-width:2;fill:none}circle{fill:#0969da}',
    '@media(prefers-color-scheme:dark){text{fill:#9198a1}.grid{stroke:#3d444d}.line{stroke:#4493f8}circle{fill:#4493f8}}',
    '</style>',
    text(frame.left, 16, 'start', `Cost of ${name}, beside the smallest size`),
    ...grid,
    `<path class="line" d="${line}"/>`,
    ...dots,
    ...labels,
    '</svg>',
    '',
  ].join('\n');
};
