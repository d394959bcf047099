import type { BenchmarkRow } from '../benchmark.ts';

/**
 * The share by which a ratio may change from one run to the next on the same machine: what a run
 * of a few seconds a side varies by while the system does its own work.
 */
export const spread = 0.3;

/** A ratio below this is as good as nothing: a change of it says nothing. */
const minRatio = 0.05;

/** What has become of a stated figure. */
export type FigureVerdict =
  | { readonly kind: 'holds' | 'changed'; readonly name: string; readonly stated: number; readonly measured: number }
  /** The page states it, and the benchmark measures it no more; or the other way round. */
  | { readonly kind: 'gone' | 'not_stated'; readonly name: string };

const isNear = (stated: number, measured: number): boolean =>
  Math.abs(measured - stated) <= Math.max(spread * Math.abs(stated), minRatio);

/** Compares the ratios of what is stated with what was measured now, row by row. */
export const compareResults = (
  stated: readonly BenchmarkRow[],
  measured: readonly BenchmarkRow[],
): readonly FigureVerdict[] => {
  const now = new Map(measured.map((row) => [row.name, row.ratio]));
  const before = new Set(stated.map(({ name }) => name));
  return [
    ...stated.map(({ name, ratio }): FigureVerdict => {
      const ratioNow = now.get(name);
      if (ratioNow === undefined) return { kind: 'gone', name };
      return { kind: isNear(ratio, ratioNow) ? 'holds' : 'changed', name, stated: ratio, measured: ratioNow };
    }),
    ...measured
      .filter(({ name }) => !before.has(name))
      .map(({ name }): FigureVerdict => ({ kind: 'not_stated', name })),
  ];
};
