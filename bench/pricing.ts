import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import type { Benchmark } from './benchmark.ts';
import { compareGrpc, compareHttp, post } from './compare-edges.ts';
import { marketSize, offerIds } from './market.ts';
import { withEdges } from './with-edges.ts';

const quantity = 250;

const posts = offerIds.map((offer_id) => post('/v1/pricing', JSON.stringify({ offer_id, quantity })));
const asking = (pieces: number) => (offerId: string) =>
  CalculatePriceRequest.encode({ offerId, quantity: pieces, deliveryZone: '', date: undefined }).finish();
const messages = offerIds.map(asking(quantity));

/** So many that no round asks for the same price again; all are of one break and come to cents. */
const otherQuantities = Array.from({ length: 80 }, (_, at) => quantity + 2 + at * 4);
const calculatePrice = '/svc.public.v1.Pricing/CalculatePrice';

/** So few that the cache holds them all, whatever the load. */
const few = 100;

/**
 * `POST /v1/pricing` beside a bare Hono handler with one primary-key select, and `CalculatePrice`
 * beside two bare grpc-js methods: one over the same messages, which is the limit of any typed
 * method, and one over as many bytes without a message type. All offers are in memory: a few that
 * many ask for, and five thousand. Their prices have been asked for before, but in the last row,
 * where every price is in a quantity that nobody has asked for, and is worked out.
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
    const anew = { path: calculatePrice, messages: otherQuantities.flatMap((pieces) => offerIds.map(asking(pieces))) };
    const name = `CalculatePrice, ${marketSize} offers, in a new quantity each time; echo of messages`;
    rows.push(await compareGrpc(ports, name, anew, 'messages'));
    return rows;
  });
