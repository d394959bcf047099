import { stretches } from '../../concurrency/stretches.ts';
import type { TariffStatement, TariffStatements } from '../../domain/catalog/ports.ts';
import type { MarketOffer } from '../../domain/estimate/market.ts';
import type { DutySchedule, TariffGoods, TariffVerdict } from '../../domain/pricing/duties/duty-schedule.ts';
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
  /** Waits until other work has had its turn. */
  readonly nextTurn: () => Promise<void>;
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

/** What the tariff says at an instant, looked up once for the same goods. */
const verdictsAt = (schedule: DutySchedule, at: Date): ((goods: TariffGoods) => TariffVerdict) => {
  const known = new Map<string, TariffVerdict>();
  return (goods) => {
    const key = `${goods.htsCode ?? ''} ${goods.origin ?? ''}`;
    const verdict = known.get(key) ?? schedule.dutyOn(goods, at);
    known.set(key, verdict);
    return verdict;
  };
};

/** The offers with the duty on each, worked out in short stretches. */
export const withDuties = async (
  offers: Offers,
  { schedule, statements, countries, shipsFrom, at, nextTurn }: Sources,
  options: ReadOptions,
): Promise<Offers> => {
  const stated = Map.groupBy(await statementsOf(offers, statements, options), ({ productId }) => productId);
  const verdictOf = verdictsAt(schedule, at);
  const dutied = new Map<string, readonly MarketOffer[]>();
  const work = stretches(nextTurn);
  for (const [productId, all] of offers) {
    const goods = tariffGoods(stated.get(productId) ?? []);
    const verdict = verdictOf(goods);
    dutied.set(
      productId,
      all.map((offer) => ({ ...offer, duty: offerDuty(goods, verdict, { shipsFrom: shipsFrom(offer), countries }) })),
    );
    if (work.isOver()) await work.next();
  }
  return dutied;
};
