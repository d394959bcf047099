import type { Amount } from '../../money.ts';
import { truncateText } from '../../truncate-text.ts';
import { isKind, isPlaceholder } from './cell-kinds.ts';
import { checkedQuantity } from './checked-quantity.ts';
import { type Designators, readDesignators } from './designators.ts';
import type { Cell, DecimalMark } from './document.ts';
import { cellText } from './document.ts';
import { supplierInHeading } from './heading.ts';
import { readNumber, withoutCurrency } from './numbers.ts';
import type { Doubt, NamedPart, NamedSku, ParsedLine } from './parsed-bom.ts';
import { splitAlternatives, splitNamedPart, splitNamedSku } from './part-names.ts';
import { quantityOfNumber, type ReadQuantity, readQuantity } from './quantity.ts';
import type { Role } from './roles.ts';
import { unitOf } from './units.ts';

/** What reading a row of a table needs besides the row. */
export interface RowReading {
  readonly columns: Readonly<Record<number, Role>>;
  readonly header: readonly Cell[] | undefined;
  readonly decimalMark: DecimalMark | undefined;
  /** The most reference designators that the line may have. */
  readonly maxReferences: number;
}

/** A row's cells by role, placeholders left out, in the order of columns. */
type ByRole = (role: Role) => readonly { readonly at: number; readonly text: string; readonly cell: Cell }[];

const byRole = (row: readonly Cell[], columns: RowReading['columns']): ByRole => {
  const cells = Object.entries(columns).map(([at, role]) => ({ at: Number(at), role, cell: row[Number(at)] ?? '' }));
  return (role) =>
    cells
      .filter((each) => each.role === role && !isPlaceholder(cellText(each.cell)))
      .map(({ at, cell }) => ({ at, cell, text: cellText(cell) }));
};

const firstText = (cells: ByRole, role: Role): string | undefined => cells(role)[0]?.text;

/**
 * Columns of part numbers and makers pair up from left to right; one maker serves all numbers of
 * its own column.
 */
const partsOf = (cells: ByRole): readonly NamedPart[] => {
  const manufacturers = cells('manufacturer');
  const numbers = cells('part_number');
  if (numbers.length === 0) return manufacturers.slice(0, 1).map(({ text }) => ({ manufacturer: text }));
  return numbers.flatMap(({ text }, at) => {
    const manufacturer =
      manufacturers[at]?.text ?? (numbers.length > manufacturers.length ? manufacturers[0]?.text : undefined);
    return splitAlternatives(text).map((piece) => named(piece, manufacturer));
  });
};

const named = (piece: string, manufacturer: string | undefined): NamedPart => {
  if (manufacturer === undefined) return splitNamedPart(piece);
  const inside = splitNamedPart(piece);
  const repeated = inside.manufacturer?.toLowerCase() === manufacturer.toLowerCase();
  return { partNumber: repeated ? (inside.partNumber ?? piece) : piece, manufacturer };
};

const skusOf = (cells: ByRole, header: RowReading['header']): readonly NamedSku[] => {
  const suppliers = cells('supplier');
  return cells('supplier_sku').map(({ at, text }, order) => {
    const stated = splitNamedSku(text);
    const supplier =
      stated.supplier ?? supplierInHeading(cellText(header?.[at])) ?? suppliers[order]?.text ?? suppliers[0]?.text;
    return supplier === undefined ? stated : { ...stated, supplier };
  });
};

const yes =
  /^(?:1(?:\.0)?|x|y|yes|true|ja|wahr|oui|vrai|s[ií]|sim|да|истина|是|dnp|dnf|dni|dns|do not .*|excluded|not fitted|no fit|✓|✔)$/iu;
const no = /^(?:0(?:\.0)?|n|no|false|nein|falsch|non|faux|não|нет|ложь|否|fitted|-)$/iu;

/**
 * Words, in a value or a note, that mark the line as not fitted, whatever the columns are called.
 */
const notFitted = [
  'DNP|DNF|DNI|DNS|DNM|NOFIT|do not (?:place|populate|fit|stuff|mount|install)|not (?:fitted|populated)',
  'nicht best[üu]cken|nicht best[üu]ckt|ne pas monter|non mont[ée]|no montar|non montare',
  'не (?:ставить|устанавливать|монтировать|паять)',
];
const marksNotFitted = new RegExp(
  `(?:^|[\\s([{/,_-])(?:${notFitted.join('|')})(?:$|[\\s)\\]}/,_.;-])|不贴|不焊|空贴`,
  'iu',
);

const placing = (cells: ByRole): { readonly doNotPlace: boolean; readonly doubts: readonly Doubt[] } => {
  const not = cells('do_not_place')[0]?.text;
  const place = cells('place')[0]?.text;
  const doubts = [not, place]
    .filter((text) => text !== undefined && !yes.test(text) && !no.test(text))
    .map(
      (text): Doubt => ({
        code: 'place_unreadable',
        text: `cannot tell from ${JSON.stringify(text)} whether it is fitted`,
      }),
    );
  const noted = ['value', 'notes', 'description', 'quantity'].some((role) =>
    cells(role as Role).some(({ text }) => marksNotFitted.test(text)),
  );
  const doNotPlace = (not !== undefined && yes.test(not)) || (place !== undefined && no.test(place)) || noted;
  return { doNotPlace, doubts };
};

const statedQuantity = (cells: ByRole, mark: DecimalMark | undefined): ReadQuantity => {
  const [stated] = cells('quantity');
  if (stated === undefined) return { doubts: [] };
  return typeof stated.cell === 'number' ? quantityOfNumber(stated.cell) : readQuantity(stated.text, mark);
};

/** The designators of all columns that have any, so many of them at most. */
const referencesOf = (cells: ByRole, most: number): Designators => {
  const names: string[] = [];
  for (const { text } of cells('reference')) {
    const read = readDesignators(text, most - names.length);
    names.push(...read.names);
    if (read.isCut) return { names, isCut: true };
  }
  return { names, isCut: false };
};

const moneyOf = (cell: Cell, mark: DecimalMark | undefined): Amount | undefined =>
  typeof cell === 'number'
    ? quantityOfNumber(cell).quantity
    : readNumber(withoutCurrency(cell.trim()).replace(/^[~≈]\s*/u, ''), mark ?? '.');

/** The price of a whole line as its row states it; undefined where it does not, or unreadably. */
export const linePriceOf = (row: readonly Cell[], { columns, decimalMark }: RowReading): Amount | undefined => {
  const [stated] = byRole(row, columns)('line_price');
  return stated === undefined ? undefined : moneyOf(stated.cell, decimalMark);
};

/** A cell of part numbers that holds what is none: a value, a package, a link, a sentence. */
const unlikelyNumber = (cells: ByRole): readonly Doubt[] => {
  const [stated] = cells('part_number');
  const isUnlikely =
    stated !== undefined && (['value', 'package', 'link', 'prose'] as const).some((kind) => isKind(kind, stated.text));
  const text = `${JSON.stringify(truncateText(stated?.text ?? '', longestQuoted))} does not look like a part number`;
  return isUnlikely ? [{ code: 'part_number_unlikely', text }] : [];
};

const priceOf = (cells: ByRole, mark: DecimalMark | undefined): Pick<ParsedLine, 'expectedPrice' | 'doubts'> => {
  const [stated] = cells('price');
  if (stated === undefined) return { doubts: [] };
  const price = moneyOf(stated.cell, mark);
  if (price !== undefined && !price.isNegative()) return { expectedPrice: price, doubts: [] };
  return { doubts: [{ code: 'price_unreadable', text: `the price ${JSON.stringify(stated.text)} could not be read` }] };
};

/** Characters of a cell that a doubt quotes. */
const longestQuoted = 80;

/** The longest raw text that a line carries. */
const longestRawText = 2_000;

const optional = <Key extends string>(key: Key, text: string | undefined): Partial<Record<Key, string>> =>
  text === undefined ? {} : ({ [key]: text } as Record<Key, string>);

/** Reads a table's row that is known to be a line. `number` counts rows from 1. */
export const readRow = (
  row: readonly Cell[],
  number: number,
  { columns, header, decimalMark, maxReferences }: RowReading,
): ParsedLine => {
  const cells = byRole(row, columns);
  const references = referencesOf(cells, maxReferences);
  const { quantity, unit, doubts } = checkedQuantity(statedQuantity(cells, decimalMark), references);
  const placed = placing(cells);
  const price = priceOf(cells, decimalMark);
  const unitText = firstText(cells, 'unit');
  return {
    row: number,
    rawText: truncateText(
      row
        .map(cellText)
        .filter((text) => text !== '')
        .join(' | '),
      longestRawText,
    ),
    parts: partsOf(cells),
    skus: skusOf(cells, header),
    references: references.names,
    doNotPlace: placed.doNotPlace,
    ...optional('unit', unit ?? (unitText === undefined ? undefined : unitOf(unitText))),
    ...optional('description', firstText(cells, 'description')),
    ...optional('value', firstText(cells, 'value')),
    ...optional('package', firstText(cells, 'package')),
    ...optional('internalNumber', firstText(cells, 'internal_number')),
    ...optional(
      'notes',
      cells('notes')
        .map(({ text }) => text)
        .join('; ') || undefined,
    ),
    ...(quantity === undefined ? {} : { quantity }),
    ...(price.expectedPrice === undefined ? {} : { expectedPrice: price.expectedPrice }),
    doubts: [...doubts, ...unlikelyNumber(cells), ...placed.doubts, ...price.doubts],
  };
};
