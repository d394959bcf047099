import type { ParsedSource } from '../../../domain/estimate/draft.ts';
import { type LineInput, readLineInput } from '../../../domain/estimate/parse/free-text.ts';
import { parseLines } from '../../../domain/estimate/parse/parse-lines.ts';
import type { ParsedLine } from '../../../domain/estimate/parse/parsed-bom.ts';
import { sheetAsRead } from '../../../domain/estimate/parse/sheet-as-read.ts';
import type { LineRequest, NamedAlternative } from '../../../domain/estimate/request.ts';
import { type Amount, parseAmount } from '../../../domain/money.ts';
import { cleanText } from './clean-text.ts';
import { readDocument } from './read-document.ts';
import type { ReadFailure } from './read-failure.ts';
import type { ReaderTask } from './reader-messages.ts';

/** A parsed source, or why there is none. */
export type ParseResult =
  | { readonly kind: 'parsed'; readonly source: ParsedSource }
  | { readonly kind: 'failure'; readonly failure: ReadFailure };

const cleanPart = ({ partNumber, manufacturer }: NamedAlternative): NamedAlternative => ({
  partNumber: cleanText(partNumber),
  ...(manufacturer !== undefined && { manufacturer: cleanText(manufacturer) }),
});

const inputOf = (line: LineRequest): LineInput => {
  const quantity = line.quantity === undefined ? undefined : parseAmount(line.quantity);
  const expectedPrice = line.expectedPrice === undefined ? undefined : parseAmount(line.expectedPrice);
  return {
    rawText: cleanText(line.rawText),
    ...(quantity && { quantity }),
    ...(expectedPrice && { expectedPrice }),
    ...(line.unit !== undefined && { unit: cleanText(line.unit) }),
    ...(line.partNumber !== undefined && { partNumber: cleanText(line.partNumber) }),
    ...(line.manufacturer !== undefined && { manufacturer: cleanText(line.manufacturer) }),
    ...(line.alternatives && { alternatives: line.alternatives.map(cleanPart) }),
  };
};

/** Parses a source. Never throws for what it holds. */
export const parseTask = (task: ReaderTask): ParseResult => {
  if (task.kind === 'lines') {
    const lines = task.lines.map((line, index) => readLineInput(inputOf(line), index + 1));
    return { kind: 'parsed', source: { lines, doubts: [], skipped: [] } };
  }
  const { bytes, tableMap, decimalMark, ...reading } = task;
  const read = readDocument(bytes, reading);
  if (read.kind === 'failure') return read;
  const source = parseLines(read.document, { ...(tableMap && { map: tableMap }), ...(decimalMark && { decimalMark }) });
  const sheet = sheetAsRead(read.document, source);
  return { kind: 'parsed', source: { ...source, ...(sheet && { sheet }) } };
};

/** Decimals that are kept of what a document states; a third of a kilogram is none. */
const longTail = /(\.\d{12})\d+$/u;

const revived = (text: unknown): Amount | undefined =>
  typeof text === 'string' ? parseAmount(text.replace(longTail, '$1')) : undefined;

/**
 * A parsed source from the JSON that a thread made of it; a decimal that is beyond all measure is
 * unknown.
 */
export const reviveSource = (json: string): ParsedSource => {
  const source: ParsedSource = JSON.parse(json);
  const lines = source.lines.map(({ quantity, expectedPrice, ...line }): ParsedLine => {
    const [pieces, price] = [revived(quantity), revived(expectedPrice)];
    return { ...line, ...(pieces && { quantity: pieces }), ...(price && { expectedPrice: price }) };
  });
  return { ...source, lines };
};
