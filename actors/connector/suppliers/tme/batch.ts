import { z } from 'zod';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import type { SkippedRow } from '../../../../domain/ingestion/row-tally.ts';
import { readJson } from '../rows.ts';
import { figureCounts } from '../single-page.ts';
import type { DecodedPage, LookupPageCost, WantedPart } from '../supplier-client.ts';

/**
 * A batch at TME takes two answers: the products that fit the parts asked for, then the prices and
 * stocks of their symbols. The cursor between them holds the symbols that are still to be asked
 * for.
 */

/** Symbols or numbers that one request may hold. */
export const batchSize = 50;

/** What a batch costs where its parts are found. */
export const callsOfPage: LookupPageCost = { unit: 'calls', ofPage: 2 };

const symbolList = z.array(z.string()).min(1);

/** The symbols that the answer after `cursor` is to be about, and those for later ones. */
export const symbolsAt = (cursor: string): { readonly now: readonly string[]; readonly later: readonly string[] } => {
  const symbols = readJson(cursor, symbolList);
  if (symbols === undefined) throw new RangeError('not a cursor of TME');
  return { now: symbols.slice(0, batchSize), later: symbols.slice(batchSize) };
};

/** One malformed symbol fails a whole request, so those that cannot be one are not sent. */
const canBeSymbol = (text: string): boolean => text.length >= 2 && text.length <= 18;

const canBeNumber = (text: string): boolean => text.length >= 2 && text.length <= 40;

/** What to ask for: all by symbol, or all by maker's number. */
export type Question = { readonly by: 'symbol' | 'number'; readonly terms: readonly string[] };

/** The question for a batch of parts; what cannot be valid is left out. */
export const questionOf = (parts: readonly WantedPart[]): Question => {
  const symbols = parts.flatMap(({ sku }) => (sku === undefined ? [] : [sku]));
  if (symbols.length === parts.length && symbols.some(canBeSymbol)) {
    return { by: 'symbol', terms: [...new Set(symbols.filter(canBeSymbol))] };
  }
  const numbers = parts.map(({ mpn }) => mpn.trim());
  const valid = numbers.filter(canBeNumber);
  // Nothing valid to ask for is no reason to stop the walk: the first number, made to fit, finds
  // nothing.
  const terms = valid.length > 0 ? valid : [(numbers[0] ?? '').slice(0, 40).padEnd(2, '-')];
  return { by: 'number', terms: [...new Set(terms)] };
};

interface Rows {
  readonly drafts: readonly ObservationDraft[];
  readonly skipped: readonly SkippedRow[];
}

/**
 * The page of an answer; undefined cursor: products were asked for, otherwise prices and stocks.
 */
export const pageOf = (cursor: string | undefined, rows: Rows): DecodedPage => {
  const symbols = cursor === undefined ? rows.drafts.map(({ supplierSku }) => supplierSku) : symbolsAt(cursor).later;
  return {
    kind: 'page',
    drafts: rows.drafts,
    skipped: rows.skipped,
    counts: figureCounts(rows.drafts),
    nextCursor: symbols.length === 0 ? undefined : JSON.stringify(symbols),
    pageCount: undefined,
  };
};
