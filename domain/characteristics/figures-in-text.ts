/**
 * Finds figures with their units in a description, such as the four of `RES 4K7 1% 1/10W 50V`.
 *
 * Part numbers and names that hold digits (`X7R`, `SOT-23`, `SC-74A`) are no figures. What could be
 * two units stays unread: `5 MOHM` in capitals is five milliohms to some suppliers and five megohms
 * to others.
 */
import type { DecimalSeparator } from '../decimal-separator.ts';
import type { Quantity } from '../quantities/quantity.ts';
import { inBaseUnit, readFigure } from '../quantities/read-figure.ts';
import { type Unit, unitOf } from '../quantities/units.ts';

/** A figure as written in a text. */
export interface TextFigure {
  /** A value, or a range for what is written as one or as a bound. */
  readonly quantity: Quantity;
  /** The letters behind the number, or the letter in the place of its point. */
  readonly written: string;
  /** Whether it says how far something may be off: `±0.1 pF`. */
  readonly isDeviation: boolean;
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
}

const letter = '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}';
/** Names with digits in them, which begin with a letter; `R47` is a figure. */
const name = new RegExp(
  `(?<![${letter}\\p{N}.,])(?!R\\d{2,3}(?![${letter}\\p{N}]))[${letter}]+-?\\d[${letter}\\p{N}.-]*`,
  'gu',
);
/** `+80/-20%`: two deviations, which are no single tolerance. */
const asymmetric = /[+-]\s?\d+(?:[.,]\d+)?\s?%?\s?\/?\s?[+-]\s?\d+(?:[.,]\d+)?\s?%/gu;

const number = '(?:\\d+(?:[.,]\\d+)*|\\.\\d+)';
const unit = `[${letter}°%‰"]+(?:\\/(?:°?[${letter}]+|√Hz))?`;
const ends = `(?![${letter}\\p{N}])`;
const joiner = '(?:\\s?(?:~|\\.{2,3}|…|至)\\s?|\\s(?:to|bis|до|[-–—])\\s|(?<!\\s)[-–—](?!\\s))';
const apart = `(?<![${letter}\\p{N}]|[\\p{N}][.,])`;
const begins = `(?<sign>${apart}[±+-]\\s?|[≥≤<>]\\s?|${apart})`;
const span = new RegExp(
  `${begins}(?<first>${number})(?:\\s?(?<firstUnit>${unit}))?${joiner}(?<second>[+-]?${number})\\s?(?<secondUnit>${unit})${ends}`,
  'gu',
);
const single = new RegExp(
  `${begins}(?:(?<point>\\d{0,4}[RrkKMnpuμ]\\d{1,3})${ends}|(?<value>\\d{1,2}\\/\\d{1,2}|${number})\\s?(?<valueUnit>${unit})${ends})`,
  'gu',
);

const lead = /(?:(min)|(max))\.?:?\s?$/iu;

const blank = (text: string): string => ' '.repeat(text.length);

/**
 * Capitals that can mean one prefix only, because the other is not sold: `500MA`, `250MW`, `4.7NH`.
 */
const inCapitals = (written: string): Unit | undefined => {
  if (/^MFD?$/u.test(written)) return written === 'MFD' ? unitOf('μF') : undefined;
  if (!/^[MN](?:[AVWFH]|VDC|VAC)$/u.test(written)) return undefined;
  return unitOf(written.charAt(0).toLowerCase() + written.slice(1));
};

/** Volts with a word behind them: `12Vout`, `50WV`, `63 V-DC`. */
const volts = /^(?:V(?:out|in|DC|AC)|WV|WVDC|VCC|VDD)$/iu;

/** The unit of what is written behind a number; a mere prefix has none. */
const unitWritten = (written: string): Unit | undefined => {
  const unit = unitOf(written) ?? inCapitals(written) ?? (volts.test(written) ? unitOf('V') : undefined);
  const slash = written.indexOf('/');
  return unit ?? (slash < 0 ? undefined : unitWritten(written.slice(0, slash)));
};

const numberIn = (text: string, of: Unit, separator: DecimalSeparator | undefined): number | undefined => {
  const plain = /\/\d/u.test(text) ? readFigure(`${text} W`, {}) : readFigure(text, { separator });
  return plain === undefined ? undefined : inBaseUnit({ number: plain.number, unit: of });
};

type Groups = Readonly<Record<string, string | undefined>>;

interface Read {
  readonly quantity: Quantity;
  readonly written: string;
}

const readSpan = (groups: Groups, separator: DecimalSeparator | undefined): Read | undefined => {
  const { sign = '', first = '', firstUnit, second = '', secondUnit = '' } = groups;
  const upper = unitWritten(secondUnit);
  const lower = firstUnit === undefined ? upper : unitWritten(firstUnit);
  if (upper === undefined || lower === undefined || lower.base !== upper.base) return undefined;
  const from = numberIn(sign.trim() + first, lower, separator);
  const to = numberIn(second, upper, separator);
  if (from === undefined || to === undefined || from > to) return undefined;
  return { quantity: { kind: 'range', unit: upper.base, from, to }, written: secondUnit };
};

const bounded = (unit: string, value: number, mark: string): Quantity => {
  if (mark === '≥' || mark === '>') return { kind: 'range', unit, from: value, to: undefined };
  if (mark === '≤' || mark === '<') return { kind: 'range', unit, from: undefined, to: value };
  return { kind: 'value', unit, value, tolerance: undefined };
};

const readSingle = (groups: Groups, before: string, separator: DecimalSeparator | undefined): Read | undefined => {
  const { sign = '', value = '', valueUnit = '' } = groups;
  const known = unitWritten(valueUnit) ?? prefixOfOhms(valueUnit);
  if (known === undefined) return undefined;
  const minus = sign.startsWith('-') ? '-' : '';
  const figure = numberIn(minus + value, known, separator);
  if (figure === undefined) return undefined;
  const [, min, max] = lead.exec(before) ?? [];
  const mark = min === undefined ? (max === undefined ? sign.trim() : '≤') : '≥';
  return { quantity: bounded(known.base, figure, mark), written: valueUnit };
};

/** `10k` and `2M` alone: `written` tells the reader of the figure that no unit was given. */
const prefixOfOhms = (written: string): Unit | undefined =>
  /^[kKM]$/u.test(written) ? unitOf(`${written}Ω`) : undefined;

const readPoint = ({ point = '' }: Groups): Read | undefined => {
  const [mark = ''] = /[^\d]/u.exec(point) ?? [];
  const base = /[npuμ]/u.test(mark) ? 'F' : 'Ω';
  const figure = readFigure(point, { unit: base });
  return figure?.unit === undefined
    ? undefined
    : {
        quantity: {
          kind: 'value',
          unit: base,
          value: inBaseUnit({ number: figure.number, unit: figure.unit }),
          tolerance: undefined,
        },
        written: mark,
      };
};

type Reader = (groups: Groups, before: string) => Read | undefined;

/** How much of what stands before a figure is looked at. */
const lookedBehind = 6;

const found = (text: string, scanner: RegExp, reader: Reader): TextFigure[] =>
  [...text.matchAll(scanner)].flatMap((match) => {
    const { index, groups = {} } = match;
    const read = reader(groups, text.slice(Math.max(0, index - lookedBehind), index));
    const isDeviation = groups.sign?.startsWith('±') ?? false;
    return read === undefined ? [] : [{ ...read, isDeviation, from: index, to: index + match[0].length }];
  });

/**
 * The figures of a description that `plainDescription` has made plain, in the order in which they
 * stand.
 */
export const figuresIn = (plain: string, separator?: DecimalSeparator): readonly TextFigure[] => {
  const text = plain.replace(name, blank).replace(asymmetric, blank);
  const spans = found(text, span, (groups) => readSpan(groups, separator));
  const rest = spans.reduce((left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to), text);
  const singles = found(rest, single, (groups, before) => readPoint(groups) ?? readSingle(groups, before, separator));
  return [...spans, ...singles].sort((a, b) => a.from - b.from);
};
