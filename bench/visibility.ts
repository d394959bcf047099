import { GetProductRequest, SearchProductsRequest } from '../proto/gen/svc/public/v1/catalog.ts';
import { GetOffersRequest } from '../proto/gen/svc/public/v1/offers.ts';
import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, compare } from './benchmark.ts';
import { openGrpcClient } from './grpc-client.ts';
import { type GrpcRequest, grpcRequest } from './grpc-frames.ts';
import { type Load, openLoad } from './load.ts';
import { apiKey, marketSize, offerIds, productIds } from './market.ts';
import { policyCount } from './policies.ts';
import { withEdges } from './with-edges.ts';

const durationMs = 1_500;

const call = (method: string, messages: readonly Uint8Array[]): readonly GrpcRequest[] =>
  messages.map((message) => grpcRequest(`/svc.public.v1.${method}`, message, { 'x-api-key': apiKey }));

const search = (at: number): Uint8Array =>
  SearchProductsRequest.encode(
    SearchProductsRequest.fromPartial({ q: `RC0603FR-07${1_000 + at}`, limit: 50 }),
  ).finish();

const price = (offerId: string): Uint8Array =>
  CalculatePriceRequest.encode(CalculatePriceRequest.fromPartial({ offerId, quantity: 250 })).finish();

const operations: Readonly<Record<string, readonly GrpcRequest[]>> = {
  GetProduct: call(
    'Catalog/GetProduct',
    productIds.map((id) => GetProductRequest.encode({ id }).finish()),
  ),
  'SearchProducts, pages of up to 50': call(
    'Catalog/SearchProducts',
    Array.from({ length: 500 }, (_, at) => search(at)),
  ),
  GetOffers: call(
    'Offers/GetOffers',
    productIds.map((canonicalId) => GetOffersRequest.encode({ canonicalId }).finish()),
  ),
  'CalculatePrice, 100 offers': call('Pricing/CalculatePrice', offerIds.slice(0, 100).map(price)),
  [`CalculatePrice, ${marketSize} offers`]: call('Pricing/CalculatePrice', offerIds.map(price)),
};

/**
 * Each operation under twenty policies beside the same without, one request at a time, so that the
 * difference of the latencies is what policies cost a request. Nothing is hidden: every target is
 * judged by all that its caller does not decide.
 */
export const visibilityBenchmark: Benchmark = () =>
  withEdges(async (ports) => {
    const load = (port: number, requests: readonly GrpcRequest[]): Promise<Load> =>
      openLoad({ open: () => openGrpcClient(port), connections: 1, workers: 1, durationMs, requests });
    const rows: BenchmarkRow[] = [];
    for (const [name, requests] of Object.entries(operations)) {
      const [under, without] = [await load(ports.policedGrpc, requests), await load(ports.grpc, requests)];
      rows.push(
        await compare({
          name: `${name}, ${policyCount} policies`,
          unit: 'requests/s',
          rounds: 4,
          warmUpRounds: 2,
          ours: under.run,
          limit: without.run,
        }),
      );
      under.close();
      without.close();
    }
    return rows;
  });
