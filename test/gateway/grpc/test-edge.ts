import { once } from 'node:events';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { type ClientReadableStream, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { Caller } from '../../../domain/callers/caller.ts';
import { Failure } from '../../../domain/errors.ts';
import { type Authenticator, createAuthenticator, keyHash } from '../../../gateway/auth/authenticator.ts';
import type { ConnectedCallers } from '../../../gateway/auth/connected-callers.ts';
import type { UseCases } from '../../../gateway/create-use-cases.ts';
import type { ConnectionAge } from '../../../gateway/grpc/door/connection-age.ts';
import { type GrpcServer, startGrpcServer } from '../../../gateway/grpc/server.ts';
import type { KeyLimiter } from '../../../gateway/protection/key-limiter.ts';
import type { LoadShedder } from '../../../gateway/protection/load-shedder.ts';
import { CatalogClient } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { PricingClient } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { createLogger } from '../../../telemetry/logger.ts';
import { createMetrics, type Metrics } from '../../../telemetry/metrics.ts';
import { eventually } from '../../support/eventually.ts';

/** The gRPC edge on a socket of its own, with clients that speak to it as a user does. */

/** A key that may read the catalogue and nothing else. */
export const catalogKey = 'os_catalogcatalogcatalogcatalogcat';

/** A key that may read the catalogue and ask for prices. */
export const fullKey = 'os_fullfullfullfullfullfullfullfull';

const caller = (scopes: Caller['scopes']): Caller => ({
  keyId: `key_${scopes.join('_')}`,
  customerId: 'acme',
  groupIds: [],
  scopes,
  deliveryZone: undefined,
});

const callersByHash = new Map(
  (
    [
      [catalogKey, caller(['catalog'])],
      [fullKey, caller(['catalog', 'pricing'])],
    ] as const
  ).map(([key, value]) => [Buffer.from(keyHash(key)).toString('hex'), value]),
);

const refuse = (): Promise<never> => Promise.reject(new Failure('unimplemented', 'not part of this test'));

/** A running edge and clients of it. */
export interface TestEdge {
  readonly server: GrpcServer;
  readonly catalog: CatalogClient;
  readonly pricing: PricingClient;
  readonly metrics: Metrics;
  /** The log lines written so far. */
  readonly logged: readonly string[];
  /** Closes the clients and stops the server at once. */
  close(): Promise<void>;
}

/** What a test may want otherwise. */
interface TestEdgeOptions {
  readonly defaultDeadlineMs?: number;
  readonly maxBodyBytes?: number;
  readonly authenticator?: Pick<Authenticator, 'authenticate'>;
  readonly connected?: ConnectedCallers;
  readonly limiter?: KeyLimiter;
  readonly shedder?: LoadShedder;
  readonly requestMs?: number;
  readonly grpcReflection?: boolean;
  readonly grpcConnections?: ConnectionAge;
}

/** Starts an edge over the given use cases; the others refuse. */
export const startTestEdge = async (useCases: Partial<UseCases>, options: TestEdgeOptions = {}): Promise<TestEdge> => {
  const {
    defaultDeadlineMs = 10_000,
    maxBodyBytes = 65_536,
    connected,
    limiter,
    shedder,
    authenticator,
    requestMs,
  } = options;
  const { grpcReflection = true, grpcConnections = { ageMs: 3_600_000, graceMs: 600_000 } } = options;
  const logged: string[] = [];
  const metrics = createMetrics('offerstream');
  const now = () => new Date();
  const server = await startGrpcServer({
    useCases: {
      searchProducts: refuse,
      listCategories: refuse,
      getProduct: refuse,
      // biome-ignore lint/correctness/useYield: it refuses before the first item.
      streamProducts: async function* () {
        await refuse();
      },
      getOffers: refuse,
      getPriceHistory: refuse,
      calculatePrice: refuse,
      // biome-ignore lint/correctness/useYield: it refuses before the first item.
      bulkCalculatePrice: async function* () {
        await refuse();
      },
      ...useCases,
    },
    authenticator:
      authenticator ??
      createAuthenticator({
        callers: { byKeyHash: async (hash) => callersByHash.get(Buffer.from(hash).toString('hex')) },
        now,
      }),
    connected,
    limiter,
    shedder,
    metrics,
    log: createLogger({ service: 'offerstream', level: 'debug', stream: { write: (line) => logged.push(line) } }),
    config: { host: '127.0.0.1', grpcPort: 0, maxBodyBytes, defaultDeadlineMs, grpcReflection, grpcConnections },
    requestMs,
    now,
  });
  const address = `127.0.0.1:${server.port}`;
  const catalog = new CatalogClient(address, credentials.createInsecure());
  const pricing = new PricingClient(address, credentials.createInsecure());
  return {
    server,
    catalog,
    pricing,
    metrics,
    logged,
    close: async () => {
      catalog.close();
      pricing.close();
      await server.stop(0);
    },
  };
};

/** Metadata with a key and more headers. */
export const headers = (key: string | undefined, more: Readonly<Record<string, string>> = {}): Metadata => {
  const metadata = new Metadata();
  if (key !== undefined) metadata.set('authorization', `Bearer ${key}`);
  for (const [name, value] of Object.entries(more)) metadata.set(name, value);
  return metadata;
};

/** A unary answer with the headers it came with. */
export interface Answer<Response> {
  readonly response: Response | undefined;
  readonly error: ServiceError | undefined;
  readonly metadata: Metadata;
}

/** Makes a unary call and waits for its end. */
export const answerOf = <Response>(
  start: (done: (error: ServiceError | null, response?: Response) => void) => {
    on(event: 'metadata', listener: (metadata: Metadata) => void): unknown;
  },
): Promise<Answer<Response>> =>
  new Promise((resolve) => {
    let metadata = new Metadata();
    const call = start((error, response) => resolve({ response, error: error ?? undefined, metadata }));
    call.on('metadata', (received) => {
      metadata = received;
    });
  });

/** Reads a stream to its end: the items, and the error when it ended with one. */
export const drainOf = async <Item>(
  stream: ClientReadableStream<Item>,
): Promise<{ items: Item[]; error: ServiceError | undefined }> => {
  const items: Item[] = [];
  try {
    for await (const item of stream) items.push(item as Item);
    return { items, error: undefined };
  } catch (error) {
    return { items, error: error as ServiceError };
  }
};

/** The code's name: `NOT_FOUND`. */
export const codeOf = (error: ServiceError | undefined): string =>
  error === undefined ? 'OK' : (status[error.code] ?? '');

/**
 * The details in `grpc-status-details-bin` by type name, each as a tree of field numbers and
 * values.
 */
export const detailsOf = (error: ServiceError | undefined): Readonly<Record<string, Tree>> => {
  const [bytes] = error?.metadata.get('grpc-status-details-bin') ?? [];
  if (!(bytes instanceof Buffer)) return {};
  const details = fields(bytes).filter(([field]) => field === 3);
  return Object.fromEntries(
    details.map(([, any]) => {
      const parts = new Map(fields(any as Uint8Array));
      const type = Buffer.from(parts.get(1) as Uint8Array).toString();
      return [type.replace('type.googleapis.com/google.rpc.', ''), treeOf(parts.get(2) as Uint8Array)];
    }),
  );
};

/** Field numbers with their values in order; texts as text, messages as trees. */
export type Tree = readonly (readonly [number, string | number | Tree])[];

const fields = (bytes: Uint8Array): [number, Uint8Array | number][] => {
  const reader = new BinaryReader(bytes);
  const found: [number, Uint8Array | number][] = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    found.push([field, wireType === 0 ? Number(reader.int64()) : reader.bytes()]);
  }
  return found;
};

/**
 * Reads bytes as a message where they are one, else as text: the first byte of our texts is never a
 * valid field tag.
 */
const treeOf = (bytes: Uint8Array): Tree =>
  fields(bytes).map(([field, value]) => {
    if (typeof value === 'number') return [field, value];
    const isMessage = value.length > 0 && (value[0] === 0x0a || value[0] === 0x08);
    return [field, isMessage ? treeOf(value) : Buffer.from(value).toString()];
  });

const heldUpForMs = 100;

/** Waits until a count that grew has stood still for a while: whoever makes it grow is held up. */
export const heldUp = async (count: () => number): Promise<void> => {
  let seen = 0;
  let since = performance.now();
  await eventually(() => {
    if (count() !== seen) since = performance.now();
    seen = count();
    return seen > 0 && performance.now() - since > heldUpForMs;
  });
};

/** Waits for an event that must come within the test's time. */
export const eventOf = (emitter: NodeJS.EventEmitter, name: string): Promise<unknown[]> => once(emitter, name);
