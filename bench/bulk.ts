import { CalculatePriceRequest } from '../proto/gen/svc/public/v1/pricing.ts';
import { type Benchmark, type BenchmarkRow, compare, type Sample } from './benchmark.ts';
import { streamOnce } from './bulk-client.ts';
import { streamPath } from './echo.ts';
import { streamLines } from './line-client.ts';
import { apiKey, marketSize, offerIds } from './market.ts';
import { withEdges } from './with-edges.ts';

/** How many streams there are at a time. */
export const streams = 4;

/** Requests of each without an answer at a time. */
export const unanswered = 64;

const durationMs = 2_000;

const messages = offerIds.map((offerId) =>
  CalculatePriceRequest.encode({ offerId, quantity: 250, deliveryZone: '', date: undefined }).finish(),
);

const asLines = offerIds.map((offerId) => JSON.stringify({ offer_id: offerId, quantity: 250 }));

/** Several streams at a time, each from another place in what is sent on. */
const together = async (sent: number, stream: (offset: number) => Promise<Sample>): Promise<Sample> => {
  const samples = await Promise.all(
    Array.from({ length: streams }, (_, at) => stream(Math.floor((at * sent) / streams))),
  );
  return {
    work: samples.reduce((sum, { work }) => sum + work, 0),
    seconds: Math.max(...samples.map(({ seconds }) => seconds)),
    latenciesMs: samples.flatMap(({ latenciesMs }) => latenciesMs),
  };
};

/** Messages over several gRPC streams for a while, again and again. */
export const streamed = (port: number, path: string, sent: readonly Uint8Array[]): Promise<Sample> =>
  together(sent.length, (offset) =>
    streamOnce({ port, path, metadata: { 'x-api-key': apiKey }, messages: sent, offset, unanswered, durationMs }),
  );

const streamedLines = (port: number, sent: readonly string[]): Promise<Sample> =>
  together(sent.length, (offset) =>
    streamLines({ port, path: '/v1/pricing/bulk', key: apiKey, lines: sent, offset, unanswered, durationMs }),
  );

const bulkPath = '/svc.public.v1.Pricing/BulkCalculatePrice';

/**
 * `BulkCalculatePrice` beside a bare grpc-js method that answers each message of a stream with a
 * ready-made price of the same size, both through the generated code: for a few offers that many
 * ask for, and for five thousand, all in memory and asked for before. Then the same as lines over
 * HTTP, beside it.
 */
export const bulkBenchmark: Benchmark = () =>
  withEdges(async (ports) => {
    const rows: BenchmarkRow[] = [];
    const common = { unit: 'prices/s', rounds: 5, warmUpRounds: 3 };
    for (const offers of [100, marketSize]) {
      const sent = messages.slice(0, offers);
      const ours = () => streamed(ports.grpc, bulkPath, sent);
      rows.push(
        await compare({
          ...common,
          name: `BulkCalculatePrice, ${streams} streams, ${offers} offers`,
          ours,
          limit: () => streamed(ports.bareGrpc, streamPath, sent),
        }),
        await compare({
          ...common,
          name: `the same as lines over HTTP, beside gRPC, ${offers} offers`,
          ours: () => streamedLines(ports.http, asLines.slice(0, offers)),
          limit: ours,
        }),
      );
    }
    return rows;
  });
