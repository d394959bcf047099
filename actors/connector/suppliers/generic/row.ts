import { z } from 'zod';
import { statedFacts } from '../../../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { type Amount, isCurrencyCode } from '../../../../domain/money.ts';
import type { PriceStatement } from '../../../../domain/offers/offer.ts';
import { field, present } from '../rows.ts';
import { amountOf, attributesOf, listOf, textOf, tolerantLadder } from '../tolerant.ts';
import { readAmount } from './number-text.ts';
import { valueAt } from './read-rows.ts';
import type { FieldMap, Format, GenericSettings, Source } from './settings.ts';

/** How the rows of a feed are read. */
export interface RowRules {
  readonly fields: FieldMap;
  readonly format: Format['kind'];
  readonly settings: Pick<GenericSettings, 'decimalMark' | 'currency' | 'onRequest' | 'warehouse'>;
}

/** A row, or an entry of a list in it, by the names that their settings use. */
type Look = (source: Source | undefined) => unknown;

/** A column's name is taken whole, for it may hold points; a JSON name is a path. */
const lookIn =
  (row: unknown, format: Format['kind']): Look =>
  (source) => {
    if (source === undefined) return undefined;
    if (typeof source !== 'string') return source.constant;
    return format === 'csv' ? z.record(z.string(), z.unknown()).safeParse(row).data?.[source] : valueAt(row, source);
  };

const amountIn = (value: unknown, { settings }: RowRules): Amount | undefined =>
  typeof value === 'string' ? readAmount(value, settings.decimalMark) : amountOf(value);

const countIn = (value: unknown, rules: RowRules): number | undefined => {
  const read = amountIn(value, rules);
  return read?.isInteger() === true && read.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER) ? read.toNumber() : undefined;
};

const quantityIn = (value: unknown, rules: RowRules): number | undefined => countIn(value, rules) || undefined;

const priceIn = (value: unknown, rules: RowRules): Amount | undefined => {
  const read = amountIn(value, rules);
  return read?.isZero() === true ? undefined : read;
};

/** A quantity and a price as they stand in the row. */
interface RawBreak {
  readonly quantity: unknown;
  readonly price: unknown;
}

/** The breaks of a row; an empty column is no break. */
const breaksIn = (look: Look, { fields, format }: RowRules): readonly RawBreak[] => {
  const { breaks } = fields;
  if (breaks === undefined) return [];
  if ('list' in breaks) {
    return listOf(look(breaks.list)).map((entry) => {
      const lookInEntry = lookIn(entry, format);
      return { quantity: lookInEntry(breaks.quantity), price: lookInEntry(breaks.price) };
    });
  }
  const columns =
    'columns' in breaks
      ? breaks.columns.map(({ from, price }) => ({ quantity: from, price: look(price) }))
      : [{ quantity: 1, price: look(breaks.price) }];
  return columns.filter(({ price }) => textOf(price) !== undefined);
};

const currencyIn = (look: Look, { fields, settings }: RowRules): string | undefined => {
  const told = textOf(look(fields.currency))?.toUpperCase();
  return told === undefined ? settings.currency : isCurrencyCode(told) ? told : undefined;
};

const statementIn = (look: Look, rules: RowRules): PriceStatement | undefined => {
  const breaks = breaksIn(look, rules);
  const isOnRequest = ({ price }: RawBreak): boolean => rules.settings.onRequest.includes(textOf(price) ?? '');
  if (breaks.length > 0 && breaks.every(isOnRequest)) return { kind: 'on_request' };
  const base = look(rules.fields.priceBase);
  const priceBase = countIn(base, rules);
  const fee = look(rules.fields.orderFee);
  const orderFee = amountIn(fee, rules);
  const isCharged = orderFee?.isZero() === false;
  const reel = look(rules.fields.orderFeePieces);
  const orderFeePieces = quantityIn(reel, rules);
  // A base or a fee that cannot be read may be anything, and the price with it; so may the number
  // of fees, where it cannot be told what one is for. Zero says that there is none.
  if (textOf(base) !== undefined && priceBase === undefined) return undefined;
  if (textOf(fee) !== undefined && orderFee === undefined) return undefined;
  if (isCharged && textOf(reel) !== undefined && orderFeePieces === undefined) return undefined;
  const statement = tolerantLadder({
    currency: currencyIn(look, rules),
    priceBase: priceBase || undefined,
    breaks: breaks.map(({ quantity, price }) => ({
      quantity: quantityIn(quantity, rules),
      price: priceIn(price, rules),
    })),
  });
  if (!isCharged || statement?.kind !== 'ladder') return statement;
  const pieces = orderFeePieces === undefined ? {} : { orderFeePieces };
  return { kind: 'ladder', ladder: { ...statement.ladder, orderFee, ...pieces } };
};

const descriptionIn = (look: Look, { fields }: RowRules): ObservationDraft['description'] => {
  const description = present({
    manufacturer: textOf(look(fields.manufacturer)),
    mpn: textOf(look(fields.mpn)),
    text: textOf(look(fields.text)),
    attributes: attributesOf(
      Object.entries(fields.attributes ?? {}).map(([name, from]) => [name, textOf(look(from))] as const),
    ),
    facts: statedFacts(
      Object.fromEntries(Object.entries(fields.facts ?? {}).map(([name, from]) => [name, textOf(look(from))])),
    ),
  });
  return Object.keys(description).length === 0 ? undefined : description;
};

/** The schema that reads a row of a feed as what it says. */
export const rowBy = (rules: RowRules) =>
  z.unknown().transform((row, context): ObservationDraft => {
    const look = lookIn(row, rules.format);
    const { fields } = rules;
    const sku = field.sku.safeParse(textOf(look(fields.sku)));
    if (!sku.success) {
      context.addIssue({ code: 'custom', message: 'no SKU' });
      return z.NEVER;
    }
    const stock = countIn(look(fields.stock), rules);
    return {
      supplierSku: sku.data,
      ...present({
        price: statementIn(look, rules),
        minimumOrderQuantity: quantityIn(look(fields.minimum), rules),
        orderMultiple: quantityIn(look(fields.multiple), rules),
        packaging: textOf(look(fields.packaging)),
        stock: stock === undefined ? undefined : [{ warehouseRef: rules.settings.warehouse, quantity: stock }],
        leadTimeDays: countIn(look(fields.leadTimeDays), rules),
        description: descriptionIn(look, rules),
      }),
    };
  });
