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
 * `POST /v1/pricing` beside a bare Hono handler with one primary-key select, and `CalculatePrice`
 * beside two bare grpc-js methods: one over the same messages, which is the limit of any typed
 * method, and one over as many bytes without a message type. Prices are measured for a few offers
 * that many ask for, and for so many that each is read from the database again and again.
 */
export const pricingBenchmark: Benchmark = () =>
  withEdges(async (ports) => {
    const rows = [
      await compareHttp(ports, `POST /v1/pricing, ${few} offers`, posts.slice(0, few)),
      await compareHttp(ports, `POST /v1/pricing, ${marketSize} offers`, posts),
    ];
    for (const offers of [few, marketSize]) {
      const calls = { path: calculatePrice, messages: messages.slice(0, offers) };
      for (const echo of ['messages', 'bytes'] as const) {
        rows.push(await compareGrpc(ports, `CalculatePrice, ${offers} offers; echo of ${echo}`, calls, echo));
      }
    }
    return rows;
  });
