import { z } from 'zod';
import { type Amount, isCurrencyCode, parseAmount } from '../../../domain/money.ts';
import type { PriceStatement } from '../../../domain/offers/offer.ts';
import { ladderOf } from './rows.ts';

/**
 * Fields of suppliers that write one value now as a number and now as text, and sometimes as
 * something else. What cannot be read is absent, so that one strange field costs neither its row
 * nor the rest of it; nothing is made up in its place.
 */

const object = z.record(z.string(), z.unknown());

/** Trimmed text, or a number as text; undefined for anything else and for blanks. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value.trim() || undefined : undefined;
};

/** A whole number of at least 0, from a number or plain digits; undefined for anything else. */
export const countOf = (value: unknown): number | undefined => {
  const text = textOf(value);
  if (text === undefined || !/^\d+(\.0+)?$/.test(text)) return undefined;
  const count = Number(text);
  return Number.isSafeInteger(count) ? count : undefined;
};

/**
 * The most pieces of a break, minimum or multiple, and the most days, that an observation can
 * carry: the greatest int32.
 */
const maxPieces = 2_147_483_647;

const withinInt32 = (count: number | undefined): number | undefined =>
  count !== undefined && count <= maxPieces ? count : undefined;

/**
 * A number of pieces of at least 1; undefined for anything else, because a minimum or multiple of 0
 * says nothing.
 */
export const quantityOf = (value: unknown): number | undefined => withinInt32(countOf(value)) || undefined;

/** A number of days of at least 0; undefined for anything else. */
const daysOf = (value: unknown): number | undefined => withinInt32(countOf(value));

/**
 * Decimal places that are kept of a number whose binary form shows more: prices are not written
 * finer.
 */
const decimalPlaces = 12;

/** An amount from a number or plain decimal text, at least 0; undefined for anything else. */
export const amountOf = (value: unknown): Amount | undefined => {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const read = parseAmount(text) ?? (typeof value === 'number' ? parseAmount(value.toFixed(decimalPlaces)) : undefined);
  return read?.isNegative() === true ? undefined : read;
};

/** A price above nothing; undefined for anything else. */
export const priceOf = (value: unknown): Amount | undefined => {
  const read = amountOf(value);
  return read?.isZero() === true ? undefined : read;
};

/** A yes or no, as such or as text; undefined for anything else. */
const flagOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
};

/** A ladder as far as it could be read. */
interface TolerantLadder {
  readonly currency: string | undefined;
  readonly priceBase?: number | undefined;
  readonly breaks: readonly { readonly quantity: number | undefined; readonly price: Amount | undefined }[];
}

/**
 * A price statement; undefined unless the currency and every break could be read, as a gap would
 * raise a price unseen.
 */
export const tolerantLadder = ({ currency, priceBase, breaks }: TolerantLadder): PriceStatement | undefined => {
  if (currency === undefined || !isCurrencyCode(currency)) return undefined;
  const read = breaks.flatMap(({ quantity, price }) =>
    quantity === undefined || price === undefined ? [] : [{ quantity, price }],
  );
  return read.length < breaks.length ? undefined : ladderOf({ currency, priceBase, breaks: read });
};

/** The list, or that under `elements` or another of the given names; empty for anything else. */
export const listOf = (value: unknown, ...names: readonly string[]): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  const holder = object.safeParse(value).data ?? {};
  for (const name of names) if (Array.isArray(holder[name])) return holder[name];
  return [];
};

/**
 * Characteristics by name, joined where a name has several values; undefined when there is none.
 */
export const attributesOf = (
  pairs: readonly (readonly [name: string | undefined, value: string | undefined])[],
): Readonly<Record<string, string>> | undefined => {
  const values = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (name === undefined || value === undefined) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return values.size === 0 ? undefined : Object.fromEntries(values);
};

/** The above as schemas of fields that may be missing. */
export const tolerant = {
  text: z.unknown().optional().transform(textOf),
  count: z.unknown().optional().transform(countOf),
  quantity: z.unknown().optional().transform(quantityOf),
  days: z.unknown().optional().transform(daysOf),
  amount: z.unknown().optional().transform(amountOf),
  price: z.unknown().optional().transform(priceOf),
  flag: z.unknown().optional().transform(flagOf),
  /**
   * A list whose entries are each read by the schema; entries that do not fit are left out, no list
   * is an empty one.
   */
  list: <Entry>(entry: z.ZodType<Entry>, ...names: readonly string[]) =>
    z
      .unknown()
      .optional()
      .transform((value) =>
        listOf(value, ...names).flatMap((each) => {
          const read = entry.safeParse(each);
          return read.success ? [read.data] : [];
        }),
      ),
};
