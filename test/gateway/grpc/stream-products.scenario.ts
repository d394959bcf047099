import { readFile } from 'node:fs/promises';
import { setTimeout as pace } from 'node:timers/promises';
import { type ClientReadableStream, credentials } from '@grpc/grpc-js';
import { CatalogClient, type Product } from '../../../proto/gen/svc/public/v1/catalog.ts';
import type { Sql } from '../../../storage/pool/pool.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testKey } from '../../support/sealer.ts';
import { type Service, startService } from '../../support/service.ts';
import { headers } from './test-edge.ts';

/**
 * A whole catalogue over `StreamProducts` to a reader that is slower than the service: it stops
 * after the first items, goes on slowly, and reads the rest as fast as it can. While it stands
 * still the catalogue grows behind its far end; a service that had read on into its own memory
 * would miss what came.
 */

const key = 'os_streamstreamstreamstreamstreamstre';

const insertsWithinMs = 1_800_000;
const stoppedForMs = 2_000;
const slowItems = 2_000;
const itemsPerPause = 20;
const pauseMs = 20;
const sampledEveryMs = 20;

/** How many products to stream. */
export interface CatalogueSize {
  /** In the catalogue when the call begins. */
  readonly products: number;
  /** Added at the end of the catalogue while the reader stands still. */
  readonly late: number;
}

/** What the reader got and what it cost the service. */
export interface StreamReport {
  readonly items: number;
  /** Whether every id was greater than the one before: each once, in order. */
  readonly ascending: boolean;
  /** Resident memory of the service before the call, and the most during it, in bytes. */
  readonly residentBefore: number;
  readonly residentPeak: number;
  readonly seconds: number;
}

/** Makes a catalogue of that size, starts the service on it, and reads all of it slowly. */
export const streamSlowly = async ({ products, late }: CatalogueSize): Promise<StreamReport> => {
  const database = await testDatabase({ statementTimeoutMs: insertsWithinMs });
  try {
    await insertProducts(database.pool.sql, 0, products);
    return await withService(database, async (service, client) => {
      const memory = await watchMemory(service.pid);
      const startedAt = performance.now();
      try {
        const read = await readAll(client, () => insertProducts(database.pool.sql, products, late));
        return { ...read, ...memory.seen(), seconds: (performance.now() - startedAt) / 1_000 };
      } finally {
        memory.stop();
      }
    });
  } finally {
    await database.close();
  }
};

/** Inserts so many products, numbered on from `first`, in one statement. */
export const insertProducts = async (sql: Sql, first: number, count: number): Promise<void> => {
  await sql`
    insert into product (id, profile_id, manufacturer_key, manufacturer, mpn, mpn_key, mpn_compact,
      description, characteristics, lifecycle, observed_at)
    select 'prd_' || lpad(number::text, 9, '0'), 'default', 'YAGEO', 'YAGEO', mpn, mpn, mpn,
      'Chip resistor 0603 1 % 0.1 W', '{"tolerance": "1 %", "power": "0.1 W", "case": "0603"}', 'active', now()
    from generate_series(${first}::int, ${first + count - 1}::int) as number,
      lateral (select 'RC0603FR07' || number || 'RL' as mpn) as part`;
};

/** Runs `work` beside a service of its own on the database, with a client that has a key. */
export const withService = async <Result>(
  { url }: TestDatabase,
  work: (service: Service, client: CatalogClient) => Promise<Result>,
): Promise<Result> => {
  const service = await startService({
    DATABASE_URL: url,
    BUS: 'embedded',
    DEMO: 'off',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_CUSTOMER_KEY: key,
  });
  const client = new CatalogClient(service.grpcAddress, credentials.createInsecure());
  try {
    return await work(service, client);
  } catch (error) {
    // The caller is told of a fault and nothing more; what it was stands in the log.
    const faults = service.lines.filter(({ level }) => level === 'error').map((line) => JSON.stringify(line));
    throw new Error(['the service logged:', ...faults].join('\n'), { cause: error });
  } finally {
    client.close();
    await service.stop();
  }
};

/** Opens a stream of all products. */
export const openProducts = (client: CatalogClient): ClientReadableStream<Product> =>
  client.streamProducts({ identityProfileId: '', batchSize: 0 }, headers(key));

const readAll = async (
  client: CatalogClient,
  whileStopped: () => Promise<void>,
): Promise<Pick<StreamReport, 'items' | 'ascending'>> => {
  let items = 0;
  let ascending = true;
  let lastId = '';
  for await (const { id } of openProducts(client)) {
    items += 1;
    ascending &&= id > lastId;
    lastId = id;
    if (items === 1) await pace(stoppedForMs).then(whileStopped);
    else if (items <= slowItems && items % itemsPerPause === 0) await pace(pauseMs);
  }
  return { items, ascending };
};

/** Samples the resident memory of a process until stopped. */
export const watchMemory = async (pid: number) => {
  const residentBefore = await residentBytes(pid);
  let residentPeak = residentBefore;
  const timer = setInterval(async () => {
    residentPeak = Math.max(residentPeak, await residentBytes(pid));
  }, sampledEveryMs);
  return {
    seen: () => ({ residentBefore, residentPeak }),
    stop: () => clearInterval(timer),
  };
};

const residentBytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
};
