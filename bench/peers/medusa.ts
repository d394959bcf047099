/**
 * Prices beside the pricing module of Medusa (https://medusajs.com), each over 5,000 products with
 * four price breaks on one server, with eight connections and 200 rules in force, asked for 250
 * pieces by a member of one group.
 *
 * The work is not equal. Ours is asked over gRPC and answers with a key checked, under 20
 * visibility policies, with the lines that make up the price, its source and its freshness; of its
 * rules three apply to each price, among them a percentage, a surcharge of the zone and tax, which
 * Medusa's module knows nothing of: each of its 200 price lists states prices for a group, the
 * list that applies those of all products and each of the others those of a hundred. Medusa's
 * module is called in its process, without its HTTP API in front. Ours keeps offers in memory and
 * follows their changes; Medusa asks PostgreSQL each time. Processor time is that of the service,
 * or of the process with the module, and of the database; our client's does not count.
 *
 * Packages: `@medusajs/pricing` 2.18.0 of August 2026, the last release all of which is under the
 * MIT licence: from 2.19 on `@medusajs/framework`, which it needs, has parts of which use requires
 * a commercial agreement. With the framework it brings 611 packages and 267 MB, so that it is
 * installed into a folder of its own when it is asked for.
 */
import { CalculatePriceRequest } from '../../proto/gen/svc/public/v1/pricing.ts';
import type { Benchmark, Sample } from '../benchmark.ts';
import { streamed, streams, unanswered } from '../bulk.ts';
import { openGrpcClient } from '../grpc-client.ts';
import { grpcRequest } from '../grpc-frames.ts';
import { openLoad } from '../load.ts';
import { apiKey, marketSize, offerIds } from '../market.ts';
import { ruleCount } from '../rules.ts';
import { withEdges } from '../with-edges.ts';
import { comparePeers } from './compare-peers.ts';
import { installPeer } from './install.ts';
import type { Ready, Round } from './medusa/messages.ts';
import { startPeer } from './peer-process.ts';
import { settle } from './settle.ts';

const rounds = 5;
const warmUpRounds = 3;
const durationMs = 2_000;
const workers = 16;

const quantity = 250;
const unaryPath = '/svc.public.v1.Pricing/CalculatePrice';
const bulkPath = '/svc.public.v1.Pricing/BulkCalculatePrice';
const messages = offerIds.map((offerId) =>
  CalculatePriceRequest.encode({ offerId, quantity, deliveryZone: '', date: undefined }).finish(),
);

/** What the module must come to: the break from 100 on, as the list of the group states it. */
const expected = (1.5 * 0.975) / 100;

const assertEqualPrice = (ready: Ready | Sample): void => {
  if (!('amount' in ready) || Math.abs(ready.amount - expected) > 1e-9)
    throw new Error(`Medusa says ${JSON.stringify(ready)} where ${expected} is expected`);
};

/** One price a request, and prices in batches. */
export const medusaComparison: Benchmark = async () => {
  installPeer('medusa');
  return withEdges(async ({ policedGrpc: port, sql, url }) => {
    await sql`create database medusa`;
    const address = new URL(url);
    address.pathname = '/medusa';
    const program = new URL('./medusa/process.ts', import.meta.url);
    const medusa = await startPeer<Round, Ready | Sample>(program, [address.href, String(marketSize)]);
    assertEqualPrice(medusa.ready);
    await settle(address.href);
    const theirs = (round: Round) => async () => (await medusa.ask(round)) as Sample;
    const unary = await openLoad({
      open: () => openGrpcClient(port),
      connections: 4,
      workers,
      durationMs,
      requests: messages.map((message) => grpcRequest(unaryPath, message, { 'x-api-key': apiKey })),
    });
    try {
      const common = { unit: 'prices/s', rounds, warmUpRounds, areServers: true };
      return [
        ...(await comparePeers({
          ...common,
          name: `prices under ${ruleCount} rules, beside Medusa's module`,
          ours: unary.run,
          limit: theirs({ batch: 1, workers, durationMs }),
        })),
        ...(await comparePeers({
          ...common,
          name: `prices under ${ruleCount} rules, ${unanswered} at a time, beside Medusa's module`,
          ours: () => streamed(port, bulkPath, messages),
          limit: theirs({ batch: unanswered, workers: streams, durationMs }),
        })),
      ];
    } finally {
      unary.close();
      await medusa.stop();
    }
  });
};
