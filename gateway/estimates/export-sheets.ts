import { amount, amountText, parseAmount, zero } from '../../domain/money.ts';
import type { Money } from '../../proto/gen/svc/public/v1/common.ts';
import type {
  EstimateLine,
  EstimateResponse,
  EstimateRisk,
  OrderAmount,
  OrderItem,
  SupplierOrder,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import type { CsvCell } from '../import/csv-cells.ts';

/** The sheets of a workbook beside that of the lines. */

/** The cells of a sheet, its heading first. */
export type Cells = readonly (readonly CsvCell[])[];

/** The columns of a sheet by their headings. */
type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** The cells of rows, under the headings of their columns. */
export const cellsBy = <Row>(columns: Columns<Row>, rows: readonly Row[]): Cells => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cell) => cell(row))),
];

/** Digits that spreadsheets show and keep of a number. */
const keptDigits = 15;

/**
 * Decimal text as a number, which spreadsheets add up, where nothing of it is lost so; else as it
 * is.
 */
export const numberCell = (text: string | undefined): CsvCell => {
  const parsed = text === undefined ? undefined : parseAmount(text);
  if (parsed === undefined) return text;
  const [plain, number] = [amountText(parsed), parsed.toNumber()];
  // Neither with another digit nor with an exponent.
  return String(number) === plain && plain.replace(/^-?0*\.?0*|\./g, '').length <= keptDigits ? number : text;
};

/** Products that a line could mean whose names are known, by maker and number. */
export const namedCandidates = ({ candidates }: EstimateLine): string =>
  candidates.flatMap(({ product }) => (product ? [`${product.manufacturer} ${product.mpn}`] : [])).join('; ');

/** A row of an order: an item, what it costs besides, or what is paid in all. */
export interface OrderRow {
  /** Undefined: the row is of all orders. */
  readonly order?: SupplierOrder;
  /** Undefined: what the order costs besides its goods. */
  readonly item?: OrderItem;
  /** What of that a rule has added or taken; undefined: all that no rule has. */
  readonly added?: OrderAmount;
  /** What is paid for the order, or in all; undefined: it is a part of that. */
  readonly total?: Money;
}

/** What a row of an order comes to; undefined: it is not known. */
export const moneyOf = ({ order, item, added, total }: OrderRow): Money | undefined =>
  total ?? item?.price ?? (added === undefined ? order?.orderCost : added.amount);

/** What a row of an order is. */
export const kindOf = ({ order, item, added, total }: OrderRow): string => {
  if (total !== undefined) return order === undefined ? 'total' : 'order total';
  return added?.label || (item === undefined ? 'order cost' : 'goods');
};

const orderColumns: Columns<OrderRow> = {
  seller: ({ order }) => order?.seller?.name || order?.supplierName,
  seller_kind: ({ order }) => order?.seller?.kind,
  supplier: ({ order }) => order?.supplierId,
  what: kindOf,
  supplier_sku: ({ item }) => item?.supplierSku,
  manufacturer: ({ item }) => item?.product?.manufacturer,
  mpn: ({ item }) => item?.product?.mpn,
  description: ({ item }) => item?.product?.description,
  quantity: ({ item }) => item?.quantity,
  unit_price: ({ item }) => numberCell(item?.unitPrice?.amount),
  price: (row) => numberCell(moneyOf(row)?.amount),
  duty: ({ item }) => numberCell(item?.duty?.amount?.amount),
  duty_status: ({ item }) => item?.duty?.status,
  currency: (row) => moneyOf(row)?.currency,
  needed: ({ item }) => item?.needed,
  excess: ({ item }) => item?.excess,
  excess_price: ({ item }) => numberCell(item?.excessPrice?.amount),
  saved_by_ordering_more: ({ item }) => numberCell(item?.saving?.amount?.amount),
  lines: ({ item }) => item?.lines.join(', '),
  ships_from: ({ item }) => item?.shipsFrom,
  product_url: ({ item }) => item?.productUrl,
};

/** What is paid for an order, as far as it is known. */
const totalOf = ({ items, duty, orderCost, amounts }: SupplierOrder, currency: string): Money => {
  const paid = [...items.map(({ price }) => price), duty, orderCost, ...amounts.map((added) => added.amount)];
  return { amount: amountText(paid.reduce((sum, each) => sum.plus(amount(each?.amount ?? '0')), zero)), currency };
};

/** The rows of all orders, the last of which is their total. */
export const orderRows = ({ orders, totalPriceDecimal, currency }: EstimateResponse): readonly OrderRow[] => [
  ...orders.flatMap((order): readonly OrderRow[] => [
    ...order.items.map((item) => ({ order, item })),
    { order },
    ...order.amounts.map((added) => ({ order, added })),
    { order, total: totalOf(order, currency) },
  ]),
  ...(orders.length === 0 ? [] : [{ total: { amount: totalPriceDecimal, currency } }]),
];

interface RiskRow {
  readonly line: EstimateLine;
  readonly risk: EstimateRisk;
}

const riskColumns: Columns<RiskRow> = {
  line: ({ line }) => line.number,
  text: ({ line }) => line.rawText,
  manufacturer: ({ line }) => line.product?.manufacturer,
  mpn: ({ line }) => line.product?.mpn,
  risk: ({ risk }) => risk.code,
  what: ({ risk }) => risk.text,
};

const unboughtColumns: Columns<EstimateLine> = {
  line: ({ number }) => number,
  row: ({ row }) => row,
  text: ({ rawText }) => rawText,
  mpn: ({ mpn }) => mpn,
  manufacturer: ({ manufacturer }) => manufacturer,
  internal_number: ({ internalNumber }) => internalNumber,
  references: ({ references }) => references.join(', '),
  quantity: ({ quantityDecimal }) => numberCell(quantityDecimal),
  reason: ({ unresolvedReason }) => unresolvedReason,
  why: ({ unresolvedMessage }) => unresolvedMessage,
  candidates: namedCandidates,
};

/** Every sheet by its name. */
export const sheets: Readonly<Record<string, (estimate: EstimateResponse) => Cells>> = {
  Orders: (estimate) => cellsBy(orderColumns, orderRows(estimate)),
  Risks: ({ lines }) =>
    cellsBy(
      riskColumns,
      lines.flatMap((line) => line.risks.map((risk) => ({ line, risk }))),
    ),
  'Not bought': ({ lines }) =>
    cellsBy(
      unboughtColumns,
      lines.filter(({ chosen }) => chosen.length === 0),
    ),
};
