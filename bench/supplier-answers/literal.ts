import { isObject, type Json, type JsonObject } from './json.ts';

/**
 * Whether what was decoded stands in the answer. Values are compared, not spellings: 0.1 stands in
 * `0,10 €` and 1234 in `1.234 In Stock`. A row is the smallest object that holds a SKU, with
 * everything below it and what stands beside it further up; lists beside it are other rows and do
 * not count.
 */

/** The values of a row. */
export interface LiteralRow {
  /** Whether a text stands there, but for a point that some write after it. */
  has(text: string): boolean;
  hasNumber(value: string): boolean;
}

/** Plain decimal text in the one form that equal numbers share; undefined for other text. */
const sameNumber = (text: string): string | undefined => {
  const [, whole, fraction] = /^0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return fraction === undefined || fraction === '' ? whole : `${whole}.${fraction}`;
};

/**
 * Every number that a text may be read as: each run of digits with a comma or a point as the
 * decimal mark, or neither.
 */
const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(/\d(?:[\d.,'\s\u00a0\u202f]*\d)?/g)].flatMap(([run]) => {
    if (/^\d+$/.test(run)) return sameNumber(run) ?? [];
    const plain = run.replace(/['\s\u00a0\u202f]/g, '');
    const readings = [
      plain.replaceAll(',', ''),
      plain.replaceAll('.', '').replace(',', '.'),
      plain.replace(/[.,]/g, ''),
    ];
    return readings.flatMap((reading) => sameNumber(reading) ?? []);
  });

/** A row and what stands above it, from the nearest. */
interface Place {
  readonly holder: JsonObject;
  readonly above: readonly JsonObject[];
}

const placesIn = (value: Json, above: readonly JsonObject[] = []): readonly Place[] => {
  if (Array.isArray(value)) return value.flatMap((each) => placesIn(each, above));
  if (!isObject(value)) return [];
  return [{ holder: value, above }, ...Object.values(value).flatMap((each) => placesIn(each, [value, ...above]))];
};

const scalarsBelow = (value: Json): readonly (string | number)[] => {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsBelow) : [];
};

/**
 * What stands beside a row in an object above it: its own values and those of objects in it, but no
 * lists.
 */
const scalarsBeside = (value: Json): readonly (string | number)[] => {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return isObject(value) ? Object.values(value).flatMap(scalarsBeside) : [];
};

const withoutPoint = (text: string): string => text.trim().replace(/\s*\.$/, '');

const rowOf = ({ holder, above }: Place): LiteralRow => {
  const scalars = [...scalarsBelow(holder), ...above.flatMap(scalarsBeside)];
  const texts = new Set(scalars.flatMap((each) => [String(each).trim(), withoutPoint(String(each))]));
  const numbers = new Set(
    scalars.flatMap((each) => (typeof each === 'number' ? (sameNumber(each.toFixed(12)) ?? []) : numbersIn(each))),
  );
  return { has: (text) => texts.has(text), hasNumber: (value) => numbers.has(sameNumber(value) ?? value) };
};

/**
 * The SKU, and what a SKU that an aggregator's plug-in has put together with slashes may be made
 * of.
 */
const partsOf = (sku: string): readonly string[] => {
  const segments = sku.split('/');
  return segments.flatMap((_, from) =>
    segments.slice(from).map((__, at) => segments.slice(from, from + at + 1).join('/')),
  );
};

const placesByText = (answer: Json): ReadonlyMap<string, readonly Place[]> => {
  const index = new Map<string, Place[]>();
  for (const place of placesIn(answer)) {
    const scalars = Object.values(place.holder).filter((each) => typeof each === 'string' || typeof each === 'number');
    for (const text of new Set(scalars.map((each) => String(each).trim()))) {
      const others = index.get(text);
      if (others === undefined) index.set(text, [place]);
      else others.push(place);
    }
  }
  return index;
};

/** Finds the rows of a SKU in an answer; a row that holds another one of them is none. */
export const literalRows = (answer: Json): ((sku: string) => readonly LiteralRow[]) => {
  const places = placesByText(answer);
  return (sku) => {
    const found = new Set(partsOf(sku).flatMap((text) => places.get(text) ?? []));
    const outer = new Set([...found].flatMap(({ above }) => above));
    return [...found].filter(({ holder }) => !outer.has(holder)).map(rowOf);
  };
};
