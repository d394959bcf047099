/**
 * Reads characteristics out of what a supplier writes about a part in one line:
 * `RES SMD 4K7 1% 1/10W 0603`, `Kondensator 0,1 µF 50 V X7R`, `резистор 4,7 кОм 1%`.
 *
 * 1. The text is made plain, and its figures are found with their units.
 * 2. Words, or else the figures themselves, tell what kind of part it is, and the kind tells what
 *    each figure means.
 * 3. A meaning that two different figures claim stays unknown, as does everything whose reading is
 *    not certain: a value that is missing can be asked for, one that is wrong is believed.
 */
import type { DecimalSeparator } from '../decimal-separator.ts';
import { formatQuantity } from '../quantities/format-quantity.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { rounded } from '../quantities/read-figure.ts';
import { dielectricIn } from './dielectrics.ts';
import { figuresIn, type TextFigure } from './figures-in-text.ts';
import { packageIn } from './packages.ts';
import { impliedKind, type KindReading, kindReadings, namedKind, type PartKind } from './part-kinds.ts';
import { plainDescription } from './plain-text.ts';

/** A characteristic that a description states. */
export interface DescribedCharacteristic {
  /** The name that the built-in profile gives it, such as `voltage_rating`. */
  readonly name: string;
  /** As `formatQuantity` writes it; a package or a dielectric by its usual name. */
  readonly text: string;
}

/** Longer texts are read to here: what tells a part's figures stands at the beginning. */
const longest = 1_000;

const percent = /^[%‰]$/u;

/** Inductances that do not exist: `4000H` is how many hours a capacitor lasts. */
const fewHours = 100;

const isLifetime = ({ written, quantity }: TextFigure): boolean =>
  written === 'H' && quantity.kind === 'value' && quantity.value >= fewHours;

/**
 * Shares are in percent, an input is no output, and mere letters count only where ohms are
 * expected.
 */
const isPlausible = ({ written, quantity: { unit } }: TextFigure, kind: PartKind): boolean => {
  if (unit === '1') return percent.test(written);
  if (unit === 'V') return !/in$/iu.test(written);
  if (/^[kKMRr]$/u.test(written)) return kind === 'resistor' || kind === 'trimmer';
  return true;
};

/** A letter in the place of the point tells the prefix; of what, the kind does. */
const inUnitOf = (figure: TextFigure, kind: PartKind): TextFigure =>
  kind === 'inductor' && /^[npuμ]$/u.test(figure.written) && figure.quantity.unit === 'F'
    ? { ...figure, quantity: { ...figure.quantity, unit: 'H' } }
    : figure;

const toleranceText = (share: number): string => `±${rounded(share * 100)}%`;

const sizeOf = (quantity: Quantity): string =>
  quantity.kind === 'value' ? String(quantity.value) : `${quantity.from}..${quantity.to}`;

/** The one figure among those that claim a meaning; figures that say the same twice are one. */
const only = (figures: readonly TextFigure[]): Quantity | undefined => {
  const outputs = figures.filter(({ written }) => /out$/iu.test(written));
  const chosen = outputs.length > 0 ? outputs : figures;
  return new Set(chosen.map(({ quantity }) => sizeOf(quantity))).size === 1 ? chosen[0]?.quantity : undefined;
};

const textOf = (name: string, quantity: Quantity): string | undefined => {
  if (name !== 'tolerance') return formatQuantity(quantity);
  return quantity.kind === 'value' ? toleranceText(quantity.value) : undefined;
};

const isWhole = (quantity: Quantity): boolean =>
  quantity.kind === 'value' || quantity.from === undefined || quantity.to === undefined;

const measured = (figures: readonly TextFigure[], { meanings }: KindReading): DescribedCharacteristic[] =>
  Object.entries(meanings).flatMap(([unit, name]) => {
    const claiming = figures.filter(
      ({ quantity, isDeviation }) => quantity.unit === unit && (unit === '1' || !isDeviation),
    );
    const quantity = only(claiming);
    const text = quantity === undefined || !isWhole(quantity) ? undefined : textOf(name, quantity);
    return text === undefined ? [] : [{ name, text }];
  });

/** A tolerance that is given in the unit of the value: `±0.1 pF`. */
const deviation = (figures: readonly TextFigure[], { meanings }: KindReading): DescribedCharacteristic[] => {
  const nominal = Object.keys(meanings).find((unit) => unit !== '1');
  const quantity = only(figures.filter((each) => each.isDeviation && each.quantity.unit === nominal));
  const isGiven = figures.some(({ quantity: { unit } }) => unit === '1');
  return quantity === undefined || isGiven ? [] : [{ name: 'tolerance', text: `±${formatQuantity(quantity)}` }];
};

const coldest = 273.15;

/** A range from below freezing to well above it is where a part may be used. */
const temperature = (figures: readonly TextFigure[]): DescribedCharacteristic[] => {
  const ranges = figures.flatMap(({ quantity }) =>
    quantity.kind === 'range' &&
    quantity.unit === 'K' &&
    (quantity.from ?? coldest) < coldest &&
    (quantity.to ?? 0) > 313
      ? [formatQuantity(quantity)]
      : [],
  );
  const [text, another] = new Set(ranges);
  return text === undefined || another !== undefined ? [] : [{ name: 'operating_temperature', text }];
};

const dielectric = (plain: string, kind: PartKind): DescribedCharacteristic[] => {
  const text = kind === 'capacitor' ? dielectricIn(plain) : undefined;
  return text === undefined ? [] : [{ name: 'dielectric', text }];
};

/** A link of no resistance is written as a word, too. */
const zeroOhms = /(?<!\p{L})zero\s?ohms?(?!\p{L})/iu;

const kindOf = (plain: string, figures: readonly TextFigure[]): PartKind | undefined => {
  const units = figures
    .filter(({ quantity: { unit }, written }) => unit !== '1' || percent.test(written))
    .map(({ quantity: { unit } }) => unit);
  return namedKind(plain) ?? impliedKind(new Set(units), packageIn(plain, { taken: figures }) !== undefined);
};

/**
 * The characteristics that a description states beyond doubt, at most one of each name. `separator`
 * decides about numbers such as `1.000`; without it they are not read.
 */
export const readDescription = (
  description: string,
  separator?: DecimalSeparator,
): readonly DescribedCharacteristic[] => {
  const plain = plainDescription(description.slice(0, longest));
  const found = figuresIn(plain, separator).filter((each) => !isLifetime(each));
  const kind = kindOf(plain, found) ?? 'other';
  const reading = kindReadings[kind];
  const figures = found.filter((each) => isPlausible(each, kind)).map((each) => inUnitOf(each, kind));
  const name =
    kind === 'connector' || kind === 'switch'
      ? undefined
      : packageIn(plain, reading.isChip ? { taken: found } : undefined);
  return [
    ...measured(figures, reading),
    ...('1' in reading.meanings ? deviation(figures, reading) : []),
    ...(kind === 'resistor' && zeroOhms.test(plain)
      ? [{ name: 'resistance', text: formatQuantity({ kind: 'value', unit: 'Ω', value: 0, tolerance: undefined }) }]
      : []),
    ...temperature(figures),
    ...dielectric(plain, kind),
    ...(name === undefined ? [] : [{ name: 'package', text: name }]),
  ];
};
