import { z } from 'zod';
import type { LifecycleStatus } from '../../../../domain/catalog/catalog.ts';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { ownProperty } from '../../../../domain/own-property.ts';
import { type DecimalSeparator, readLocalizedAmount, separatorIn } from '../localized-decimal.ts';
import { field, present } from '../rows.ts';
import { attributesOf, priceOf, tolerant, tolerantLadder } from '../tolerant.ts';
import { leadTimeDays } from './lead-time.ts';

/**
 * The rows of Mouser's answers: nearly all of their figures are text in the language of the key's
 * account.
 */

const priceBreak = z.object({ Quantity: tolerant.quantity, Price: z.unknown().optional(), Currency: tolerant.text });

const attribute = z.object({ AttributeName: tolerant.text, AttributeValue: tolerant.text });

const compliance = z.object({ ComplianceName: tolerant.text, ComplianceValue: tolerant.text });

/** A row of `Parts`. */
export const partRow = z.object({
  MouserPartNumber: field.sku,
  ManufacturerPartNumber: tolerant.text,
  Manufacturer: tolerant.text,
  Description: tolerant.text,
  PriceBreaks: tolerant.list(priceBreak),
  AvailabilityInStock: tolerant.count,
  Availability: tolerant.text,
  Min: tolerant.quantity,
  Mult: tolerant.quantity,
  LeadTime: tolerant.text,
  LifecycleStatus: z.unknown().optional(),
  IsDiscontinued: tolerant.flag,
  SuggestedReplacement: tolerant.text,
  ProductAttributes: tolerant.list(attribute),
  ProductCompliance: tolerant.list(compliance),
  Category: tolerant.text,
  DataSheetUrl: tolerant.text,
  ImagePath: tolerant.text,
  ProductDetailUrl: tolerant.text,
  ROHSStatus: tolerant.text,
  AvailabilityOnOrder: tolerant.list(z.object({ Quantity: tolerant.quantity, Date: tolerant.text })),
});

type PartRow = z.infer<typeof partRow>;

const unread = z.object({
  MouserPartNumber: tolerant.text,
  ManufacturerPartNumber: tolerant.text,
  PriceBreaks: tolerant.list(priceBreak),
});

/** Whether a row can be ordered; one that cannot has no number of Mouser's and is no offer. */
export const isOrderable = (row: unknown): boolean => unread.safeParse(row).data?.MouserPartNumber !== 'N/A';

/** Codes that are not those of ISO 4217. */
const currencyAliases: Readonly<Record<string, string>> = { RMB: 'CNY' };

const ladderIn = ({ PriceBreaks }: PartRow, separator: DecimalSeparator | undefined): ObservationDraft['price'] => {
  const currency = PriceBreaks[0]?.Currency;
  if (currency === undefined || PriceBreaks.some((each) => each.Currency !== currency)) return undefined;
  const breaks = PriceBreaks.map(({ Quantity, Price }) => ({
    quantity: Quantity,
    price: typeof Price === 'string' ? nonZero(readLocalizedAmount(Price, separator)) : priceOf(Price),
  }));
  return tolerantLadder({ currency: ownProperty(currencyAliases, currency) ?? currency, breaks });
};

const nonZero = (price: ReturnType<typeof readLocalizedAmount>) => (price?.isZero() ? undefined : price);

/**
 * The number, or else that of the English sentence; sentences of other languages are left alone.
 */
const stockOf = ({ AvailabilityInStock, Availability = '' }: PartRow): number | undefined =>
  AvailabilityInStock ?? tolerant.count.parse(/^(\d+) In Stock$/i.exec(Availability)?.[1]);

const lifecycles: Readonly<Record<string, LifecycleStatus>> = {
  'new product': 'new',
  'not recommended for new designs': 'deprecated',
  'end of life': 'deprecated',
  obsolete: 'discontinued',
};

/**
 * Mouser names only what is not ordinary: an empty status is an active part, a missing one says
 * nothing.
 */
const lifecycleOf = ({ LifecycleStatus: status, IsDiscontinued }: PartRow): LifecycleStatus | undefined => {
  if (IsDiscontinued === true) return 'discontinued';
  if (status === null || status === '') return 'active';
  return typeof status === 'string' ? ownProperty(lifecycles, status.trim().toLowerCase()) : undefined;
};

/**
 * A number that comes on reel and as cut tape lists both; which of them is sent depends on the
 * quantity.
 */
const packagingOf = ({ ProductAttributes }: PartRow): string | undefined => {
  const [one, ...others] = ProductAttributes.filter(({ AttributeName }) => AttributeName === 'Packaging');
  return others.length === 0 ? one?.AttributeValue : undefined;
};

/** Mouser's own numbers begin with two or three digits that stand for the maker. */
const isOwnNumber = (text: string): boolean => /^\d{2,3}-/.test(text);

/**
 * A replacement is named by Mouser's number, which is the maker's only where the answer has that
 * row too.
 */
const replacementOf = ({ SuggestedReplacement: number }: PartRow, mpns: MpnsBySku): string | undefined => {
  if (number === undefined) return undefined;
  return mpns.get(number) ?? (isOwnNumber(number) ? undefined : number);
};

/** What a row is read with: what only the whole answer tells. */
export interface AnswerFacts {
  /** How its prices are written, as far as they tell. */
  readonly separator: DecimalSeparator | undefined;
  readonly mpns: MpnsBySku;
}

type MpnsBySku = ReadonlyMap<string, string | undefined>;

/** What the rows of an answer tell together. */
export const factsOf = (rows: readonly unknown[], setSeparator: DecimalSeparator | undefined): AnswerFacts => {
  const read = rows.flatMap((row) => unread.safeParse(row).data ?? []);
  const prices = read.flatMap(({ PriceBreaks }) => PriceBreaks.map(({ Price }) => Price));
  return {
    separator: setSeparator ?? separatorIn(prices.filter((price) => typeof price === 'string')),
    mpns: new Map(read.map((row) => [row.MouserPartNumber ?? '', row.ManufacturerPartNumber])),
  };
};

/** Mouser's own range, not the part's life. */
const isOfRange = /\bmouser\b/i;

const complianceOf = ({ ProductCompliance }: PartRow, name: string): string | undefined =>
  ProductCompliance.find(({ ComplianceName }) => ComplianceName === name)?.ComplianceValue;

const attributeOf = ({ ProductAttributes }: PartRow, name: string): string | undefined =>
  ProductAttributes.find(({ AttributeName }) => AttributeName === name)?.AttributeValue;

const statedBy = (row: PartRow) => {
  const status = typeof row.LifecycleStatus === 'string' ? row.LifecycleStatus : undefined;
  const [next] = row.AvailabilityOnOrder;
  return statedFacts({
    ...(isOfRange.test(status ?? '') ? { range_status: status } : { lifecycle_detail: status }),
    category: row.Category,
    datasheet_url: row.DataSheetUrl,
    image_url: row.ImagePath,
    rohs: row.ROHSStatus,
    eccn: complianceOf(row, 'ECCN'),
    hts_code: complianceOf(row, 'USHTS'),
    package: attributeOf(row, 'Package / Case'),
    product_url: row.ProductDetailUrl,
    standard_package: attributeOf(row, 'Standard Pack Qty'),
    on_order_quantity: next?.Quantity?.toString(),
    on_order_date: next?.Date,
  });
};

/** What a row says. */
export const partDraft = (row: PartRow, { separator, mpns }: AnswerFacts): ObservationDraft => {
  const quantity = stockOf(row);
  return {
    supplierSku: row.MouserPartNumber,
    ...present({
      price: ladderIn(row, separator),
      minimumOrderQuantity: row.Min,
      orderMultiple: row.Mult,
      packaging: packagingOf(row),
      stock: quantity === undefined ? undefined : [{ warehouseRef: 'Mouser', quantity }],
      leadTimeDays: leadTimeDays(row.LeadTime),
    }),
    description: present({
      manufacturer: row.Manufacturer,
      mpn: row.ManufacturerPartNumber,
      text: row.Description,
      lifecycle: lifecycleOf(row),
      replacedByMpn: replacementOf(row, mpns),
      attributes: attributesOf([
        ...row.ProductAttributes.map((each) => [each.AttributeName, each.AttributeValue] as const),
        ...row.ProductCompliance.map((each) => [each.ComplianceName, each.ComplianceValue] as const),
      ]),
      facts: statedBy(row),
    }),
  };
};
