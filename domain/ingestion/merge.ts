import type { PriceStatement, WarehouseStock } from '../offers/offer.ts';
import type { Observation, ObservedDescription } from './observation.ts';

/**
 * The merge rule: what is known of an offer after any set of observations, whatever their order.
 *
 * Each part keeps the instant it was observed. A later observation replaces a part that it speaks
 * of and leaves the others alone; an earlier one changes nothing that a later one has said. Of two
 * observations of the same instant the one with the greater id wins, which makes the result
 * independent of the order of arrival. Commercial parts are merged for each credential apart,
 * because each sees prices and stock of its own; the description of the part is the supplier's and
 * merged for all.
 */

/** A part of an offer with the instant and the observation that said it. */
export interface Stated<T> {
  readonly value: T;
  readonly at: Date;
  readonly by: string;
}

/** What one credential knows of one offer. */
export interface Knowledge {
  readonly price?: Stated<PriceStatement>;
  readonly minimumOrderQuantity?: Stated<number>;
  readonly orderMultiple?: Stated<number>;
  readonly packaging?: Stated<string>;
  readonly stock?: Stated<readonly WarehouseStock[]>;
  readonly leadTimeDays?: Stated<number>;
}

/** The parts that are merged one by one. */
export const knowledgeParts = [
  'price',
  'minimumOrderQuantity',
  'orderMultiple',
  'packaging',
  'stock',
  'leadTimeDays',
] as const satisfies readonly (keyof Knowledge)[];

/**
 * What a supplier is known to say of the part itself. Attributes are one part, and so are facts:
 * the later whole map wins.
 */
export type KnownDescription = {
  readonly [Part in keyof ObservedDescription]?: Stated<NonNullable<ObservedDescription[Part]>>;
};

/** The parts of a description that are merged one by one. */
export const descriptionParts = [
  'manufacturer',
  'mpn',
  'text',
  'lifecycle',
  'replacedByMpn',
  'attributes',
  'facts',
] as const satisfies readonly (keyof ObservedDescription)[];

/** Whether what was observed then outranks what is stated. */
export const isLater = (at: Date, by: string, than: Stated<unknown>): boolean =>
  at.getTime() !== than.at.getTime() ? at > than.at : by > than.by;

/** The parts of `known` after `said`; a part that does not change keeps its very object. */
const mergeParts = <Said extends object, Part extends keyof Said>(
  parts: readonly Part[],
  known: { readonly [Each in Part]?: Stated<NonNullable<Said[Each]>> },
  said: Said,
  { id, observedAt }: Observation,
) => {
  const result: { [Each in Part]?: Stated<NonNullable<Said[Each]>> } = { ...known };
  for (const part of parts) {
    const value = said[part];
    if (value === undefined || value === null) continue;
    const before = known[part];
    if (before !== undefined && !isLater(observedAt, id, before)) continue;
    result[part] = { value, at: observedAt, by: id };
  }
  return result;
};

/** Merges one observation into what its credential knows. Idempotent and independent of order. */
export const merge = (known: Knowledge, observation: Observation): Knowledge =>
  mergeParts(knowledgeParts, known, observation, observation);

/**
 * Merges one observation into what the supplier is known to say of the part. Idempotent and
 * independent of order.
 */
export const mergeDescription = (known: KnownDescription, observation: Observation): KnownDescription =>
  mergeParts(descriptionParts, known, observation.description ?? {}, observation);
