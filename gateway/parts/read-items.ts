import { Failure, invalidArguments } from '../../domain/errors.ts';
import { readLineInput } from '../../domain/estimate/parse/free-text.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import { maxPieces } from '../../domain/pricing/buy-quantity.ts';
import type { PartToMatch } from '../../proto/gen/svc/public/v1/catalog.ts';
import { createCheck } from '../request/rules.ts';
import { checkPart, partToMatchRules } from './request-rules.ts';
import type { GivenItem } from './use-cases.ts';

/** An item as estimates take their lines. */
export interface ReadItem {
  readonly kind: 'read';
  readonly index: number;
  readonly reference: string;
  readonly line: ParsedLine;
  readonly pieces: number;
}

/** An item that is not acceptable. */
export interface RefusedItem {
  readonly kind: 'refused';
  readonly index: number;
  readonly reference: string;
  readonly failure: Failure;
}

const checkItem = createCheck(partToMatchRules, checkPart);

const control = /\p{Cc}+/gu;

const piecesOf = ({ quantity: stated }: PartToMatch, { quantity, unit }: ParsedLine): number => {
  if (stated > 0) return stated;
  const written = unit === undefined || unit === 'piece' ? Math.ceil(Number(quantity ?? 0)) : 0;
  return written >= 1 && written <= maxPieces ? written : 1;
};

const lineOf = ({ text, mpn, manufacturer, sku, supplierId }: PartToMatch, index: number): ParsedLine => {
  const line = readLineInput(
    {
      rawText: text.replaceAll(control, ' '),
      ...(mpn && { partNumber: mpn.trim() }),
      ...(manufacturer && { manufacturer: manufacturer.trim() }),
    },
    index + 1,
  );
  return sku.trim() === ''
    ? line
    : { ...line, skus: [{ sku: sku.trim(), ...(supplierId !== '' && { supplier: supplierId }) }] };
};

/** What is wrong with an item, with the item in the names of its fields. */
const ofItem = (failure: Failure, index: number): Failure =>
  failure.kind === 'invalid_argument'
    ? invalidArguments(
        failure.violations.map(({ field, description }) => ({
          field: field === '' ? `items[${index}]` : `items[${index}].${field}`,
          description,
        })),
      )
    : failure;

const readItem = (given: GivenItem, index: number): ReadItem | RefusedItem => {
  const reference = given instanceof Failure ? '' : given.reference;
  try {
    if (given instanceof Failure) throw given;
    checkItem(given);
    const line = lineOf(given, index);
    return { kind: 'read', index, reference, line, pieces: piecesOf(given, line) };
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    return { kind: 'refused', index, reference, failure: ofItem(thrown, index) };
  }
};

/** Reads the items of a request, each by itself. */
export const readItems = (items: readonly GivenItem[]): readonly (ReadItem | RefusedItem)[] => items.map(readItem);
