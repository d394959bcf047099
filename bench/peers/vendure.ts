/**
 * Reads of products over HTTP beside Vendure (https://vendure.io), each over the same 5,000
 * products on one server, with eight connections: a product by its id with its text and four
 * characteristics, and what a product is sold by, with price and stock: one offer of ours, one
 * variant of Vendure's.
 *
 * The work is not equal. Vendure parses and checks a question of GraphQL, which asks for those
 * fields alone, resolves the language and the channel, and adds tax to the price; nobody has to
 * sign in. Ours checks a key, applies 20 visibility policies, and says of an offer who saw it and
 * how fresh it is, with all of its price breaks; neither tax nor pricing rules are part of it,
 * which a price that is asked for has. Both ask PostgreSQL each time; questions of ours that come
 * at the same time share a statement. Processor time is that of the service and the database,
 * without the client, which is the same for both. Vendure runs as in production, its telemetry
 * turned off.
 *
 * Packages: `@vendure/core` 3.7.3 of September 2026, under GPL 3 or later, which concerns only who
 * hands it on: it is installed from the registry, runs in a process of its own and is no part of
 * ours. It brings 437 packages and 141 MB, into a folder of its own.
 */
import type { Benchmark } from '../benchmark.ts';
import { get, post } from '../compare-edges.ts';
import { openHttpClient } from '../http-client.ts';
import { type Load, openLoad } from '../load.ts';
import { apiKey, marketSize, mpns, productIds } from '../market.ts';
import { withEdges } from '../with-edges.ts';
import { comparePeers } from './compare-peers.ts';
import { installPeer } from './install.ts';
import { startPeer } from './peer-process.ts';
import { settle } from './settle.ts';
import type { Ready } from './vendure/messages.ts';

const rounds = 5;
const warmUpRounds = 3;
const durationMs = 2_000;
const workers = 16;

const shopPath = '/shop-api';

/** What is read: our path, and Vendure's question. */
const reads = [
  {
    name: 'a product',
    path: (id: string) => `/v1/products/${id}`,
    fields: 'id name slug description updatedAt customFields { resistance tolerance power packageCase }',
  },
  {
    name: 'what a product is sold by',
    path: (id: string) => `/v1/products/${id}/offers`,
    fields: 'id variants { id sku name price priceWithTax currencyCode stockLevel updatedAt }',
  },
];

const questionOf = (fields: string, id: string): string =>
  JSON.stringify({ query: `query Read($id: ID!) { product(id: $id) { ${fields} } }`, variables: { id } });

const load = (port: number, requests: readonly Buffer[]): Promise<Load> =>
  openLoad({ open: () => openHttpClient(port), connections: workers, workers, durationMs, requests });

/** Throws unless it is of the first product: GraphQL answers with 200 whatever went wrong. */
const assertFirst = async (port: number, path: string, body?: string): Promise<void> => {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body }),
  });
  const text = await answer.text();
  if (!answer.ok || text.includes('"errors"') || !text.includes(mpns[0] ?? '')) throw new Error(`${path}: ${text}`);
};

/** A product, and what it is sold by. */
export const vendureComparison: Benchmark = async () => {
  installPeer('vendure');
  return withEdges(async ({ policedHttp, sql, url }) => {
    await sql`create database vendure`;
    const address = new URL(url);
    address.pathname = '/vendure';
    const program = new URL('./vendure/process.ts', import.meta.url);
    const vendure = await startPeer<never, Ready>(program, [address.href, String(marketSize)]);
    try {
      await settle(address.href);
      const { port, productIds: theirIds } = vendure.ready;
      const rows = [];
      for (const { name, path, fields } of reads) {
        await assertFirst(policedHttp, path(productIds[0] ?? ''));
        await assertFirst(port, shopPath, questionOf(fields, theirIds[0] ?? ''));
        const ours = await load(
          policedHttp,
          productIds.map((id) => get(path(id))),
        );
        const theirs = await load(
          port,
          theirIds.map((id) => post(shopPath, questionOf(fields, id))),
        );
        rows.push(
          ...(await comparePeers({
            name: `${name}, beside Vendure`,
            unit: 'requests/s',
            rounds,
            warmUpRounds,
            areServers: true,
            ours: ours.run,
            limit: theirs.run,
          })),
        );
        ours.close();
        theirs.close();
      }
      return rows;
    } finally {
      await vendure.stop();
    }
  });
};
