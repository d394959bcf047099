import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, compare } from './benchmark.ts';
import { post } from './compare-edges.ts';
import { openGrpcClient } from './grpc-client.ts';
import { grpcRequest } from './grpc-frames.ts';
import { openHttpClient } from './http-client.ts';
import { type LoadOptions, openLoad } from './load.ts';
import { apiKey, offerIds } from './market.ts';
import { withEdges } from './with-edges.ts';

const workers = 32;
const grpcConnections = 4;
const durationMs = 2_000;
const rounds = 8;
/** A server's code takes seconds to be compiled, and there are two of ours to compile here. */
const warmUpRounds = 4;
const quantity = 250;

const posts = offerIds.map((offer_id) => post('/v1/pricing', JSON.stringify({ offer_id, quantity })));
const calls = offerIds.map((offerId) =>
  grpcRequest(
    '/svc.public.v1.Pricing/CalculatePrice',
    CalculatePriceRequest.encode({ offerId, quantity, deliveryZone: '', date: undefined }).finish(),
    { 'x-api-key': apiKey },
  ),
);

/** One edge at level info beside the same at level silent, under the same load. */
const beside = async <Request>(
  name: string,
  [info, silent]: readonly [number, number],
  load: Omit<LoadOptions<Request>, 'open'> & {
    readonly open: (port: number) => ReturnType<LoadOptions<Request>['open']>;
  },
): Promise<BenchmarkRow> => {
  const [ours, limit] = await Promise.all(
    [info, silent].map((port) => openLoad({ ...load, open: () => load.open(port) })),
  );
  if (ours === undefined || limit === undefined) throw new Error('both loads must be open');
  try {
    return await compare({ name, unit: 'requests/s', rounds, warmUpRounds, ours: ours.run, limit: limit.run });
  } finally {
    ours.close();
    limit.close();
  }
};

/**
 * What logging costs a price: each edge at level info beside itself at level silent; a ratio of
 * 0.95 is the bar.
 */
export const telemetryBenchmark: Benchmark = () =>
  withEdges(async (ports) => [
    await beside('POST /v1/pricing, info beside silent', [ports.http, ports.silentHttp], {
      open: openHttpClient,
      connections: workers,
      workers,
      durationMs,
      requests: posts,
    }),
    await beside('CalculatePrice, info beside silent', [ports.grpc, ports.silentGrpc], {
      open: openGrpcClient,
      connections: grpcConnections,
      workers,
      durationMs,
      requests: calls,
    }),
  ]);
