import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import type { Benchmark } from './benchmark.ts';
import { compareGrpc, compareHttp, post } from './compare-edges.ts';
import { marketSize, offerIds } from './market.ts';
import { withEdges } from './with-edges.ts';

const quantity = 250;

const posts = offerIds.map((offer_id) => post('/v1/pricing', JSON.stringify({ offer_id, quantity })));
const messages = offerIds.map((offerId) =>
  CalculatePriceRequest.encode({ offerId, quantity, deliveryZone: '', date: undefined }).finish(),
);
const calculatePrice = '/svc.public.v1.Pricing/CalculatePrice';

/** So few that the cache holds them all, whatever the load. */
const few = 100;

/**
 * `POST /v1/pricing` beside a bare Hono handler with one primary-key select, and `CalculatePrice` beside a bare grpc-js
 * handler that takes and answers as many bytes and does nothing else. Prices are measured for a few offers that many ask for,
 * and for so many that each is read from the database again and again.
 */
export const pricingBenchmark: Benchmark = () =>
  withEdges(async (ports) => [
    await compareHttp(ports, `POST /v1/pricing, ${few} offers`, posts.slice(0, few)),
    await compareHttp(ports, `POST /v1/pricing, ${marketSize} offers`, posts),
    await compareGrpc(ports, `CalculatePrice, ${few} offers`, {
      path: calculatePrice,
      messages: messages.slice(0, few),
    }),
    await compareGrpc(ports, `CalculatePrice, ${marketSize} offers`, { path: calculatePrice, messages }),
  ]);
