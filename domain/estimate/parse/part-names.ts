import { truncateText } from '../../truncate-text.ts';
import { isKind, isPlaceholder } from './cell-kinds.ts';
import { isKnownManufacturer } from './known-names.ts';
import type { NamedPart, NamedSku } from './parsed-bom.ts';

/** The most words of a maker's name that are looked for in front of a part number. */
const longestName = 4;

const looksLikeNumber = (text: string): boolean => /\d/u.test(text) && !/\s/u.test(text) && text.length >= 3;

/** A word of a maker's name: letters, hardly a digit. */
const looksLikeName = (text: string): boolean => /^[\p{L}&.'-]{2,}$/u.test(text) || /^3M$/u.test(text);

const knownLength = (words: readonly string[]): number | undefined => {
  for (let length = Math.min(longestName, words.length - 1); length > 0; length -= 1)
    if (isKnownManufacturer(words.slice(0, length).join(' '))) return length;
  return undefined;
};

/**
 * Takes a maker's name off the front of a part number (`Texas Instruments LM358`,
 * `TXC 7A-24.000MAAJ-T`): a known maker, or words without digits before one word with digits.
 * Anything else is the part number as it stands.
 */
export const splitNamedPart = (text: string): NamedPart => {
  const words = text.trim().split(/[\s:]+/u);
  const known = knownLength(words);
  const last = words.length - 1;
  const plain =
    words.slice(0, last).every(looksLikeName) && looksLikeNumber(words[last] ?? '') && last > 0 && last <= 3;
  const length = known ?? (plain ? last : undefined);
  if (length === undefined) return { partNumber: text.trim() };
  return { manufacturer: words.slice(0, length).join(' '), partNumber: words.slice(length).join(' ') };
};

/**
 * Whether a piece could be a part number by itself. One of fewer characters is the end of the part
 * number before it: `BSS138PW,115`, `74HC595D,118`.
 */
const isWhole = (piece: string): boolean => {
  const words = piece.split(/\s+/u);
  const last = words.at(-1) ?? '';
  return (
    last.length >= 4 &&
    looksLikeNumber(last) &&
    (words.slice(0, -1).every(looksLikeName) || isKind('part_number', piece))
  );
};

/** Characters of a cell in which part numbers are looked for. */
const longestCell = 1_000;

/**
 * The alternative part numbers of one cell. `;`, `|`, line ends, ` / ` and ` or ` always part them;
 * a comma only where every piece could stand as a part number by itself, since commas occur within
 * part numbers.
 */
export const splitAlternatives = (text: string): readonly string[] =>
  truncateText(text, longestCell)
    .split(/[;|\n\r]+|(?<=\s)(?:\/|or|oder|ou|или|或)(?=\s)/iu)
    .flatMap((piece) => splitAtCommas(piece.trim()))
    .filter((piece) => !isPlaceholder(piece));

const splitAtCommas = (text: string): readonly string[] => {
  const pieces = text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (pieces.length < 2) return [text];
  return pieces.every(isWhole) ? pieces : [text];
};

/** A supplier's name, a mark, and an order number: `Farnell/1699397`, `Mouser: 595-LM358DR`. */
const supplierAndSku = /^(?<supplier>\p{L}[\p{L}\s.&-]{1,30}?)\s{0,3}[/:#]\s{0,3}(?<sku>(?=\S{0,20}\d)[\w.#-]{4,40})$/u;

/** The order number that a cell states, and its supplier where the cell names one too. */
export const splitNamedSku = (text: string): NamedSku => {
  const { supplier, sku = text } = supplierAndSku.exec(text.trim())?.groups ?? {};
  return supplier === undefined ? { sku } : { sku, supplier: supplier.trim() };
};
