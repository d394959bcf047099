import { objectiveMs } from '../offers/freshness.ts';
import { distinctWants, isAskableNumber } from '../wants/part-want.ts';
import type { DraftLine, EstimateDraft } from './draft.ts';
import type { LineLookUp } from './look-up.ts';
import type { Market, MarketOffer } from './market.ts';

/**
 * Lines of which the part is known and what is known of its offers is too old: each is asked for by
 * its number, of the suppliers whose prices or stocks are stale or missing, and of all where it has
 * no offer.
 */

/** Whether the price or the stock of an offer is older than its objective, or missing. */
const isToRefresh = ({ freshness, stock, stockAgeMs = 0 }: MarketOffer): boolean =>
  freshness.status === 'STALE' || freshness.status === 'EMPTY' || stock === undefined || stockAgeMs > objectiveMs.stock;

/** Answers within this time are as new as asking again can make them. */
export const freshAnswerMs = Math.min(objectiveMs.price, objectiveMs.stock);

const lookUpOf = (line: DraftLine, offersOf: Market['offers']): readonly LineLookUp[] => {
  const { resolution, number } = line;
  if (line.doNotPlace || resolution.kind !== 'resolved') return [];
  const offers = offersOf.get(resolution.productId) ?? [];
  const stale = offers.filter(isToRefresh);
  const mpn = resolution.product?.mpn ?? offers[0]?.product?.mpn ?? line.partNumber;
  if (mpn === undefined || !isAskableNumber(mpn) || (offers.length > 0 && stale.length === 0)) return [];
  const suppliers = [...new Set(stale.map(({ supplierId }) => supplierId))];
  const wants = distinctWants([{ kind: 'number', mpn, ...(suppliers.length > 0 && { suppliers }) }]);
  return [{ number, wants }];
};

/** The lines of known parts that suppliers are to be asked for again. */
export const staleLines = ({ lines }: Pick<EstimateDraft, 'lines'>, { offers }: Pick<Market, 'offers'>) =>
  lines.flatMap((line) => lookUpOf(line, offers));
