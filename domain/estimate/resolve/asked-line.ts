import { manufacturerKey, mpnKey } from '../../catalog/identity.ts';
import { numberTokens } from '../../matching/blocking.ts';
import { isKind } from '../parse/cell-kinds.ts';
import { supplierNames } from '../parse/heading-words.ts';
import type { ParsedLine } from '../parse/parsed-bom.ts';
import { type Figures, readNumbers } from './figures.ts';
import { figuresOfLine } from './line-figures.ts';
import { lineKey } from './line-key.ts';
import { packageKeys } from './packages.ts';

/** A part number that a line names, with the maker if it names one. */
export interface AskedNumber {
  readonly number: string;
  /** Undefined: none, or a word that means any manufacturer. */
  readonly manufacturer: string | undefined;
  /** See `NamedPart`. */
  readonly isAlternative?: true;
}

/** What a line asks for, taken apart. */
export interface AskedLine {
  readonly line: ParsedLine;
  /** See `line-key.ts`. */
  readonly key: string;
  /** The part numbers that the line names as such, its author's first choice first. */
  readonly numbers: readonly AskedNumber[];
  /** The part number that stands as its value; undefined where it is one of `numbers`. */
  readonly inValue: AskedNumber | undefined;
  /**
   * What could be a part number in its words, in letters and digits; empty where it names one as
   * such.
   */
  readonly tokens: readonly string[];
  readonly figures: Figures;
  /** Everything that it says of the part in words. */
  readonly text: string;
}

/** Words that people put where a maker belongs when any will do. */
const anyManufacturer = new Set([
  'ANY',
  'ANYMANUFACTURER',
  'VARIOUS',
  'GENERIC',
  'GENERICO',
  'STANDARD',
  'OTHER',
  'NA',
  'NONE',
  'UNKNOWN',
  'TBD',
  'DIVERSE',
  'BELIEBIG',
  'CHINA',
]);

const suppliers = new Set(supplierNames.map(manufacturerKey));

const manufacturerOf = (named: string | undefined): string | undefined => {
  const key = manufacturerKey(named ?? '');
  return key === '' || anyManufacturer.has(key) ? undefined : named;
};

/**
 * Whether a supplier is named in the place of the maker, which says nothing of who makes the part,
 * unless it makes parts too.
 */
export const isSupplier = (name: string): boolean => suppliers.has(manufacturerKey(name));

/**
 * The name of a package by itself, or of a footprint; a part number may begin with the size of its
 * package.
 */
const isPackageName = (text: string): boolean =>
  isKind('package', text) && packageKeys(text).length > 0 && (text.length <= 8 || /[_:]/u.test(text));

/** A part number has a digit and is neither a value, nor the name of a package. */
const isNumber = (text: string): boolean =>
  /\d/u.test(text) && mpnKey(text).length >= 3 && !isKind('value', text) && !isPackageName(text);

const named = (partNumber: string | undefined, manufacturer: string | undefined): readonly AskedNumber[] =>
  partNumber !== undefined && isNumber(partNumber)
    ? [{ number: partNumber.trim(), manufacturer: manufacturerOf(manufacturer) }]
    : [];

const numbersOf = (line: ParsedLine): readonly AskedNumber[] => {
  const seen = new Set<string>();
  return line.parts
    .flatMap(({ partNumber, manufacturer, isAlternative }) =>
      named(partNumber, manufacturer).map((each) => (isAlternative ? { ...each, isAlternative } : each)),
    )
    .filter(({ number, manufacturer }) => {
      const key = `${manufacturerKey(manufacturer ?? '')} ${mpnKey(number)}`;
      return seen.has(key) ? false : seen.add(key);
    });
};

/** `100nF-50V` is no number. */
const saysMainFigure = (text: string): boolean => {
  const { capacitance, resistance, inductance } = readNumbers(text, undefined);
  return [capacitance, resistance, inductance].some((figure) => figure !== undefined);
};

/** The part number that stands where layout programs keep the value of a part. */
const numberInValue = (line: ParsedLine): AskedNumber | undefined => {
  if (line.value === undefined || !isKind('part_number', line.value) || saysMainFigure(line.value)) return undefined;
  return named(line.value, line.parts.find(({ partNumber }) => partNumber === undefined)?.manufacturer)[0];
};

/** Words at the beginning of a text that may be the number of the part it tells of. */
const leadingWords = 2;

/**
 * What could be a number at the beginning of the line's texts; a number further on is more often of
 * something that belongs to the part.
 */
const tokensOf = ({ value, description, parts }: ParsedLine): readonly string[] => [
  ...new Set(
    [value, description, ...parts.map(({ partNumber }) => partNumber)]
      .map((text) => (text ?? '').trim().split(/\s+/u).slice(0, leadingWords))
      .filter(([first = '']) => !isKind('value', first))
      .flatMap((words) => numberTokens(words.join(' '))),
  ),
];

const textOf = (line: ParsedLine): string =>
  [
    ...line.parts.flatMap(({ manufacturer, partNumber }) => [manufacturer, partNumber]),
    line.value,
    line.package,
    line.description,
    line.notes,
  ]
    .filter((each) => each !== undefined)
    .join(' ');

/** Takes a line apart. */
export const askedLine = (line: ParsedLine): AskedLine => {
  const numbers = numbersOf(line);
  const value = numberInValue(line);
  const isNamedTwice = numbers.some(({ number }) => mpnKey(number) === mpnKey(value?.number ?? ''));
  return {
    line,
    key: lineKey(line),
    numbers,
    inValue: isNamedTwice ? undefined : value,
    tokens: numbers.length > 0 || value !== undefined ? [] : tokensOf(line),
    figures: figuresOfLine(line),
    text: textOf(line),
  };
};
