import { isKind, isPlaceholder } from './cell-kinds.ts';
import { looksLikeDesignators } from './designators.ts';
import { type Cell, cellText } from './document.ts';
import { supplierInHeading } from './heading.ts';
import type { SkippedRow } from './parsed-bom.ts';
import type { Role } from './roles.ts';

/** Roles whose cells name what a line is about. */
const naming: ReadonlySet<Role> = new Set([
  'part_number',
  'supplier_sku',
  'description',
  'value',
  'reference',
  'package',
  'internal_number',
]);

/** Words for a sum, in the languages of lists that were met and their neighbours. */
const totals = [
  'total|totals|sub-?total|sum|subtotals',
  'summe|gesamt(?:summe|preis|kosten|betrag)?|zwischensumme|endbetrag',
  'totaal|subtotaal|summa|delsumma|totalt|i alt|yhteensä',
  'sous-?total|montant total|somme|totale|suma|soma|subtotale|importe total',
  'razem|łącznie|podsumowanie|celkem|součet|spolu|összesen|toplam|ukupno|skupaj',
  'итого|всего|сумма|разом|всього|сума|общо',
  '合计|总计|小计|总价|共计|合計|総計|小計|總計|합계|총계|소계',
].join('|');

/** A sum by itself, or behind a word or two: `Grand total`, `Szacowana suma`. */
const totalWords = new RegExp(
  `^(?:(?:\\p{L}{2,20}\\s+){0,2}(?:${totals})\\s*:?$|(?:grand\\s+)?(?:${totals})(?![\\p{L}-]))`,
  'iu',
);

/** Words for costs that are no parts: sending, taxes, work. */
const charges = [
  'shipping|postage|post|freight|delivery|vat|tax|taxes|sales tax|customs|handling|labou?r',
  'mwst\\.?|ust\\.?|versand(?:kosten)?|porto|fracht|arbeits(?:zeit|kosten)|lohn(?:kosten)?',
  'livraison|frais de port|tva|main d.(?:œ|oe)uvre',
  'env[ií]o|gastos de env[ií]o|iva|mano de obra|frete|envio|m[ãa]o de obra',
  'spedizione|spese di spedizione|manodopera|verzending|verzendkosten|btw|frakt|moms|toimitus|alv',
  'wysyłka|przesyłka|dostawa|robocizna|poštovné|doprava|dph|szállítás|áfa|kargo|kdv',
  'доставка|пересылка|ндс|работа|трудозатраты|пдв',
  '运费|税|人工费?|工时|送料|消費税|배송비|부가세',
].join('|');

const moneySign = '(?:(?:us|au|ca)?[$]|[£€¥₽]|eur|usd|gbp)';

/** Money behind the words of a cost: `$5.00`, `- US$5`, `≈ 5 €`. */
const money = `[-–]?\\s*[~≈]?\\s*${moneySign}?\\s*\\d[\\d.,]*\\s*${moneySign}?`;

const chargeWords = new RegExp(
  `^~?\\s*(?:${charges})(?:\\s*(?:&|\\+|/|,|and|und|et|och|en|y|e|i|и)\\s*(?:${charges}))?(?:\\s+(?:cost|costs|fee|fees|charge|charges|kosten))?(?:\\s*${money}|\\s*[(:%~\\d].*)?$`,
  'iu',
);

/** Whether a text begins with the words of a sum or of a cost that is no part. */
export const isSumOrCharge = (text: string): boolean => totalWords.test(text) || chargeWords.test(text);

const rulerOnly = /^[\s\-_=*#~.+|:]+$/u;

const sectionMark = /^(?:#|=|--|\*).+(?:#|=|--|\*)$/u;

/** Characters of a cell that are looked at to tell what a row is. */
const longestLooked = 200;

/** The cells of a row that hold anything, with as much of their text as is looked at. */
export const filledCells = (row: readonly Cell[]): readonly { readonly at: number; readonly text: string }[] =>
  row.map((cell, at) => ({ at, text: cellText(cell).slice(0, longestLooked) })).filter(({ text }) => text !== '');

/**
 * Whether the row says the heading's words again, as tables in sections do: at least two, and most
 * of its cells.
 */
const repeatsHeading = (row: readonly Cell[], header: readonly Cell[] | undefined): boolean => {
  if (header === undefined) return false;
  const filled = filledCells(row);
  const same = filled.filter(({ at, text }) => text.toLowerCase() === cellText(header[at]).toLowerCase());
  return same.length >= 2 && same.length >= 0.6 * filled.length;
};

const isSupplierName = (text: string): boolean =>
  text.length <= 40 && !/\d{3}/u.test(text) && supplierInHeading(text) !== undefined;

/**
 * Whether the column of order numbers names a supplier: from here on its numbers are that
 * supplier's.
 */
const changesSupplier = (row: readonly Cell[], { columns }: RowContext): boolean =>
  Object.entries(columns).some(([at, role]) => role === 'supplier_sku' && isSupplierName(cellText(row[Number(at)])));

/** Names that a spreadsheet gives to columns by itself. */
const numberedColumn = /^(?:column|spalte|colonne|colonna|columna|coluna|столбец|列)\s*\d+$/iu;

const isNumberedHeading = (row: readonly Cell[]): boolean => {
  const filled = filledCells(row);
  return filled.length >= 2 && filled.every(({ text }) => numberedColumn.test(text));
};

/** The table of a row, as far as the kind of the row depends on it. */
export interface RowContext {
  readonly columns: Readonly<Record<number, Role>>;
  readonly header: readonly Cell[] | undefined;
  /** How many cells hold anything in the fuller rows. */
  readonly usualCells: number;
  /** Whether nearly all rows have a quantity or a designator, so that one without stands out. */
  readonly counted: boolean;
  /** From this row on, counted from 0, nothing is a line; left out: any row may be one. */
  readonly tail?: number;
  /** Rows, counted from 0, that add up those above. */
  readonly sums?: ReadonlySet<number>;
}

const hasRole = ({ columns }: RowContext, role: Role): boolean => Object.values(columns).includes(role);

/** What a row says in the columns of some roles, placeholders left out. */
export const textsOf = (
  row: readonly Cell[],
  { columns }: RowContext,
  accepts: (role: Role) => boolean,
): readonly string[] =>
  Object.entries(columns)
    .filter(([, role]) => accepts(role))
    .map(([at]) => cellText(row[Number(at)]))
    .filter((text) => !isPlaceholder(text));

type Rows = readonly (readonly Cell[])[];

const isEmpty = (row: readonly Cell[] | undefined): boolean => row === undefined || filledCells(row).length === 0;

const nextFilled = (rows: Rows, at: number): readonly Cell[] | undefined =>
  rows.slice(at + 1, at + 4).find((row) => !isEmpty(row));

/** Whether only lone texts stand between a row and the blank row above it, as in footnotes. */
const standsApart = (rows: Rows, at: number): boolean => {
  const above = rows.slice(Math.max(0, at - 20), at).reverse();
  const end = above.findIndex((row) => filledCells(row).length !== 1);
  return end >= 0 && isEmpty(above[end]);
};

/** The longest text that names a part; a longer one by itself explains something. */
const longestName = 60;

/** A word over designators and their values, in a table of these two that has no heading. */
const isTitleOfPairs = (filled: ReturnType<typeof filledCells>, { columns, header, usualCells }: RowContext): boolean =>
  header === undefined &&
  usualCells === 2 &&
  filled.length === 1 &&
  filled.every(({ at, text }) => columns[at] === 'reference' && !looksLikeDesignators(text));

/**
 * A lone text in a table of several columns: it names what follows (a section), explains (a note),
 * or is a part of which nothing else is known yet. What follows and what stands above tell which.
 */
const loneText = (rows: Rows, at: number, context: RowContext): SkippedRow['reason'] | undefined => {
  const filled = filledCells(rows[at] ?? []);
  const [only] = filled;
  if (filled.length !== 1 || only === undefined || context.usualCells < 3) return undefined;
  const role = context.columns[only.at];
  if (role === 'reference' && looksLikeDesignators(only.text)) return undefined;
  if (/^[\d.,\s]+$/u.test(only.text)) return undefined;
  if (only.text.length > longestName) return 'note';
  if (role === 'part_number' || role === 'supplier_sku') return undefined;
  if (role === undefined || role === 'reference' || !naming.has(role)) return 'section';
  const next = nextFilled(rows, at);
  if (next === undefined || filledCells(next).length === 1) return standsApart(rows, at) ? 'note' : undefined;
  if (repeatsHeading(next, context.header)) return 'section';
  const leads = filledCells(next).length > 1;
  const above = rows[at - 1];
  return leads && (context.counted || isEmpty(above) || above === context.header) ? 'section' : undefined;
};

/**
 * What a program says about its export, beside its name: `Source: /board.sch`,
 * `Component Count: 9`.
 */
const isRemark = (row: readonly Cell[], context: RowContext): boolean => {
  const filled = filledCells(row);
  const first = filled[0]?.text ?? '';
  return context.usualCells >= 4 && filled.length <= 2 && /\p{L}:$/u.test(first) && !totalWords.test(first);
};

const isHeading = (row: readonly Cell[], context: RowContext): boolean =>
  repeatsHeading(row, context.header) || changesSupplier(row, context) || isNumberedHeading(row);

/**
 * A sum of money without a quantity or an order number, in a table whose lines have them, is a cost
 * and no part.
 */
const isCharge = (row: readonly Cell[], context: RowContext): boolean => {
  if (!context.counted || !hasRole(context, 'quantity')) return false;
  const money = textsOf(row, context, (role) => role === 'line_price' || role === 'price');
  const quantity = textsOf(row, context, (role) => role === 'quantity').filter((text) => /^[\d(]/u.test(text));
  return (
    money.some((text) => /[1-9]/u.test(text)) &&
    quantity.length === 0 &&
    (hasRole(context, 'part_number') || hasRole(context, 'supplier_sku'))
  );
};

/**
 * Whether a cell says that the row is a sum or a cost: any of a row that names nothing else, else
 * the first, and that of a price where no quantity stands: `Total screen:` beside the name of a
 * section. A part keeps a remark such as `Shipping $5.00` behind it.
 */
const saysSumOrCharge = (
  row: readonly Cell[],
  filled: ReturnType<typeof filledCells>,
  context: RowContext,
): boolean => {
  const named = textsOf(row, context, (role) => naming.has(role));
  const isPart = named.length > 0 && !named.some(isSumOrCharge);
  const isCounted = textsOf(row, context, (role) => role === 'quantity').some((text) => /\d/u.test(text));
  const isPrice = (at: number): boolean => context.columns[at] === 'price' || context.columns[at] === 'line_price';
  return filled.some(
    ({ at, text }) => (!isPart || at === filled[0]?.at || (!isCounted && isPrice(at))) && isSumOrCharge(text),
  );
};

/**
 * Whether the row at a place (counted from 0) is a line of its table; if not, why not. A blank row
 * is `blank`. Costs that are no parts (shipping, tax) count as totals.
 */
export const rowKind = (rows: Rows, at: number, context: RowContext): 'line' | 'blank' | SkippedRow['reason'] => {
  const row = rows[at] ?? [];
  const filled = filledCells(row);
  const [first] = filled;
  if (first === undefined || filled.every(({ text }) => rulerOnly.test(text))) return 'blank';
  if (at >= (context.tail ?? rows.length)) return 'note';
  if (isHeading(row, context)) return 'heading';
  if ((filled.length === 1 && sectionMark.test(first.text)) || isTitleOfPairs(filled, context)) return 'section';
  if (isRemark(row, context)) return 'note';
  if (context.sums?.has(at) === true) return 'total';
  const identified = textsOf(row, context, (role) => role === 'part_number' || role === 'supplier_sku').filter(
    (text) => !isKind('price', text),
  );
  if (identified.every(isSumOrCharge) && (isCharge(row, context) || saysSumOrCharge(row, filled, context)))
    return 'total';
  const lone = loneText(rows, at, context);
  if (lone !== undefined) return lone;
  if (textsOf(row, context, (role) => naming.has(role)).length > 0) return 'line';
  return hasRole(context, 'price') || hasRole(context, 'line_price') ? 'total' : 'nothing_named';
};
