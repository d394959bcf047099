import { z } from 'zod';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { isCurrencyCode, parseAmount } from '../../../domain/money.ts';
import type { PriceStatement } from '../../../domain/offer.ts';
import type { SkippedRow } from './supplier-client.ts';

/**
 * Reading the rows of a supplier's answer: each is checked alone, so that a bad one costs nothing but itself. A part that is
 * absent, null or empty stays absent.
 */

/** The longest SKU accepted, in characters. */
const maxSkuLength = 128;

/** Schemas of single fields. */
export const field = {
  sku: z.string().trim().min(1).max(maxSkuLength),
  /** Text that may be missing; blank counts as missing. */
  text: z
    .string()
    .nullish()
    .transform((text) => text?.trim() || undefined),
  /** A whole number of pieces or days that may be missing, at least 0. */
  count: z
    .int()
    .min(0)
    .nullish()
    .transform((value) => value ?? undefined),
  /** A whole number of pieces that may be missing, where 0 says nothing. */
  quantity: z
    .int()
    .min(0)
    .nullish()
    .transform((value) => value || undefined),
  /** A currency by ISO 4217. */
  currency: z.string().refine(isCurrencyCode, 'not a currency code'),
  /** A price above nothing, as decimal text. */
  price: z.string().transform((text, context) => {
    const price = parseAmount(text);
    if (price?.greaterThan(0)) return price;
    context.addIssue({ code: 'custom', message: 'not a price' });
    return z.NEVER;
  }),
};

/** A ladder's parts as a supplier sends them. */
export interface LadderRow {
  readonly currency: string;
  readonly priceBase: number | undefined;
  readonly breaks: readonly {
    readonly quantity: number;
    readonly price: NonNullable<ReturnType<typeof parseAmount>>;
  }[];
}

/** A price statement from breaks in any order; undefined when there is none or two are for one quantity. */
export const ladderOf = ({ currency, priceBase, breaks }: LadderRow): PriceStatement | undefined => {
  const sorted = breaks.toSorted((a, b) => a.quantity - b.quantity);
  const isRepeated = sorted.some((each, at) => each.quantity === sorted[at - 1]?.quantity);
  return sorted.length === 0 || isRepeated
    ? undefined
    : { kind: 'ladder', ladder: { currency, priceBase, breaks: sorted } };
};

/** The object without its undefined properties: what is absent stays absent. */
export const present = <T extends object>(object: T): { [key in keyof T]?: Exclude<T[key], undefined> } => {
  const result: { [key in keyof T]?: Exclude<T[key], undefined> } = {};
  for (const key in object) {
    const value = object[key];
    if (value !== undefined) result[key] = value as Exclude<T[typeof key], undefined>;
  }
  return result;
};

/** The observations of a page's rows, and the rows that were left out. A SKU's first row counts. */
export const readRows = <Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  draftOf: (row: Row) => ObservationDraft,
): { drafts: ObservationDraft[]; skipped: SkippedRow[] } => {
  const drafts = new Map<string, ObservationDraft>();
  const skipped: SkippedRow[] = [];
  for (const row of rows) {
    const read = schema.safeParse(row);
    if (!read.success) {
      skipped.push({ sku: skuIn(row), reason: reasonOf(read.error) });
      continue;
    }
    const draft = draftOf(read.data);
    if (drafts.has(draft.supplierSku)) skipped.push({ sku: draft.supplierSku, reason: 'repeated in the page' });
    else drafts.set(draft.supplierSku, draft);
  }
  return { drafts: [...drafts.values()], skipped };
};

const skuIn = (row: unknown): string | undefined => z.object({ sku: field.sku }).safeParse(row).data?.sku;

/** Where and what the first fault is; never the value, which may be anything. */
const reasonOf = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined ? 'unreadable' : `${issue.path.join('.') || 'row'}: ${issue.message}`;
};

/** An answer's JSON by a schema; undefined when it is not JSON or not of the schema. */
export const readJson = <T>(body: string, schema: z.ZodType<T>): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};
