import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, compare, type Sample } from './benchmark.ts';
import { streamOnce } from './bulk-client.ts';
import { streamPath } from './echo.ts';
import { apiKey, marketSize, offerIds } from './market.ts';
import { withEdges } from './with-edges.ts';

const streams = 4;
const unanswered = 64;
const durationMs = 2_000;

const messages = offerIds.map((offerId) =>
  CalculatePriceRequest.encode({ offerId, quantity: 250, deliveryZone: '', date: undefined }).finish(),
);

/** Several streams at a time, each from another place in the messages on. */
const streamed = async (port: number, path: string, sent: readonly Uint8Array[]): Promise<Sample> => {
  const samples = await Promise.all(
    Array.from({ length: streams }, (_, at) =>
      streamOnce({
        port,
        path,
        metadata: { 'x-api-key': apiKey },
        messages: sent,
        offset: Math.floor((at * sent.length) / streams),
        unanswered,
        durationMs,
      }),
    ),
  );
  return {
    work: samples.reduce((sum, { work }) => sum + work, 0),
    seconds: Math.max(...samples.map(({ seconds }) => seconds)),
    latenciesMs: samples.flatMap(({ latenciesMs }) => latenciesMs),
  };
};

/**
 * `BulkCalculatePrice` beside a bare grpc-js method that answers each message of a stream with a
 * ready-made price of the same size, both through the generated code: a few offers that many ask
 * for, and so many that each is read from the database again and again.
 */
export const bulkBenchmark: Benchmark = () =>
  withEdges(async (ports) => {
    const rows: BenchmarkRow[] = [];
    for (const offers of [100, marketSize]) {
      const sent = messages.slice(0, offers);
      rows.push(
        await compare({
          name: `BulkCalculatePrice, ${streams} streams, ${offers} offers`,
          unit: 'prices/s',
          rounds: 5,
          warmUpRounds: 3,
          ours: () => streamed(ports.grpc, '/svc.public.v1.Pricing/BulkCalculatePrice', sent),
          limit: () => streamed(ports.bareGrpc, streamPath, sent),
        }),
      );
    }
    return rows;
  });
