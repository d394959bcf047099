import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Benchmark, closedLoop, compare } from './benchmark.ts';
import { apiKey, marketSize, mpns, offerIds } from './market.ts';
import { withEdges } from './with-edges.ts';

/** Parts of one request: as many as there may be. */
const parts = 1_000;

const post = (port: number, path: string, body: string, contentType: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method: 'POST', headers: { 'x-api-key': apiKey, 'content-type': contentType } },
      (answer) => {
        text(answer).then((read) => (answer.statusCode === 200 ? resolve(read) : reject(new Error(read))), reject);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });

/**
 * A list of a thousand parts that are all known, one list after another, matched by name and
 * priced, beside a thousand answers of one `GET` after another of sixteen callers.
 */
export const matchBenchmark: Benchmark = () =>
  withEdges(async ({ http }) => {
    let from = 0;
    const list = (): string => {
      const items = Array.from({ length: parts }, (_, at) => ({
        mpn: mpns[(from + at) % marketSize],
        manufacturer: 'Yageo',
        quantity: 250,
      }));
      from += parts;
      return JSON.stringify({ items, include_offers: true, include_best_price: true });
    };
    const match = async (): Promise<number> => {
      const { items } = JSON.parse(await post(http, '/v1/parts/match', list(), 'application/json'));
      if (items.filter((item: { status: string; best_price?: object }) => item.best_price).length !== parts)
        throw new Error('a part was not matched and priced');
      return parts;
    };
    const price = async (): Promise<number> => {
      from += 1;
      const body = JSON.stringify({ offer_id: offerIds[from % marketSize], quantity: 250 });
      await post(http, '/v1/pricing', body, 'application/json');
      return 1;
    };
    return [
      await compare({
        name: `MatchParts, ${parts} parts with offers and best prices, beside CalculatePrice one by one`,
        unit: 'parts/s',
        rounds: 3,
        warmUpRounds: 1,
        ours: () => closedLoop({ workers: 1, durationMs: 4_000, call: match }),
        limit: () => closedLoop({ workers: 16, durationMs: 2_000, call: price }),
      }),
    ];
  });
