import type { ComponentKind, Technology } from '../../characteristics/component-kinds.ts';
import { ownProperty } from '../../own-property.ts';
import { readQuantity } from '../../quantities/read-quantity.ts';

/**
 * The figures that name a passive part in a text: `100nF 0603 X7R 50V`, `RES 33.2K OHM 1% 1/20W`.
 * What stands in the text is looked for here; what it means is read by `domain/characteristics`,
 * under the names of the built-in profile. A main figure of which a text says two is none.
 */

/** Quantities that are read, by their names in the profile. */
export type FigureName =
  | 'capacitance'
  | 'resistance'
  | 'inductance'
  | 'voltage_rating'
  | 'current_rating'
  | 'power_rating'
  | 'tolerance';

/** A part as figures describe it. What is not said is absent. */
export interface Figures {
  readonly kind: ComponentKind | undefined;
  readonly technology: Technology | undefined;
  /** In base units; a tolerance is a share. */
  readonly numbers: Readonly<Partial<Record<FigureName, number>>>;
  /** Keys of `packages.ts`. */
  readonly packages: readonly string[];
  /** `X7R`, `C0G`, ... */
  readonly dielectric: string | undefined;
}

/** The figure by which a part of the kind is called. */
export const mainFigures: Readonly<
  Record<Exclude<ComponentKind, 'other'>, 'capacitance' | 'resistance' | 'inductance'>
> = {
  capacitor: 'capacitance',
  resistor: 'resistance',
  inductor: 'inductance',
};

const figureOfUnit: Readonly<Record<string, FigureName>> = {
  F: 'capacitance',
  Ω: 'resistance',
  H: 'inductance',
  V: 'voltage_rating',
  A: 'current_rating',
  W: 'power_rating',
  '1': 'tolerance',
};

const number = String.raw`(?:\d{1,3}\/\d{1,3}|\d+\.\d+|(?:0|[1-9]\d{0,2}),\d{1,2}|\d+|\.\d+)`;
const unit = `(?:%|(?:[pnuμmkMGPNUKпнмкКМ]|мк)?(?:F|H|VDC|VAC|V|A|W|Ω|[Oo]hms?|OHMS?|Ф|Гн|В|А|Вт|Ом)|R)`;
const withUnit = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])((?:±|\+\/-)?\s?${number}\s?${unit})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])`,
  'gu',
);
/** Of which the unit goes without saying: `4k7`, `100n`, `0R02`. */
const withoutUnit = /(?<![\p{L}\p{N}.])(\d{1,4}[RkKMpnuμm]\d{1,3}|\d{1,4}(?:[.,]\d{1,3})?[kKMpnuμ])(?![\p{L}\p{N}])/gu;

/**
 * A K or an M that stands at the number belongs to it; `80 MOHM` may be thousandths, and stays
 * unread.
 */
const looseOhms = /(\d)([kKM])\s+ohms?(?!\p{L})/giu;

const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .slice(0, 600)
    .replace(/\u00b5/gu, 'μ')
    .replace(looseOhms, '$1$2Ω')
    .replaceAll('_', ' ');

const baseUnits: Readonly<Record<ComponentKind, string | undefined>> = {
  resistor: 'Ω',
  capacitor: 'F',
  inductor: 'H',
  other: undefined,
};

/**
 * The unit that goes without saying: of the kind; where no kind is known, thousands and millions
 * are ohms.
 */
const unitUnsaid = (text: string, kind: ComponentKind | undefined): string | undefined => {
  if (kind !== undefined) return baseUnits[kind];
  return /[RkKM]/u.test(text) ? 'Ω' : undefined;
};

type Found = readonly [FigureName, number];

/** What figures have been found to say: catalogues say the same ones over and over. */
const remembered = new Map<string, readonly Found[]>();
const rememberedAtMost = 20_000;

const readOne = (text: string, hint = ''): readonly Found[] => {
  const key = `${hint} ${text}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= rememberedAtMost) remembered.clear();
  const found = readAnew(text, hint);
  remembered.set(key, found);
  return found;
};

const readAnew = (text: string, hint: string): readonly Found[] => {
  const quantity = readQuantity(text, hint === '' ? {} : { unit: hint });
  if (quantity?.kind !== 'value') return [];
  const name = ownProperty(figureOfUnit, quantity.unit);
  return name === undefined ? [] : [[name, quantity.value]];
};

const isMain = (name: FigureName): boolean => Object.values<FigureName>(mainFigures).includes(name);

/** Of several main figures none counts; of several limits the greatest does. */
const oneOfEach = (found: readonly Found[]): Figures['numbers'] => {
  const result: Partial<Record<FigureName, number>> = {};
  for (const [name, group] of Map.groupBy(found, ([each]) => each)) {
    const values = [...new Set(group.map(([, value]) => value))];
    if (values.length === 1 || !isMain(name)) result[name] = Math.max(...values);
  }
  return result;
};

/** The quantities that a text says of a part of this kind; undefined: its kind is not known. */
export const readNumbers = (text: string, kind: ComponentKind | undefined): Figures['numbers'] => {
  if (!/\d/u.test(text)) return {};
  const plain = plainText(text);
  const said = [...plain.matchAll(withUnit)].flatMap(([, each = '']) => readOne(each.trim()));
  const unsaid = [...plain.matchAll(withoutUnit)].flatMap(([, each = '']) => {
    const hint = unitUnsaid(each, kind);
    return hint === undefined ? [] : readOne(each, hint);
  });
  return oneOfEach([...said, ...unsaid]);
};

/**
 * What stands in a column of values is the main figure of its part, also where a resistor's ohms go
 * without saying: `470`.
 */
export const readValue = (text: string, kind: ComponentKind | undefined): Figures['numbers'] =>
  kind === 'resistor' && /^\d{1,4}(?:\.\d{1,2})?$/u.test(text.trim())
    ? { resistance: Number(text) }
    : readNumbers(text, kind);
