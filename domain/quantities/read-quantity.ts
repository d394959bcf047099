import type { Quantity, QuantityHints } from './quantity.ts';
import { type Figure, inBaseUnit, type LooseFigure, readFigure, rounded } from './read-figure.ts';
import { namedUnit } from './units.ts';

/** Longer texts say more than one quantity. */
const longest = 80;

// All of these look at texts that `plainMarks` has made: a blank is one blank, and there are no
// lines.
const remark = / ?\(([^()]*)\) ?$/u;
const condition = / ?@[\s\S]*$/u;
const symmetric = /^(?:±|\+\/-) ?([\s\S]+)$/u;
const toleranceAfter = /^([\s\S]+?) ?(?:±|\+\/-) ?([\s\S]+)$/u;
const between = / ?(?:\.{2,}|…|~|(?<=[\s\d°A-Za-zΩ])\bto\b|\bbis\b| до |(?<=\S) [-–—] |[–—]) ?/iu;
const hyphenBetween = /(?<=\d\s?[^\d\s]{0,4})-(?=[+-]?\d)/u;
const lead = /^(?:from|von|от) /iu;
const atMost = /^(?:(?:≤|<=?) ?|max\.? |up to |bis )| max\.?$/iu;
const atLeast = /^(?:(?:≥|>=?) ?|min\.? |ab )| min\.?$/iu;

/** One spelling for marks that look alike. */
const plainMarks = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\u2044/gu, '/')
    .replace(/[\u2212\u2010\u2011]/gu, '-')
    .replace(/\u00b5/gu, 'μ')
    .replace(/\s+/gu, ' ')
    .trim();

const withHintedUnit = (figure: LooseFigure | undefined, { unit }: QuantityHints): Figure | undefined => {
  if (figure === undefined) return undefined;
  const known = figure.unit ?? (unit === undefined ? undefined : namedUnit(unit));
  return known === undefined ? undefined : { number: figure.number, unit: known };
};

/** The tolerance as a share of the value. */
const shareOf = (value: Figure, text: string): number | undefined => {
  const written = readFigure(text, {});
  const figure: Figure | undefined =
    written === undefined ? undefined : { number: written.number, unit: written.unit ?? value.unit };
  if (figure === undefined) return undefined;
  if (figure.unit.base === '1') return inBaseUnit(figure);
  const whole = inBaseUnit(value);
  return figure.unit.base === value.unit.base && figure.unit.offset === 0 && whole !== 0
    ? Math.abs(rounded(inBaseUnit(figure) / whole))
    : undefined;
};

const readValue = (text: string, hints: QuantityHints): Quantity | undefined => {
  const [, before, tolerance] = toleranceAfter.exec(text) ?? [];
  const figure = withHintedUnit(readFigure(symmetric.exec(text)?.[1] ?? before ?? text, hints), hints);
  if (figure === undefined) return undefined;
  const share = tolerance === undefined ? undefined : shareOf(figure, tolerance);
  if (tolerance !== undefined && share === undefined) return undefined;
  return { kind: 'value', unit: figure.unit.base, value: inBaseUnit(figure), tolerance: share };
};

/**
 * The two ends of what is written as a range; the unit of the second holds for the first where that
 * has none.
 */
const readRange = (ends: readonly string[], hints: QuantityHints): Quantity | undefined => {
  const [first = '', second = '', more] = ends;
  if (more !== undefined) return undefined;
  const upper = withHintedUnit(readFigure(second, hints), hints);
  const lowerFigure = readFigure(first.replace(lead, ''), hints);
  if (upper === undefined || lowerFigure === undefined) return undefined;
  const lower = { number: lowerFigure.number, unit: lowerFigure.unit ?? upper.unit };
  const [from, to] = [inBaseUnit(lower), inBaseUnit(upper)];
  return lower.unit.base === upper.unit.base && from <= to
    ? { kind: 'range', unit: upper.unit.base, from, to }
    : undefined;
};

/** What "at most" or "at least" of a value is. */
const readBound = (text: string, mark: RegExp, hints: QuantityHints): Quantity | undefined => {
  const value = readValue(text.replace(mark, ''), hints);
  if (value?.kind !== 'value' || value.tolerance !== undefined) return undefined;
  return mark === atMost
    ? { kind: 'range', unit: value.unit, from: undefined, to: value.value }
    : { kind: 'range', unit: value.unit, from: value.value, to: undefined };
};

const readPlain = (text: string, hints: QuantityHints): Quantity | undefined => {
  if (atMost.test(text)) return readBound(text, atMost, hints);
  if (atLeast.test(text)) return readBound(text, atLeast, hints);
  const value = readValue(text, hints);
  if (value !== undefined) return value;
  const ends = text.split(between);
  return readRange(ends.length > 1 ? ends : text.split(hyphenBetween), hints);
};

/**
 * The quantity that the text of a characteristic says, in a base unit; undefined for anything that
 * is not exactly one. What stands behind `@` is a condition and left aside, as is a remark in
 * brackets, unless only the remark can be read: `1.000" (25.40mm)`.
 */
export const readQuantity = (text: string, hints: QuantityHints = {}): Quantity | undefined => {
  if (text.length > longest) return undefined;
  const plain = plainMarks(text).replace(condition, '');
  const aside = remark.exec(plain)?.[1];
  if (aside === undefined) return readPlain(plain, hints);
  return readPlain(plain.replace(remark, ''), hints) ?? readPlain(aside, { separator: hints.separator });
};
