import type { TariffStatement, TariffStatements } from '../../domain/catalog/ports.ts';
import type { MarketOffer } from '../../domain/estimate/market.ts';
import type { DutySchedule, TariffVerdict } from '../../domain/pricing/duties/duty-schedule.ts';
import { offerDuty } from '../../domain/pricing/duties/offer-duty.ts';
import { tariffGoods } from '../../domain/pricing/duties/tariff-goods.ts';
import type { ReadOptions } from '../../domain/store-context.ts';

/**
 * The import duties on the offers of a market: of each product once its tariff number and its
 * origin, as the offers that the customer sees state them, and what the tariff says of that.
 */

/** Offers of a market by product. */
type Offers = ReadonlyMap<string, readonly MarketOffer[]>;

/** What they are found by. */
interface Sources {
  /** Of the destination. */
  readonly schedule: DutySchedule;
  readonly statements: TariffStatements;
  /** The countries of the destination; undefined: not known. */
  readonly countries: ReadonlySet<string> | undefined;
  /** The country that an offer ships from, whether it is shown or not. */
  readonly shipsFrom: (offer: MarketOffer) => string | undefined;
  readonly at: Date;
}

/** Offers whose statements are read at a time. */
const readAtOnce = 2_000;

const statementsOf = async (
  offers: Offers,
  statements: TariffStatements,
  options: ReadOptions,
): Promise<readonly TariffStatement[]> => {
  const ids = [...offers.values()].flatMap((each) => each.map(({ offerId }) => offerId));
  const found: TariffStatement[] = [];
  for (let from = 0; from < ids.length; from += readAtOnce)
    found.push(...(await statements.of(ids.slice(from, from + readAtOnce), options)));
  return found;
};

/** The offers with the duty on each. */
export const withDuties = async (
  offers: Offers,
  { schedule, statements, countries, shipsFrom, at }: Sources,
  options: ReadOptions,
): Promise<Offers> => {
  const stated = Map.groupBy(await statementsOf(offers, statements, options), ({ productId }) => productId);
  return new Map(
    [...offers].map(([productId, all]) => {
      const goods = tariffGoods(stated.get(productId) ?? []);
      const verdict: TariffVerdict = schedule.dutyOn(goods, at);
      const dutied = all.map((offer) => {
        const duty = offerDuty(goods, verdict, { shipsFrom: shipsFrom(offer), countries });
        return { ...offer, duty };
      });
      return [productId, dutied] as const;
    }),
  );
};
