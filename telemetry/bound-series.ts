import { Counter, Histogram } from 'prom-client';
import { beginHistogram } from './begin-series.ts';

/**
 * One series of a metric, found once. The library looks a series up by its labels at each call,
 * bound or not, which for what is counted several times a request costs more than the counting.
 *
 * A series that is bound is there from then on. Its metric is not to be reset, nor the series
 * removed.
 */

/** What a counter keeps of one series; private to the library, whose test is ours. */
interface CountedSeries {
  value: number;
}

/** The same of a histogram: how many observations are of each bound and not of the one before. */
interface ObservedSeries {
  readonly labels: object;
  readonly bucketValues: Record<string, number>;
  sum: number;
  count: number;
}

const seriesOf = <Series>(metric: object): Readonly<Record<string, Series>> =>
  (metric as { readonly hashMap: Readonly<Record<string, Series>> }).hashMap;

type Labels<Name extends string> = Readonly<Record<Name, string>>;

/** What may stand for a counter. */
interface Counts<Name extends string> {
  inc(labels: Labels<Name>, count: number): void;
}

/** Raises one series of a counter. */
export const boundCounter = <Name extends string>(
  counter: Counter<Name> | Counts<Name>,
  labels: Labels<Name>,
): ((count: number) => void) => {
  if (!(counter instanceof Counter)) return (count) => counter.inc(labels, count);
  const { labelHash } = counter.inc(labels, 0) as unknown as { readonly labelHash: string };
  const series = seriesOf<CountedSeries>(counter)[labelHash];
  if (series === undefined) throw new Error('the counter has no such series');
  return (count) => {
    series.value += count;
  };
};

/** What may stand for a histogram. */
interface Observes<Name extends string> {
  observe(labels: Labels<Name>, value: number): void;
}

const areSame = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

/** Observes values in one series of a histogram. */
export const boundHistogram = <Name extends string>(
  histogram: Histogram<Name> | Observes<Name>,
  labels: Labels<Name>,
): ((value: number) => void) => {
  if (!(histogram instanceof Histogram)) return (value) => histogram.observe(labels, value);
  beginHistogram(histogram, labels);
  const series = Object.values(seriesOf<ObservedSeries>(histogram)).find((each) => areSame(each.labels, labels));
  if (series === undefined) throw new Error('the histogram has no such series');
  const { bucketValues } = series;
  const bounds = Object.keys(bucketValues)
    .map((name) => ({ name, bound: Number(name) }))
    .sort((a, b) => a.bound - b.bound);
  return (value) => {
    series.sum += value;
    series.count += 1;
    for (const { name, bound } of bounds) {
      if (value > bound) continue;
      bucketValues[name] = (bucketValues[name] ?? 0) + 1;
      return;
    }
  };
};
