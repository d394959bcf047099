import type { TariffGoods, TariffVerdict } from './duty-schedule.ts';

/** The duty on one offer, where duties of its destination are stated. */

/** What a duty depends on; `destination` is where the zone's countries are, `rate` the tariff. */
export type DutyFact = 'ships_from' | 'destination' | 'hts_code' | 'country_of_origin' | 'rate';

/** What is due for an offer. */
export type OfferDuty =
  | ({ readonly kind: 'due'; readonly rate: string; readonly millionths: number } & TariffGoods)
  /** The goods are within the destination, where nothing is due. */
  | { readonly kind: 'domestic' }
  /** What is missing to tell, in the order of `DutyFact`; at least one. */
  | { readonly kind: 'unknown'; readonly missing: readonly DutyFact[] };

/** How an offer comes to its destination. */
export interface Importing {
  /** ISO 3166-1 alpha-2; undefined: not known. */
  readonly shipsFrom: string | undefined;
  /** The countries of the destination; undefined: not known. */
  readonly countries: ReadonlySet<string> | undefined;
}

/**
 * The duty on an offer of goods, by what the tariff says of them. Where the tariff asks for
 * nothing, nothing is due wherever the goods come from.
 */
export const offerDuty = (
  goods: TariffGoods,
  verdict: TariffVerdict,
  { shipsFrom, countries }: Importing,
): OfferDuty => {
  if (shipsFrom !== undefined && countries?.has(shipsFrom)) return { kind: 'domestic' };
  const isFree = verdict.kind === 'rate' && verdict.millionths === 0;
  const missing: readonly DutyFact[] = [
    ...(shipsFrom === undefined && !isFree ? ['ships_from' as const] : []),
    ...(countries === undefined && !isFree ? ['destination' as const] : []),
    ...(verdict.kind === 'unknown' ? [verdict.missing] : []),
  ];
  if (verdict.kind === 'unknown' || missing.length > 0) return { kind: 'unknown', missing };
  const { rate, millionths } = verdict;
  return { kind: 'due', rate, millionths, ...goods };
};
