import { Failure, invalidArgument } from '../../domain/errors.ts';
import { sellerKey } from '../../domain/estimate/seller.ts';
import type {
  EstimateLine,
  EstimateResponse,
  ExportEstimateRequest,
  OrderItem,
  SupplierOrder,
} from '../../proto/gen/svc/public/v1/estimate.ts';
import { type CsvCell, csvLine } from '../import/csv-cells.ts';

/**
 * An order as a file that its seller's cart or list upload takes: a row for each purchase, with the
 * customer's own numbers and the designators of its lines. Columns are named as the sellers' own
 * lists name them; columns that an upload does not know it lets its user map or leaves out.
 */

/** The forms of cart files. */
export const cartForms = ['digikey', 'mouser', 'tme', 'farnell', 'lcsc', 'generic'] as const;

type CartForm = (typeof cartForms)[number];

/** What a row is made from. */
interface CartRow {
  readonly item: OrderItem;
  readonly order: SupplierOrder;
  /** The customer's own numbers of the lines, else their designators, else the lines' numbers. */
  readonly reference: string;
  readonly designators: string;
}

type Columns = Readonly<Record<string, (row: CartRow) => CsvCell>>;

const sku = ({ item }: CartRow): string => item.supplierSku;
const mpn = ({ item }: CartRow): string | undefined => item.product?.mpn;
const manufacturer = ({ item }: CartRow): string | undefined => item.product?.manufacturer;
const description = ({ item }: CartRow): string | undefined => item.product?.description;
const quantity = ({ item }: CartRow): number => item.quantity;
const reference = (row: CartRow): string => row.reference;
const designators = (row: CartRow): string => row.designators;

const columnsOf: Readonly<Record<CartForm, Columns>> = {
  digikey: {
    'Digi-Key Part Number': sku,
    'Manufacturer Part Number': mpn,
    Manufacturer: manufacturer,
    'Customer Reference': reference,
    'Reference Designator': designators,
    Quantity: quantity,
    Description: description,
  },
  mouser: {
    'Mouser Part Number': sku,
    'Manufacturer Part Number': mpn,
    Manufacturer: manufacturer,
    'Customer Part Number': reference,
    Description: description,
    Quantity: quantity,
    'Design Reference': designators,
  },
  tme: { Symbol: sku, 'Customer symbol': reference, Quantity: quantity, 'Producer symbol': mpn, Comment: designators },
  farnell: {
    'Order Code': sku,
    'Manufacturer Part Number': mpn,
    Quantity: quantity,
    'Line Note': designators,
    'Customer Part Number': reference,
  },
  lcsc: {
    'LCSC Part Number': sku,
    'Manufacture Part Number': mpn,
    Manufacturer: manufacturer,
    'Customer NO.': reference,
    Description: description,
    Quantity: quantity,
  },
  generic: {
    Seller: ({ order }) => order.seller?.name,
    'Order Number': sku,
    Manufacturer: manufacturer,
    'Manufacturer Part Number': mpn,
    Description: description,
    Quantity: quantity,
    'Unit Price': ({ item }) => item.unitPrice?.amount,
    Price: ({ item }) => item.price?.amount,
    Currency: ({ item }) => item.price?.currency,
    'Customer Part Number': reference,
    'Reference Designators': designators,
    Page: ({ item }) => item.productUrl,
  },
};

/** Names by which sellers are known; `farnell` is the form of all houses of element14. */
const knownSellers: Readonly<Record<string, CartForm>> = {
  digikey: 'digikey',
  mouser: 'mouser',
  tme: 'tme',
  transfermultisort: 'tme',
  farnell: 'farnell',
  element14: 'farnell',
  newark: 'farnell',
  cpc: 'farnell',
  lcsc: 'lcsc',
};

const formOf = (asked: string, { seller }: SupplierOrder): CartForm => {
  const key = sellerKey(seller?.name ?? '');
  return (
    cartForms.find((form) => form === asked) ??
    Object.entries(knownSellers).find(([name]) => name === key)?.[1] ??
    'generic'
  );
};

/** The order that is asked for. Throws `invalid_argument` where it is not clear which. */
const orderOf = ({ orders }: EstimateResponse, asked: string): SupplierOrder => {
  const fitting =
    asked === '' ? orders : orders.filter(({ seller }) => sellerKey(seller?.name ?? '') === sellerKey(asked));
  const [order, ...others] = fitting;
  if (order !== undefined && others.length === 0) return order;
  const names = orders.flatMap(({ seller }) => seller?.name || []).join(', ');
  const description =
    orders.length === 0 ? 'names no order: nothing is bought' : `must name one of the orders: ${names}`;
  throw invalidArgument({ field: 'seller', description });
};

const rowOf = (item: OrderItem, order: SupplierOrder, lines: ReadonlyMap<number, EstimateLine>): CartRow => {
  const own = item.lines.flatMap((number) => lines.get(number) ?? []);
  const distinct = (texts: readonly string[]): string => [...new Set(texts.filter((text) => text !== ''))].join(', ');
  const marks = distinct(own.flatMap(({ references }) => references));
  const numbers = distinct(own.map(({ internalNumber }) => internalNumber));
  const byNumber = own.length > 0 ? `line ${own.map(({ number }) => number).join(', ')}` : '';
  return { item, order, reference: numbers || marks || byNumber, designators: marks };
};

/**
 * The cells of an order, with a heading. Throws `invalid_argument` where it is not clear which is
 * meant, `failed_precondition` for an order that was kept without its items.
 */
export const cartRows = (
  estimate: EstimateResponse,
  { seller, cartForm }: Pick<ExportEstimateRequest, 'seller' | 'cartForm'>,
): readonly (readonly CsvCell[])[] => {
  const order = orderOf(estimate, seller);
  if (order.items.length === 0)
    throw new Failure(
      'failed_precondition',
      'the estimate is of an earlier version, which kept no items; change it first',
    );
  const columns = columnsOf[formOf(cartForm, order)];
  const lines = new Map(estimate.lines.map((line) => [line.number, line]));
  const cells = order.items.map((item) => {
    const row = rowOf(item, order, lines);
    return Object.values(columns).map((cell) => cell(row));
  });
  return [Object.keys(columns), ...cells];
};

/** The file, without the mark of its character set, which is read by programs. */
export const cartFile = (...given: Parameters<typeof cartRows>): Uint8Array =>
  Buffer.from(
    `${cartRows(...given)
      .map(csvLine)
      .join('\r\n')}\r\n`,
  );
