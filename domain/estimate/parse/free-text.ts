/**
 * Lines as people type them: `10x LM358 SOIC-8, 5 pcs 100nF 0603 X7R`, `- Schottky diode (2)`,
 * `BC547 x 20`.
 *
 * A quantity is believed where it is marked as one: by `x`, by a counting unit, by parentheses or a
 * colon at the end. A bare number in front counts where a part number or a value follows, or where
 * the whole list is written so.
 */

import { manufacturerKey } from '../../catalog/identity.ts';
import type { Amount } from '../../money.ts';
import { trimEndMatching } from '../../trim-end-matching.ts';
import { isKind } from './cell-kinds.ts';
import { checkedQuantity } from './checked-quantity.ts';
import { type Designators, readDesignators } from './designators.ts';
import type { DecimalMark } from './document.ts';
import { isKnownManufacturer } from './known-names.ts';
import type { ParsedLine } from './parsed-bom.ts';
import { splitNamedPart } from './part-names.ts';
import { readQuantity } from './quantity.ts';
import { knownUnit } from './units.ts';

/** How a text is to be understood where the text alone does not say. */
export interface FreeTextHints {
  readonly decimalMark?: DecimalMark;
  /** Whether a bare number in front of every line is its quantity. */
  readonly leadingCounts?: boolean;
  /** Whether a bare number behind a dash at the end of every line is its quantity. */
  readonly dashedCounts?: boolean;
  /** Whether a number in front of lines may be written as a word. */
  readonly wordedCounts?: boolean;
}

const bullet = /^\s*(?:[-*•–—·]|\d{1,3}[.)](?=\s))\s*/u;

/**
 * Digits of a count, and blanks or commas between it and its part. Nobody writes more, and the
 * bound keeps expressions linear.
 */
const digits = String.raw`\d{1,40}`;
const blanks = String.raw`\s{0,100}`;
const gap = String.raw`[\s,;]{1,100}`;
const number = `${digits}(?:[.,]${digits})?(?:${blanks}/${blanks}${digits})?`;
const marked = new RegExp(
  String.raw`^(?<count>${number}${blanks}[x×*]|[x×]${blanks}${number}|${digits}\s{1,20}@(?=\s))(?:\s+|(?=\p{L}))(?<rest>\S.*)$`,
  'iu',
);
const withWord = new RegExp(
  String.raw`^(?<count>(?<number>${number})${blanks}(?<word>\p{L}{1,12}\.?|\p{L}{1,6}\(s\)))(?:\s+of\b|\s+de\b)?[\s:,]+(?<rest>[^\s:,].*)$`,
  'iu',
);
const bare = /^(?<count>\d{1,6})[\s,;:]+(?<rest>[^\s,;:].*)$/u;
const labelled = new RegExp(
  String.raw`^(?<rest>.*\S)${gap}(?:qty|quantity|menge|anzahl|qté|кол-во|数量)${blanks}[:=.]?${blanks}(?<count>${number})$`,
  'iu',
);
/** A bare number behind a dash: `LM358 - 2`. */
const dashed = /^(?<rest>.*\S)\s{1,20}[-–—]\s{0,20}(?<count>\d{1,5})$/u;
const trailing: readonly RegExp[] = [
  labelled,
  new RegExp(
    String.raw`^(?<rest>.*\S)${blanks}\(${blanks}(?<count>${number}(?:${blanks}(?:x|pcs?|шт|stk)\.?)?)${blanks}\)$`,
    'iu',
  ),
  new RegExp(
    String.raw`^(?<rest>.*\S)(?:${gap}|(?<=\)))(?<count>[x×*]${blanks}${number}|${number}${blanks}[x×])$`,
    'iu',
  ),
  // No more digits than a person wants of a part: behind a colon there are part numbers too.
  new RegExp(String.raw`^(?<rest>.*\S)${blanks}[:=\t]${blanks}(?<count>\d{1,5}(?:[.,]\d{1,3})?)$`, 'iu'),
];

const bareNumber = /^\d{1,40}$/u;

/** A thread, of which what follows behind an `x` is the length: `M3 x 10`. */
const endsWithThread = /(?:^|[\s(])M\d{1,2}(?:[.,]\d)?$/u;

/**
 * Two bare numbers, of which one counts and the other is a part: `4148 x 6`, `2 x 7805`. Nobody
 * wants more of a part than its number.
 */
const isPartInFront = ({ count, rest }: Split): boolean =>
  bareNumber.test(rest) && Number(count.replace(/\D/gu, '')) > Number(rest);

const inFrontOf = (text: string): Split | undefined => {
  const found = split(marked.exec(text));
  return found === undefined || isPartInFront(found) ? undefined : found;
};
const trailingWord = new RegExp(
  String.raw`^(?<rest>.*\S)(?:[\s,;:]{1,100}|\s{1,100}[-–—]\s{1,100})(?<count>${number}${blanks}(?<word>\p{L}{1,12})\.?)$`,
  'iu',
);

/** A small number and a word behind it. */
const countedWord = /^\d{1,3}\s{1,20}\p{L}{3}/u;

interface Split {
  readonly count: string;
  readonly rest: string;
}

const split = (match: RegExpExecArray | null | undefined): Split | undefined => {
  const { count, rest } = match?.groups ?? {};
  return count === undefined || rest === undefined ? undefined : { count, rest };
};

/**
 * Letters behind a number that make it a value, though they also abbreviate a unit: `5 m` is
 * length, `5m` may be a resistor.
 */
const counting = (match: RegExpExecArray | null | undefined): Split | undefined =>
  knownUnit(match?.groups?.word ?? '') === undefined ? undefined : split(match);

const bareCount = (text: string, leadingCounts: boolean): Split | undefined => {
  const found = split(bare.exec(text));
  if (found === undefined || leadingCounts) return found;
  const next = found.rest.split(/\s+/u)[0] ?? '';
  return isKind('part_number', next) || isKind('value', next) ? found : undefined;
};

/** Characters at the end of a text in which its quantity is looked for. */
const longestTail = 200;
const lineEnd = /[\n\r\u2028\u2029]/u;

/** What a form of a quantity at the end finds. */
const atEnd = (form: RegExp, text: string): RegExpExecArray | undefined => {
  const head = text.slice(0, -longestTail);
  const match = lineEnd.test(head) ? null : form.exec(text.slice(head.length));
  if (match?.groups?.rest === undefined) return undefined;
  match.groups.rest = head + match.groups.rest;
  return match;
};

/** What a form finds at the end of a text; the length of a screw is no quantity. */
const behind = (form: RegExp, text: string): Split | undefined => {
  const found = split(atEnd(form, text));
  const isLength = found !== undefined && /^[x×*]/iu.test(found.count) && endsWithThread.test(found.rest);
  return isLength ? undefined : found;
};

/** The count of a list of counted words, though a measure stands at the end: `2 wires of 10 cm`. */
const beforeMeasure = (text: string): Split | undefined => {
  const word = atEnd(trailingWord, text)?.groups?.word;
  const unit = word === undefined ? undefined : knownUnit(word);
  return unit === undefined || unit === 'piece' || !countedWord.test(text) ? undefined : split(bare.exec(text));
};

/** Small numbers as words, in some languages, each list from one on. */
const numberWords: ReadonlyMap<string, number> = new Map(
  [
    'one two three four five six seven eight nine ten',
    'ein zwei drei vier fünf sechs sieben acht neun zehn',
    'eine',
    'un deux trois quatre cinq six sept huit neuf dix',
    'une',
    'un dos tres cuatro cinco seis siete ocho nueve diez',
    'una',
    'uno due tre quattro cinque sei sette otto nove dieci',
    'um dois três quatro cinco seis sete oito nove dez',
    'uma duas',
    'een twee drie vier vijf zes zeven acht negen tien',
  ].flatMap((words) => words.split(' ').map((word, at) => [word, at + 1] as const)),
);

/** Words of a line that a number as a word may stand before; more are a sentence. */
const longestWorded = 10;

const worded = (text: string): Split | undefined => {
  const [first = '', ...rest] = text.split(/\s+/u, longestWorded + 1);
  const count = numberWords.get(first.toLowerCase());
  const isShort = rest.length > 0 && rest.length < longestWorded && !/[.!?]$/u.test(text);
  return count === undefined || !isShort ? undefined : { count: String(count), rest: rest.join(' ') };
};

/** Whether a text begins with a number as a word: `two 18650 cells`. */
export const startsWithNumberWord = (text: string): boolean => worded(text.replace(bullet, '').trim()) !== undefined;

const quantityIn = (
  text: string,
  { leadingCounts = false, dashedCounts = false, wordedCounts = false }: FreeTextHints,
): Split | undefined =>
  (wordedCounts ? worded(text) : undefined) ??
  inFrontOf(text) ??
  counting(withWord.exec(text)) ??
  trailing.map((form) => behind(form, text)).find((found) => found !== undefined) ??
  (leadingCounts ? beforeMeasure(text) : undefined) ??
  counting(atEnd(trailingWord, text)) ??
  (dashedCounts ? split(atEnd(dashed, text)) : undefined) ??
  bareCount(text, leadingCounts);

/** Whether a text begins with designators that are parted from what they stand for, if anything. */
export const startsWithDesignators = (text: string): boolean => {
  const clean = text.replace(bullet, '').trim();
  return [inFront, listInFront, oneInFront].some((form) =>
    isKind('designators', (form.exec(clean)?.groups?.names ?? '').trim()),
  );
};

/** Whether a text says how many of its part are wanted. */
export const statesQuantity = (text: string, hints: FreeTextHints = {}): boolean =>
  quantityIn(text.replace(bullet, '').trim(), hints) !== undefined;

/** Whether a text begins with a bare number, as every line of a counted list does. */
export const startsWithCount = (text: string): boolean => bare.test(text.replace(bullet, '').trim());

/** Whether a text begins with a small number and a word behind it: `2 nuts`. */
export const startsWithCountedWord = (text: string): boolean => countedWord.test(text.replace(bullet, '').trim());

/** Whether a text ends with a dash and a bare number. */
export const endsWithCount = (text: string): boolean => dashed.test(text.slice(-longestTail));

/** The item that a piece of a line begins; two numbers and nothing else are a size (`1 x 14`). */
const itemIn = (piece: string): Split | undefined => {
  const found = split(marked.exec(piece)) ?? counting(withWord.exec(piece));
  return found === undefined || !/\p{L}|\d{3}/u.test(found.rest) ? undefined : found;
};

/**
 * Cuts a line at commas and semicolons behind which a new quantity begins: `10x LM358, 5 pcs 100nF`
 * are two items.
 */
export const splitItems = (text: string): readonly string[] => {
  const pieces = text.split(/[,;]\s+/u).map((piece) => piece.trimEnd());
  const items: string[] = [];
  let isWithin = false;
  for (const piece of pieces) {
    const before = items.at(-1);
    const begins = isWithin ? undefined : itemIn(piece);
    const [opened, closed] = [piece.lastIndexOf('('), piece.lastIndexOf(')')];
    if (opened !== closed) isWithin = opened > closed;
    if (before === undefined || begins === undefined || quantityIn(before, {}) === undefined) {
      if (before === undefined || begins !== undefined) items.push(piece);
      else items[items.length - 1] = `${before}, ${piece}`;
    } else items.push(piece);
  }
  return items.filter((item) => item !== '');
};

/** A word without the parentheses that it stands in. */
const unwrapped = (word: string): string =>
  word.startsWith('(') || !word.includes('(') ? trimEndMatching(word.replace(/^\(+/u, ''), /\)/u) : word;

const wordsOf = (text: string): readonly string[] =>
  text
    .split(/[\s,;"]+/u)
    .map(unwrapped)
    .filter((word) => word !== '');

/** Order numbers that no other text looks like. */
const orderNumber = /^[A-Z\d][\w.#/+-]{2,39}-(?:ND|1-ND|2-ND|6-ND)$/u;

/** What the words of a free text name, each by its look alone. */
const namesIn = (text: string): Pick<ParsedLine, 'parts' | 'skus' | 'value' | 'package' | 'description'> => {
  const all = wordsOf(text);
  const words = all.filter((word) => !orderNumber.test(word));
  const at = words.findIndex((word) => isKind('part_number', word) && !measure.test(word));
  const value = words.find((word) => isKind('value', word));
  const packageName = words.find((word) => isKind('package', word));
  const partNumber = words[at];
  return {
    parts: partNumber === undefined ? [] : [withManufacturer(words.slice(0, at), partNumber, words[at + 1])],
    skus: all.filter((word) => orderNumber.test(word)).map((sku) => ({ sku, supplier: 'Digi-Key' })),
    ...(text === '' ? {} : { description: text }),
    ...(value === undefined ? {} : { value }),
    ...(packageName === undefined ? {} : { package: packageName }),
  };
};

const withManufacturer = (
  before: readonly string[],
  partNumber: string,
  behind: string | undefined,
): ParsedLine['parts'][number] => {
  if (behind !== undefined && isKnownManufacturer(behind)) return { manufacturer: behind, partNumber };
  const named = splitNamedPart([...before.slice(-4), partNumber].join(' '));
  const known = named.partNumber === partNumber && named.manufacturer !== undefined;
  return known && isManufacturer(named.manufacturer)
    ? { manufacturer: named.manufacturer, partNumber }
    : { partNumber };
};

/** Words in front of a number in a sentence are a maker only where they are written like a name. */
const isManufacturer = (name: string | undefined): name is string =>
  name !== undefined && /^\p{Lu}/u.test(name) && manufacturerKey(name).length > 1;

/** Designators in parentheses at the end: `12x 330R 0402 (R1 - R12)`. */
const inParentheses = /\((?<names>[^()]{1,2000})\)$/u;

/** A number with a unit of measurement is no part number, however many digits it has. */
const measure = /^\d+(?:[.,]\d+)?(?:[munpkM]?(?:A|V|W|F|H|Hz|m|g)|ohms?|mah|rpm|bit|byte|[KMG]i?B|pin|way)$/iu;

/** Designators in front, parted from what they stand for: `R1, R3 - 120 ohm`, `U2: LM358`. */
const inFront = /^(?<names>[^:=\t]{1,2000}?)(?:[:=\t]|\s[-–—>]{1,3}(?:\s|$))/u;

/**
 * Several designators in front, and a blank before what they stand for: `C1, C2 100nF`. A single
 * one needs a value or a number behind it: `R1 100`.
 */
const listInFront = /^(?<names>[A-Z]{1,3}\d{1,4}(?:\s{0,3}[,/-]\s{0,3}[A-Z]{0,3}\d{1,4}){1,100})\s+(?=\S)/u;
const oneInFront = /^(?<names>[A-Z]{1,3}\d{1,4})\s+(?=\d[\d.,]*\s?[pnuµμmkKMRΩ]?[FHΩR]?(?:\s|$))/u;

interface Named {
  readonly designators: Designators;
  readonly rest: string;
}

/** The designators that a text names, and the text without them. */
const designatorsIn = (text: string): Named => {
  for (const form of [inParentheses, inFront, listInFront, oneInFront]) {
    const match = form.exec(text);
    const names = match?.groups?.names ?? '';
    if (match === null || !isKind('designators', names.trim())) continue;
    const rest = (text.slice(0, match.index) + text.slice(match.index + match[0].length)).trim();
    if (rest !== '' || form === inFront) return { designators: readDesignators(names), rest };
  }
  return { designators: { names: [], isCut: false }, rest: text };
};

/** Reads one item of free text into a line. `row` counts lines of the text from 1. */
export const readFreeText = (text: string, row: number, hints: FreeTextHints = {}): ParsedLine => {
  const { designators, rest: clean } = designatorsIn(text.replace(bullet, '').trim());
  const hasNames = designators.names.length > 0;
  const found = quantityIn(clean, hasNames ? { ...hints, leadingCounts: false, dashedCounts: false } : hints);
  const stated = found === undefined ? { doubts: [] } : readQuantity(found.count, hints.decimalMark);
  const { quantity, unit, doubts } = checkedQuantity(stated, designators);
  const rest = trimEndMatching((found?.rest ?? clean).replace(/^"(.*)"$/u, '$1'), /[\s,;:–—-]/u).trim();
  return {
    row,
    rawText: text.trim(),
    ...namesIn(rest),
    references: designators.names,
    doNotPlace: false,
    doubts,
    ...(quantity === undefined ? {} : { quantity }),
    ...(unit === undefined ? {} : { unit }),
  };
};

/** A line that came without a file. Zero and absent quantities, and empty texts, say nothing. */
export interface LineInput {
  readonly rawText: string;
  readonly quantity?: Amount;
  readonly unit?: string;
  readonly expectedPrice?: Amount;
  readonly partNumber?: string;
  readonly manufacturer?: string;
  /** Other parts that would do, after what the line names. */
  readonly alternatives?: ParsedLine['parts'];
}

/** Reads a line that came without a file: what the caller states goes before what its text says. */
export const readLineInput = (input: LineInput, row: number): ParsedLine => {
  const line = readFreeText(input.rawText, row);
  const stated = input.quantity?.gt(0) === true;
  const part = {
    ...(input.partNumber ? { partNumber: input.partNumber } : {}),
    ...(input.manufacturer ? { manufacturer: input.manufacturer } : {}),
  };
  const own = input.partNumber || input.manufacturer ? [{ ...line.parts[0], ...part }] : line.parts;
  return {
    ...line,
    parts: [...own, ...(input.alternatives ?? []).map((each) => ({ ...each, isAlternative: true as const }))],
    ...(stated && input.quantity !== undefined ? { quantity: input.quantity, doubts: [] } : {}),
    ...(input.unit ? { unit: knownUnit(input.unit) ?? input.unit } : {}),
    ...(input.expectedPrice === undefined ? {} : { expectedPrice: input.expectedPrice }),
  };
};
