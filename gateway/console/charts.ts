import { html } from 'hono/html';
import type { Html } from './format.ts';

/**
 * Charts, drawn by the server. What a chart shows stands beside it in words or in a table, and no
 * text is drawn, so that it grows and shrinks with the page and reads the same on a phone.
 */

/** Colours of series that tell them apart; a further one begins anew. */
const seriesColours = 6;

const colourOf = (at: number): string => `series-${(at % seriesColours) + 1}`;

const swatch = (at: number): Html =>
  html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="${colourOf(at)}" width="10" height="10" rx="2"></rect></svg>`;

/** A part of a whole. */
export interface Share {
  readonly name: string;
  readonly value: number;
  /** The value as a reader has it. */
  readonly text: string;
}

/** What a whole is made of: one bar, with who has which part of it. */
export const splitBar = (label: string, shares: readonly Share[], percent: (share: number) => string): Html => {
  const whole = shares.reduce((sum, { value }) => sum + value, 0);
  let from = 0;
  const parts = shares.map(({ value }, at) => {
    const width = whole === 0 ? 0 : (100 * value) / whole;
    const part = html`<rect class="${colourOf(at)}" x="${from.toFixed(2)}" width="${Math.max(0, width - 0.3).toFixed(2)}" height="10"></rect>`;
    from += width;
    return part;
  });
  return html`<figure class="split-bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${label}">${parts}</svg>
<figcaption><ul class="legend">${shares.map(
    ({ name, value, text }, at) =>
      html`<li>${swatch(at)} <span>${name}</span> <span class="figure">${text}</span> <span class="faint figure">${percent(whole === 0 ? 0 : value / whole)}</span></li>`,
  )}</ul></figcaption></figure>`;
};

/** A bar of a table's row, as long as its share of the longest. */
export const rowBar = (share: number, isMarked: boolean): Html => html`
<svg class="bar row-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
<rect class="track" width="100" height="10"></rect>
<rect class="${isMarked ? 'fill' : 'other'}" width="${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}" height="10"></rect></svg>`;

/** What was so from an instant on. */
export interface Point {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: number;
}

/** A value over time. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** The last value as a reader has it. */
  readonly text: string;
}

/** What stands at the edges of a chart. */
export interface Edges {
  readonly low: string;
  readonly high: string;
  readonly from: string;
  readonly to: string;
  /** Until when the last values hold, in milliseconds since 1970; left out: the last instant. */
  readonly until?: number;
}

/** Steps: a value holds until there is another. */
const stepsOf = (points: readonly Point[], x: (at: number) => number, y: (value: number) => number): string =>
  points
    .map(({ at, value }, index) =>
      index === 0 ? `M${x(at).toFixed(2)} ${y(value).toFixed(2)}` : `H${x(at).toFixed(2)}V${y(value).toFixed(2)}`,
    )
    .join('');

/** What stands at both ends of a scale; once where it is the same. */
const ends = (one: string, other: string): Html =>
  one === other ? html`<span class="only">${one}</span>` : html`<span>${one}</span><span>${other}</span>`;

/** Values over time as steps, from nothing to the highest. */
export const stepChart = (label: string, series: readonly Series[], edges: Edges): Html => {
  const points = series.flatMap((each) => each.points);
  const [first, last] = [
    Math.min(...points.map(({ at }) => at)),
    Math.max(edges.until ?? 0, ...points.map(({ at }) => at)),
  ];
  const most = Math.max(...points.map(({ value }) => value));
  const least = Math.min(...points.map(({ value }) => value));
  const x = (at: number): number => (last === first ? 0 : (100 * (at - first)) / (last - first));
  const y = (value: number): number => (most === least ? 50 : 95 - (90 * (value - least)) / (most - least));
  const lines = series.map(
    (each, at) =>
      html`<path class="line ${colourOf(at)}" d="${stepsOf(each.points, x, y)}H100" vector-effect="non-scaling-stroke"></path>`,
  );
  return html`<figure class="chart"><div class="scale figure faint">${ends(edges.high, edges.low)}</div>
<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${label}">
<path class="grid" d="M0 5H100M0 50H100M0 95H100" vector-effect="non-scaling-stroke"></path>${lines}</svg>
<div class="axis faint">${ends(edges.from, edges.to)}</div>
<figcaption><ul class="legend">${series.map(({ name, text }, at) => html`<li>${swatch(at)} <span>${name}</span> <span class="figure">${text}</span></li>`)}</ul></figcaption></figure>`;
};

/** What came of one of several that followed each other. */
export interface Outcome {
  readonly tone: 'good' | 'bad' | 'runs';
  /** What it was and how it went, for whoever points at it. */
  readonly text: string;
}

/** Outcomes side by side, the oldest first. */
export const outcomeStrip = (label: string, outcomes: readonly Outcome[]): Html => html`
<svg class="strip" viewBox="0 0 ${outcomes.length * 6} 12" width="${outcomes.length * 6}" height="12" role="img" aria-label="${label}">${outcomes.map(
  ({ tone, text }, at) =>
    html`<rect class="outcome-${tone}" x="${at * 6}" width="4" height="12" rx="1"><title>${text}</title></rect>`,
)}</svg>`;

/** What is added to a sum, or taken off it. */
export interface Step {
  readonly from: number;
  readonly value: number;
}

/** The bar of a step of a waterfall, from where the one before ended. */
export const waterfallBar = ({ from, value }: Step, most: number): Html => {
  const scale = most === 0 ? 0 : 100 / most;
  const [left, width] = [Math.min(from, from + value) * scale, Math.max(0.6, Math.abs(value) * scale)];
  return html`<svg class="waterfall" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
<rect class="track" width="100" height="12"></rect>
<rect class="${value < 0 ? 'down' : 'up'}" x="${Math.min(99.4, Math.max(0, left)).toFixed(2)}" width="${width.toFixed(2)}" height="12"></rect></svg>`;
};
