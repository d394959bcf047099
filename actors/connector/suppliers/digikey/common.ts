import type { WarehouseStock } from '../../../../domain/offers/offer.ts';

/** What rows of every version have in common. */

const daysPerWeek = 7;

/** Days in a text such as `13` or `6 weeks`; undefined for anything else. */
export const weeksAsDays = (text: string | undefined): number | undefined => {
  const weeks = /^(\d{1,3})( weeks?)?$/i.exec(text ?? '')?.[1];
  return weeks === undefined ? undefined : Number(weeks) * daysPerWeek;
};

/** Digi-Key ships from one place. */
export const digikeyStock = (quantity: number | undefined): readonly WarehouseStock[] | undefined =>
  quantity === undefined ? undefined : [{ warehouseRef: 'Digi-Key', quantity }];

/** A characteristic's value; a dash is written where there is none. */
export const knownValue = (text: string | undefined): string | undefined => (text === '-' ? undefined : text);
