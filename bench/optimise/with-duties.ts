/**
 * Import duties on a random estimate, as they are in production: a rate by the tariff number of a
 * line, more for goods of some origins, nothing on what ships from within the destination, and a
 * share that is not known and therefore counts as nothing. They come of randomness of their own, so
 * that the estimate besides them stays what it is.
 */

import { landedBreak } from '../../domain/estimate/landed-break.ts';
import type { EstimateProblem, LineOffer } from '../../domain/estimate/problem.ts';

/** Shares of the goods in millionths by tariff number; of some nothing is due. */
const rates = [0, 0, 24_000, 27_000, 33_000, 100_000] as const;

/** What is due besides on goods of one origin. */
const surcharge = 250_000;

/** Of lines, that no tariff number is known. */
const unknownNumbers = 0.1;

/** Of sellers: within the destination, and that nobody says where they ship from. */
const [domestic, unknownSellers] = [0.4, 0.1] as const;

/** Of offers: of the origin that more is due on. */
const charged = 0.3;

const dutied = (offer: LineOffer, dutyShare: number): LineOffer =>
  dutyShare === 0 ? offer : { ...offer, dutyShare, breaks: offer.breaks.map((step) => landedBreak(step, dutyShare)) };

/** The estimate with duties on its offers. */
export const withDuties = (problem: EstimateProblem, random: () => number): EstimateProblem => {
  const isDutied = new Map<string, boolean>();
  const isFromAbroad = (sellerId: string): boolean => {
    const known = isDutied.get(sellerId) ?? random() >= domestic + unknownSellers;
    isDutied.set(sellerId, known);
    return known;
  };
  const lines = problem.lines.map((line) => {
    const rate = random() < unknownNumbers ? undefined : rates[Math.floor(random() * rates.length)];
    const offers = line.offers.map((offer) => {
      const isCharged = random() < charged;
      if (!isFromAbroad(offer.sellerId) || rate === undefined) return offer;
      return dutied(offer, rate + (isCharged ? surcharge : 0));
    });
    return { ...line, offers };
  });
  return { ...problem, lines };
};
