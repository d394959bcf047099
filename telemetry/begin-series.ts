import type { Histogram } from 'prom-client';

/** Series that were begun, by their histogram. */
const begun = new WeakMap<object, Set<string>>();

/**
 * Begins the series of a histogram without an observation, so that its first one is a rise. Only
 * the first call for the same labels does anything: the library's `zero` would forget what was
 * observed since.
 */
export const beginHistogram = <Label extends string>(
  histogram: Histogram<Label>,
  labels: Readonly<Partial<Record<Label, string>>>,
): void => {
  const of = begun.get(histogram) ?? new Set();
  begun.set(histogram, of);
  const key = JSON.stringify(Object.entries(labels).toSorted());
  if (of.has(key)) return;
  of.add(key);
  histogram.zero(labels as Partial<Record<Label, string | number>>);
};
