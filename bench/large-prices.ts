/**
 * Prices asked of a large market: which offers are asked for, and a stream that asks for each of
 * them once.
 */
import { type Random, shuffle } from '../ops/matching/random.ts';
import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { streamOnce } from './bulk-client.ts';
import { largeOfferId } from './large-market.ts';
import { apiKey } from './market.ts';

/** How many pieces are asked for. */
export const quantity = 250;
/** That nobody has asked for before the round that measures it. */
export const otherQuantity = 150;

/** The method of one price. */
export const calculatePrice = '/svc.public.v1.Pricing/CalculatePrice';
const bulkCalculatePrice = '/svc.public.v1.Pricing/BulkCalculatePrice';

/**
 * Which of so many offers are asked for, by their places. The most popular of the first kind is
 * asked for once in fourteen times, the second half as often; those of the other all once.
 */
export const demands = {
  Zipf: (offers: number, random: Random): Int32Array =>
    Int32Array.from({ length: offers }, () => Math.min(offers - 1, Math.floor((offers + 1) ** random()) - 1)),
  uniform: (offers: number, random: Random): Int32Array => {
    const all = Int32Array.from({ length: offers }, (_, at) => at);
    shuffle(all, random);
    return all;
  },
};

/** A request for the price of so many pieces of an offer, encoded. */
export const encodedRequest = (offerId: string, pieces: number): Uint8Array =>
  CalculatePriceRequest.encode({ offerId, quantity: pieces, deliveryZone: '', date: undefined }).finish();

/**
 * More than are sent in all rounds together; what the load holds in memory is its own collector's
 * work.
 */
export const maxRequests = 250_000;
const askedAtOnce = 50_000;

/** Has everything priced once. */
export const askOnce = async (port: number, drawn: Int32Array): Promise<void> => {
  for (let first = 0; first < drawn.length; first += askedAtOnce) {
    const messages = [...drawn.subarray(first, first + askedAtOnce)].map((at) =>
      encodedRequest(largeOfferId(at), quantity),
    );
    await streamOnce({
      port,
      path: bulkCalculatePrice,
      metadata: { 'x-api-key': apiKey },
      messages,
      offset: 0,
      unanswered: 256,
      durationMs: Number.POSITIVE_INFINITY,
      requests: messages.length,
    });
  }
};
