import { type DutyRateDraft, isInForce, millionthsOf } from './duty-rate.ts';

/**
 * The duties of one destination. Of the rates that hold, the one with the longest prefix of the
 * goods' tariff number counts; of those with the same prefix the one for their very origin goes
 * before the one for any. The store keeps two rates for the same goods and instant from each other.
 */
export interface DutySchedule {
  /** What is due on goods; undefined parts are not known. */
  dutyOn(goods: TariffGoods, at: Date): TariffVerdict;
}

/** What the tariff looks at. */
export interface TariffGoods {
  /** Digits. */
  readonly htsCode: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly origin: string | undefined;
}

/** The rate for goods, or what is not known that it depends on: `rate` where none is stated. */
export type TariffVerdict =
  | { readonly kind: 'rate'; readonly rate: string; readonly millionths: number }
  | { readonly kind: 'unknown'; readonly missing: 'hts_code' | 'country_of_origin' | 'rate' };

/** Digits of the shortest prefix that a rate may be stated for. */
const minDigits = 2;

const unknown = (missing: Extract<TariffVerdict, { kind: 'unknown' }>['missing']): TariffVerdict => ({
  kind: 'unknown',
  missing,
});

/** Where a rate is found: under each origin, and under no origin where it is for any. */
type ByOrigin = ReadonlyMap<string | undefined, readonly DutyRateDraft[]>;

/** The rates of more digits, under everything that their prefixes begin with. */
const ratesOfMore = (rates: readonly DutyRateDraft[]): ReadonlyMap<string, ByOrigin> => {
  const found = new Map<string, DutyRateDraft[]>();
  for (const rate of rates)
    for (let digits = minDigits; digits < rate.htsPrefix.length; digits += 1) {
      const beginning = rate.htsPrefix.slice(0, digits);
      const under = found.get(beginning);
      if (under === undefined) found.set(beginning, [rate]);
      else under.push(rate);
    }
  return new Map([...found].map(([beginning, under]) => [beginning, Map.groupBy(under, ({ origin }) => origin)]));
};

const scheduleOf = (rates: readonly DutyRateDraft[]): DutySchedule => {
  const byPrefix = Map.groupBy(rates, ({ htsPrefix }) => htsPrefix);
  const ofMore = ratesOfMore(rates);
  const inForce = (prefix: string, at: Date) => byPrefix.get(prefix)?.filter((rate) => isInForce(rate, at)) ?? [];
  /** Whether a rate may be for the goods of which more digits would have to be known. */
  const dependsOnMore = ({ origin }: TariffGoods, code: string, at: Date): boolean => {
    const under = ofMore.get(code);
    if (under === undefined) return false;
    const mayCount = origin === undefined ? [...under.values()] : [under.get(undefined) ?? [], under.get(origin) ?? []];
    return mayCount.some((own) => own.some((rate) => isInForce(rate, at)));
  };
  return {
    dutyOn: (goods, at) => {
      const { htsCode: code, origin } = goods;
      if (code === undefined || dependsOnMore(goods, code, at)) return unknown('hts_code');
      for (let digits = code.length; digits >= minDigits; digits -= 1) {
        const found = inForce(code.slice(0, digits), at);
        if (origin === undefined && found.some((rate) => rate.origin !== undefined))
          return unknown('country_of_origin');
        const counts = found.find((rate) => rate.origin === origin) ?? found.find((rate) => rate.origin === undefined);
        if (counts !== undefined) return { kind: 'rate', rate: counts.rate, millionths: millionthsOf(counts.rate) };
      }
      return unknown('rate');
    },
  };
};

/**
 * The schedules of rates by destination. One without any rate has none: its duties are nobody's
 * business here.
 */
export const dutySchedules = (rates: readonly DutyRateDraft[]): ReadonlyMap<string, DutySchedule> =>
  new Map(
    [...Map.groupBy(rates, ({ destination }) => destination)].map(([destination, own]) => [
      destination,
      scheduleOf(own),
    ]),
  );
