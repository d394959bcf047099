import { figuresOfText } from '../figures-of-text.ts';
import { lazily } from '../lazily.ts';
import { codes, type NumberScheme } from '../number-scheme.ts';
import type { Part } from '../part.ts';
import { type CodeList, type Codes, combined } from './codes.ts';

/** Schemes whose numbers are taken apart into the codes of their makers. */

/** What parts are and cost. */
interface Kind {
  readonly manufacturer: string;
  readonly category: string;
  /** What all of them are, or what one is by its number. */
  readonly text: string | ((mpn: string) => string);
  readonly priceMicros: number;
  readonly pieces?: number;
}

/** What a part is, by its number and position. */
type TextOf = (mpn: string, position: number) => string;

const textOfKind = ({ text }: Kind): TextOf => (typeof text === 'function' ? text : () => text);

const takenApart = (kind: Kind, numbers: Codes, textOf: TextOf = textOfKind(kind)): NumberScheme => {
  const { manufacturer, category } = kind;
  const begins = lazily(numbers.begins);
  const mpnAt = (position: number): string => {
    if (!(position >= 0 && position < numbers.size)) throw new RangeError(`no part at position ${position}`);
    return numbers.at(position);
  };
  return {
    size: numbers.size,
    at: (position): Part => {
      const mpn = mpnAt(position);
      const description = textOf(mpn, position);
      return {
        manufacturer,
        mpn,
        description,
        attributes: { category, ...figuresOfText(description) },
        packaging: undefined,
        packQuantity: kind.pieces ?? 1,
        typicalPriceMicros: kind.priceMicros,
      };
    },
    nameAt: (position) => ({ manufacturer, mpn: mpnAt(position) }),
    packingAt: () => 0,
    otherPackings: () => [],
    positionsOf: (number) =>
      begins().has(number.slice(0, 1))
        ? numbers.matches(number, 0).flatMap(({ position, end }) => (end === number.length ? [position] : []))
        : [],
  };
};

/** The parts of a kind whose numbers are these codes, one after the other. */
export const composed = (kind: Kind, ...lists: readonly CodeList[]): NumberScheme =>
  takenApart(kind, combined(...lists));

/** A maker's parts of one category: `maker('JST', 'Connector')('Header', 140_000)`. */
export const manufacturer =
  (manufacturer: string, category: string) =>
  (text: Kind['text'], priceMicros: number, pieces = 1): Kind => ({
    manufacturer,
    category,
    text,
    priceMicros,
    pieces,
  });

/** The same parts of several makers, each under prefixes of its own, separated by spaces. */
export const composedByManufacturer = (
  kind: Omit<Kind, 'manufacturer'>,
  prefixes: Readonly<Record<string, string>>,
  ...lists: readonly CodeList[]
): readonly NumberScheme[] =>
  Object.entries(prefixes).map(([manufacturer, list]) => composed({ ...kind, manufacturer }, codes(list), ...lists));

/**
 * Devices by their plain numbers, each with what it is, and the ends that they are ordered with.
 */
export const described = (
  manufacturer: string,
  category: string,
  devices: Readonly<Record<string, string>>,
  ends: CodeList,
  priceMicros: number,
  pieces = 1,
): NumberScheme => {
  const texts = Object.values(devices);
  const numbers = combined(Object.keys(devices), ends);
  const textOf: TextOf = (_mpn, position) => texts[Math.floor(position / (numbers.size / texts.length))] ?? category;
  return takenApart({ manufacturer, category, text: category, priceMicros, pieces }, numbers, textOf);
};
