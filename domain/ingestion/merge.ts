import type { PriceStatement, WarehouseStock } from '../offer.ts';
import type { Observation } from './observation.ts';

/**
 * The merge rule: what is known of an offer after any set of observations of one credential, whatever their order.
 *
 * Each part keeps the instant it was observed. A later observation replaces a part that it speaks of and leaves the others
 * alone; an earlier one changes nothing that a later one has said. Of two observations of the same instant the one with the
 * greater id wins, which makes the result independent of the order of arrival. Storage states the same rule in SQL
 * (`storage/statements/apply-observations.ts`); a property test holds the two together.
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

const isLater = (at: Date, by: string, than: Stated<unknown>): boolean =>
  at.getTime() !== than.at.getTime() ? at > than.at : by > than.by;

/** Merges one observation into what is known. Idempotent and independent of order. */
export const merge = (known: Knowledge, observation: Observation): Knowledge => {
  const result: { -readonly [part in keyof Knowledge]: Knowledge[part] } = { ...known };
  const put = <Part extends (typeof knowledgeParts)[number]>(part: Part): void => {
    const value = observation[part];
    if (value === undefined) return;
    const before = known[part];
    if (before !== undefined && !isLater(observation.observedAt, observation.id, before)) return;
    result[part] = { value, at: observation.observedAt, by: observation.id } as Knowledge[Part];
  };
  for (const part of knowledgeParts) put(part);
  return result;
};
