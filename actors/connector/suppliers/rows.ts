import { z } from 'zod';
import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { repeatedRow, type SkippedRow, sampleOf } from '../../../domain/ingestion/row-tally.ts';
import { isCurrencyCode, parseAmount } from '../../../domain/money.ts';
import type { PriceStatement } from '../../../domain/offers/offer.ts';
import { truncateText } from '../../../domain/truncate-text.ts';

/**
 * Reading the rows of a supplier's answer: each is checked alone, so that a bad one costs nothing
 * but itself. A part that is absent, null or empty stays absent.
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

/**
 * A price statement from breaks in any order; undefined when there is none or two are for one
 * quantity.
 */
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

/**
 * The observations of a page's rows, and the rows that were left out. A SKU's first row counts.
 * `numberOf` says which row of the answer each is, from 1; left out: all rows of the answer are
 * given.
 */
export const readRows = <Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  draftOf: (row: Row) => ObservationDraft,
  numberOf: (at: number) => number = (at) => at + 1,
): { drafts: ObservationDraft[]; skipped: SkippedRow[] } => {
  const drafts = new Map<string, ObservationDraft>();
  const skipped: SkippedRow[] = [];
  for (const [at, row] of rows.entries()) {
    const read = schema.safeParse(row);
    if (!read.success) {
      // One sample a page is enough.
      const sample = skipped.length === 0 ? sampleIn(row, read.error) : {};
      skipped.push({ sku: skuIn(row), reason: reasonOf(read.error), row: numberOf(at), ...sample });
      continue;
    }
    const draft = draftOf(read.data);
    if (drafts.has(draft.supplierSku)) skipped.push({ sku: draft.supplierSku, reason: repeatedRow, row: numberOf(at) });
    else drafts.set(draft.supplierSku, draft);
  }
  return { drafts: [...drafts.values()], skipped };
};

/** Names in an answer may be anything, and a reason is kept. */
const maxReasonLength = 200;

const skuIn = (row: unknown): string | undefined => z.object({ sku: field.sku }).safeParse(row).data?.sku;

/** Where and what the first fault is; never the value, which may be anything. */
const reasonOf = (error: z.ZodError): string => {
  const [issue] = error.issues;
  if (issue === undefined) return 'unreadable';
  const text = issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
  return truncateText(text, maxReasonLength);
};

/** The column of the first fault and what stands there; the row where no column is to blame. */
const sampleIn = (row: unknown, { issues: [issue] }: z.ZodError): Pick<SkippedRow, 'column' | 'sample'> => {
  const column = issue?.path.join('.') ?? '';
  const value = (issue?.path ?? []).reduce<unknown>((at, name) => (at as Record<PropertyKey, unknown>)?.[name], row);
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? row);
  const sample = text === undefined ? {} : { sample: sampleOf(text) };
  return column === '' ? sample : { column: sampleOf(column), ...sample };
};

/** An answer's JSON by a schema; undefined when it is not JSON or not of the schema. */
export const readJson = <T>(body: string, schema: z.ZodType<T>): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
};
