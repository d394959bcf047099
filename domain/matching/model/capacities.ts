import { ownProperty } from '../../own-property.ts';

/**
 * What a memory holds and how fast it is: "64GB 95MB/s" says both, and only the first tells sizes
 * of one product apart.
 */

/** Both in gigabytes, and a second. */
export interface Capacities {
  readonly sizes: ReadonlySet<number>;
  readonly rates: ReadonlySet<number>;
}

const factors: Readonly<Record<string, number>> = { kb: 1e-6, mb: 1e-3, gb: 1, go: 1, gigabyte: 1, tb: 1e3, to: 1e3 };

const pattern = /(?<!\d)(\d+(?:[.,]\d+)?)\s?-?(kb|mb|gb|go|to|tb|gigabyte)s?(\/s|ps|\s?\/\s?sec)?(?![\p{L}\p{N}])/gu;

/** The capacities of a folded text, rounded to three digits. */
export const capacitiesOf = (text: string): Capacities => {
  const [sizes, rates] = [new Set<number>(), new Set<number>()];
  for (const [, figure = '', unit = '', each] of text.matchAll(pattern)) {
    const value = Number((Number(figure.replace(',', '.')) * (ownProperty(factors, unit) ?? 1)).toPrecision(3));
    (each === undefined ? sizes : rates).add(value);
  }
  return { sizes, rates };
};
