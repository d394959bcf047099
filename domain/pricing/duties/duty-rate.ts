import { amount, amountText, parseAmount } from '../../money.ts';

/** Import duties as operators state them. */

/** A rate that is to be stored. */
export interface DutyRateDraft {
  readonly id: string;
  /** The delivery zone that goods are brought into. */
  readonly destination: string;
  /** What the tariff numbers of the goods begin with: 2 to 10 digits. */
  readonly htsPrefix: string;
  /** Where the goods were made, in ISO 3166-1 alpha-2; undefined: anywhere. */
  readonly origin: string | undefined;
  /** Share of the value of the goods, as `readDutyRate` gives it. */
  readonly rate: string;
  readonly validFrom: Date | undefined;
  /** The first instant at which it holds no more. */
  readonly validUntil: Date | undefined;
}

/** A stored rate. */
export interface DutyRate extends DutyRateDraft {
  /** Grows with every change of it. */
  readonly version: number;
}

/** Rates that may be stored. */
export const maxDutyRates = 5_000;

/** Decimal places of a rate. */
const ratePlaces = 6;

/** The greatest rate: ten times what the goods are worth. */
const maxRate = 10;

/**
 * Reads a rate: decimal text from 0 to 10 with at most six decimal places; undefined for anything
 * else.
 */
export const readDutyRate = (text: string): string | undefined => {
  const rate = parseAmount(text);
  if (rate === undefined || rate.isNegative() || rate.gt(maxRate) || rate.decimalPlaces() > ratePlaces)
    return undefined;
  return amountText(rate);
};

/** A rate in millionths of the value of the goods. */
export const millionthsOf = (rate: string): number =>
  amount(rate)
    .times(10 ** ratePlaces)
    .toNumber();

const fromMs = ({ validFrom }: Pick<DutyRateDraft, 'validFrom'>): number => validFrom?.getTime() ?? -Infinity;
const untilMs = ({ validUntil }: Pick<DutyRateDraft, 'validUntil'>): number => validUntil?.getTime() ?? Infinity;

/** Whether a rate holds at an instant. */
export const isInForce = (rate: DutyRateDraft, at: Date): boolean =>
  fromMs(rate) <= at.getTime() && at.getTime() < untilMs(rate);

/** The instants at which a rate begins and ends to hold, in milliseconds; not all are finite. */
export const turnsOf = (rate: DutyRateDraft): readonly number[] => [fromMs(rate), untilMs(rate)];

/** Whether two rates are for the same goods at some instant. */
export const isInTheWay = (one: DutyRateDraft, other: DutyRateDraft): boolean =>
  one.destination === other.destination &&
  one.htsPrefix === other.htsPrefix &&
  one.origin === other.origin &&
  fromMs(one) < untilMs(other) &&
  fromMs(other) < untilMs(one);
