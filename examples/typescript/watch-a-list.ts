/**
 * `node examples/typescript/watch-a-list.ts LIST`: sends a bill of materials, prints each version
 * of its basket as it comes, and at the end what to order where.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
// In a project of your own: from '@offerstream/client'.
import { connectGrpc, type EstimateResponse } from '../../clients/typescript/src/index.ts';

const list = process.argv[2];
const apiKey = process.env.KEY;
if (list === undefined || apiKey === undefined) throw new Error('usage: KEY=... watch-a-list.ts LIST');

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const client = connectGrpc({ address: process.env.OFFERSTREAM_GRPC ?? 'localhost:50051', apiKey });
const begun = await client.estimates.buildEstimate({
  sourceDocument: await readFile(list),
  sourceName: basename(list),
});

let basket: EstimateResponse = begun;
for await (basket of client.estimates.watchEstimate({ estimateId: begun.id, untilReady: true }))
  say(`version ${basket.version} ${basket.status}: ${basket.lineCounts?.bought ?? 0} of ${basket.lines.length} lines`);

for (const { supplierName, seller, goods, items } of basket.orders) {
  say(`${seller?.name || supplierName}: ${goods?.amount} ${goods?.currency}`);
  for (const { quantity, supplierSku, product, lines } of items)
    say(`  ${quantity} x ${supplierSku} (${product?.manufacturer} ${product?.mpn}) for lines ${lines.join(', ')}`);
}
for (const line of basket.lines.filter(({ chosen }) => chosen.length === 0))
  say(`not bought: line ${line.number} ${line.rawText}: ${line.unresolvedMessage || line.unresolvedReason}`);
say(`total ${basket.totalPriceDecimal} ${basket.currency}, at most ${basket.certificate?.gap ?? 0} from the best`);
client.close();
