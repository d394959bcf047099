import type { PreparedRecord } from './prepare.ts';

/** Figures of one subject. */
export interface FeatureGroup {
  readonly names: readonly string[];
  /** As many figures as there are names. */
  readonly measure: (a: PreparedRecord, b: PreparedRecord) => readonly number[];
}

/** A figure that cannot be measured. */
export const unknown = Number.NaN;

/**
 * Figures of titles, all unknown where a side has none: that nothing is shared then says nothing.
 */
export const ofTitles = ({ names, measure }: FeatureGroup): FeatureGroup => ({
  names,
  measure: (a, b) => (a.sequence.length === 0 || b.sequence.length === 0 ? names.map(() => unknown) : measure(a, b)),
});

/** The lesser and the greater of two figures; when only one is known, that one first. */
export const sorted = (a: number, b: number): readonly [number, number] => (b < a || Number.isNaN(a) ? [b, a] : [a, b]);

/** A part of a whole; unknown where there is no whole. */
export const share = (part: number, whole: number): number => (whole === 0 ? unknown : part / whole);
