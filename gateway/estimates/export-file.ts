import writeExcelFile from 'write-excel-file/node';
import { ownProperty } from '../../domain/own-property.ts';
import type {
  EstimateChoice,
  EstimateLine,
  EstimateResponse,
  ExportEstimateResponse,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import { asText, type CsvCell, csvLine } from '../import/csv-cells.ts';
import { cartFile } from './cart-file.ts';
import {
  type Cells,
  cellsBy,
  kindOf,
  moneyOf,
  namedCandidates,
  numberCell,
  type OrderRow,
  orderRows,
  sheets,
} from './export-sheets.ts';

/**
 * An estimate as a file: a row for each purchase, and one for each line that is not bought; in a
 * workbook also its orders, risks and what is not bought, each on a sheet; or one order as its
 * seller's cart takes it.
 */

/** The forms of a file. */
export const exportFormats = ['csv', 'xlsx', 'cart'] as const;

/** The input of a row: a line, and its purchase. */
interface Row {
  readonly line: EstimateLine;
  readonly choice: EstimateChoice | undefined;
  readonly currency: string;
  /** What a piece of the whole purchase costs, which lines share; undefined: not known. */
  readonly unitPrice?: string | undefined;
}

const columns: Readonly<Record<string, (row: Row) => CsvCell>> = {
  line: ({ line }) => line.number,
  row: ({ line }) => line.row,
  text: ({ line }) => line.rawText,
  mpn: ({ line }) => line.mpn,
  manufacturer: ({ line }) => line.manufacturer,
  internal_number: ({ line }) => line.internalNumber,
  references: ({ line }) => line.references.join(', '),
  quantity: ({ line }) => numberCell(line.quantityDecimal),
  unit: ({ line }) => line.unit,
  assembly: ({ line }) => line.assembly,
  pieces_needed: ({ line }) => line.pieces,
  pieces_to_buy: ({ line }) => line.piecesToBuy,
  canonical_id: ({ line, choice }) => choice?.canonicalId ?? line.canonicalId,
  product_manufacturer: ({ line, choice }) => (choice?.product ?? line.product)?.manufacturer,
  product_mpn: ({ line, choice }) => (choice?.product ?? line.product)?.mpn,
  product_description: ({ line, choice }) => (choice?.product ?? line.product)?.description,
  match: ({ line }) => line.resolutionConfidence,
  offer_id: ({ choice }) => choice?.offerId,
  supplier: ({ choice }) => choice?.supplierId,
  supplier_name: ({ choice }) => choice?.supplierName,
  seller: ({ choice }) => choice?.seller?.name,
  seller_kind: ({ choice }) => choice?.seller?.kind,
  supplier_sku: ({ choice }) => choice?.supplierSku,
  ships_from: ({ choice }) => choice?.shipsFrom,
  product_url: ({ choice }) => choice?.productUrl,
  pieces_bought: ({ choice }) => choice?.quantity,
  unit_price: ({ unitPrice }) => numberCell(unitPrice),
  price: ({ choice }) => numberCell(choice?.price?.amount),
  duty: ({ choice }) => numberCell(choice?.duty?.amount?.amount),
  duty_status: ({ choice }) => choice?.duty?.status,
  duty_missing: ({ choice }) => choice?.duty?.missing.join(', '),
  currency: ({ choice, currency }) => (choice === undefined ? undefined : currency),
  lead_time_days: ({ choice }) => choice?.leadTimeDays,
  ships: ({ choice }) => choice?.ships?.kind,
  ships_in_days: ({ choice }) => choice?.ships?.days,
  substitute: ({ choice }) => (choice?.isSubstitute ? 'yes' : undefined),
  warehouses: ({ choice }) =>
    choice?.warehouses.map(({ warehouseRef, quantity }) => `${warehouseRef}: ${quantity}`).join(', '),
  freshness: ({ line }) => line.freshness?.status,
  offers_looked_at: ({ line }) => line.offers?.lookedAt,
  offers_left_out: ({ line }) =>
    Object.entries(line.offers?.leftOut ?? {})
      .map(([reason, count]) => `${reason}: ${count}`)
      .join(', '),
  not_bought_because: ({ line }) => line.unresolvedMessage,
  candidates: ({ line }) => (line.chosen.length > 0 ? undefined : namedCandidates(line)),
  doubts: ({ line }) => line.doubts.map(({ text }) => text).join('; '),
  what: ({ choice }) => (choice === undefined ? 'not bought' : 'goods'),
};

/**
 * What a row below the lines says: what an order costs besides its goods, or what is paid. By the
 * word in its first cell whoever reads the file as a list knows that it is no line.
 */
const paidColumns: Readonly<Record<string, (row: OrderRow) => CsvCell>> = {
  line: () => 'totals',
  supplier: ({ order }) => order?.supplierId,
  supplier_name: ({ order }) => order?.supplierName,
  seller: ({ order }) => order?.seller?.name,
  seller_kind: ({ order }) => order?.seller?.kind,
  price: (row) => numberCell(moneyOf(row)?.amount),
  currency: (row) => moneyOf(row)?.currency,
  what: kindOf,
};

/** The columns of a file: without that of assemblies where there are none. */
const columnsOf = ({ assemblies }: EstimateResponse): typeof columns => {
  const { assembly: _, ...others } = columns;
  return assemblies.length > 0 ? columns : others;
};

/** The rows below the lines, under the same headings. */
const paidCells = (estimate: EstimateResponse): Cells =>
  orderRows(estimate)
    .filter(({ item }) => item === undefined)
    .map((row) => Object.keys(columnsOf(estimate)).map((name) => ownProperty(paidColumns, name)?.(row)));

const rowsOf = ({ lines, orders, currency }: EstimateResponse): readonly Row[] => {
  const items = orders.flatMap((order) => order.items);
  const unitPrices = new Map(items.map(({ offerId, unitPrice }) => [offerId, unitPrice?.amount]));
  return lines.flatMap((line): readonly Row[] =>
    line.chosen.length === 0
      ? [{ line, choice: undefined, currency }]
      : line.chosen.map((choice) => ({ line, choice, currency, unitPrice: unitPrices.get(choice.offerId) })),
  );
};

const cellsOf = (estimate: EstimateResponse): Cells => cellsBy(columnsOf(estimate), rowsOf(estimate));

/** With a mark of its character set, without which spreadsheets take it for another. */
const csvOf = (estimate: EstimateResponse): Uint8Array =>
  Buffer.from(`\ufeff${[...cellsOf(estimate), ...paidCells(estimate)].map(csvLine).join('\r\n')}\r\n`);

/** What XML does not hold. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Characters that a cell of a spreadsheet holds. */
const longestCell = 32_767;

const goesOn = ' …';

/**
 * A text as a cell can hold it: one that is longer ends where it says so, never within a character.
 */
const shortened = (text: string): string => {
  if (text.length <= longestCell) return text;
  return `${text.slice(0, longestCell - goesOn.length).replace(/[\ud800-\udbff]$/u, '')}${goesOn}`;
};

/**
 * A text as spreadsheets write it (ECMA-376 part 1, 22.9.2.19): `_x000D_` is a carriage return,
 * which XML would make an end of line, and a text that merely looks like that has its first
 * character written so.
 */
const escaped = (text: string): string => text.replace(/_(?=x[\da-f]{4}_)/giu, '_x005F_').replaceAll('\r', '_x000D_');

/**
 * Every text is stored as text, which no spreadsheet evaluates; a comma separated copy of it stays
 * harmless all the same.
 */
const sheetOf = (name: string, cells: Cells) => ({
  sheet: name,
  stickyRowsCount: 1,
  data: cells.map((row, index) =>
    row.map((cell) => {
      if (typeof cell === 'number') return { value: cell, type: Number };
      if (cell === undefined || cell === '') return null;
      const value = escaped(shortened(asText(cell).replace(forbidden, ' ')));
      return index === 0 ? { value, type: String, fontWeight: 'bold' as const } : { value, type: String };
    }),
  ),
});

const xlsxOf = (estimate: EstimateResponse): Promise<Uint8Array> =>
  writeExcelFile([
    sheetOf('Estimate', cellsOf(estimate)),
    ...Object.entries(sheets).map(([name, cells]) => sheetOf(name, cells(estimate))),
  ]).toBuffer();

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  cart: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** What is asked of the file of a cart. */
type CartWishes = Parameters<typeof cartFile>[1];

const contentOf = (
  estimate: EstimateResponse,
  format: (typeof exportFormats)[number],
  wishes: CartWishes,
): Uint8Array | Promise<Uint8Array> => {
  if (format === 'cart') return cartFile(estimate, wishes);
  return format === 'csv' ? csvOf(estimate) : xlsxOf(estimate);
};

/**
 * Makes the file. Throws `invalid_argument` where it is not clear of which order a cart is wanted.
 */
export const exportFile = async (
  estimate: EstimateResponse,
  format: (typeof exportFormats)[number],
  wishes: CartWishes = { seller: '', cartForm: '' },
): Promise<ExportEstimateResponse> => ({
  fileName: `${estimate.id}.${format === 'cart' ? 'cart.csv' : format}`,
  contentType: contentTypes[format],
  content: await contentOf(estimate, format, wishes),
});
