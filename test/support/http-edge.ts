import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Scope } from '../../domain/callers/caller.ts';
import { Failure } from '../../domain/errors.ts';
import { type AdminUseCases, serveAdmin } from '../../gateway/admin/resources.ts';
import { createAuthenticator, keyHash } from '../../gateway/auth/authenticator.ts';
import type { UseCases } from '../../gateway/create-use-cases.ts';
import type { HttpEdge } from '../../gateway/http/edge.ts';
import { type HttpServerOptions, startHttpServer } from '../../gateway/http/server.ts';
import { createCallerStore } from '../../storage/callers/caller-store.ts';
import type { Pool } from '../../storage/pool/pool.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';

/**
 * The HTTP edge on a socket of its own, with keys in the database, for tests that speak to it as a
 * client does.
 */

/** A key with every scope that HTTP asks for. */
export const fullKey = 'os_fullfullfullfullfullfullfullfull';

/** A key that is valid and allows nothing here. */
export const scopelessKey = 'os_nonenonenonenonenonenonenonenone';

/** A key of an operator. */
export const adminKey = 'os_adminadminadminadminadminadminad';

/** Stores the keys above and their customer. */
export const storeKeys = async (pool: Pool): Promise<void> => {
  const callers = createCallerStore(pool.sql);
  await callers.putCustomer({ id: 'acme', name: 'Acme', groupIds: [] });
  const put = (id: string, key: string, scopes: readonly Scope[]) =>
    callers.putKey({ id, customerId: 'acme', hash: keyHash(key), scopes, label: id });
  await put('key_full', fullKey, ['catalog', 'pricing']);
  await put('key_admin', adminKey, ['admin']);
  await put('key_none', scopelessKey, ['enrichment']);
};

/** Use cases that all refuse; a test replaces the one that it is about. */
export const refusingUseCases: UseCases = {
  searchProducts: () => refuse(),
  listCategories: () => refuse(),
  getProduct: () => refuse(),
  // biome-ignore lint/correctness/useYield: it refuses before the first item.
  streamProducts: async function* () {
    await refuse();
  },
  getOffers: () => refuse(),
  getPriceHistory: () => refuse(),
  calculatePrice: () => refuse(),
  // biome-ignore lint/correctness/useYield: it refuses before the first item.
  bulkCalculatePrice: async function* () {
    await refuse();
  },
};

const refuse = (): Promise<never> => Promise.reject(new Failure('unimplemented', 'not part of this test'));

/** An answer as it came over the wire. */
interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A running edge and how to talk to it. */
export interface TestEdge {
  readonly url: string;
  readonly port: number;
  readonly logged: readonly string[];
  /** Sends a request with the full key unless told otherwise; a list is sent in chunks. */
  send(path: string, options?: RequestOptions, body?: string | Uint8Array | readonly string[]): Promise<RawAnswer>;
  stop(deadlineMs?: number): Promise<void>;
}

const sendTo =
  (port: number): TestEdge['send'] =>
  (path, options = {}, body = '') =>
    new Promise((resolve, reject) => {
      const headers = { 'x-api-key': fullKey, ...options.headers };
      const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options, headers }, (answer) => {
        text(answer).then(
          (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
          reject,
        );
      });
      sent.once('error', reject);
      if (typeof body === 'string' || body instanceof Uint8Array) sent.end(body);
      else Readable.from(body).pipe(sent);
    });

/** Starts an edge on any free port. */
export const startTestEdge = async (
  pool: Pool,
  {
    admin,
    ...given
  }: Partial<HttpEdge> & Pick<HttpServerOptions, 'corsOrigins' | 'limits'> & { readonly admin?: AdminUseCases } = {},
): Promise<TestEdge> => {
  const logged: string[] = [];
  const now = () => new Date();
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    useCases: refusingUseCases,
    auth: createAuthenticator({ callers: createCallerStore(pool.sql), now }),
    metrics: createMetrics('test'),
    log: createLogger({ service: 'test', level: 'info', stream: { write: (line) => void logged.push(line) } }),
    now,
    readiness: async () => ({ database: true }),
    maxBodyBytes: 4_096,
    deadlineMs: 10_000,
    ...(admin && { serveAdmin: serveAdmin(admin) }),
    ...given,
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    logged,
    send: sendTo(server.port),
    stop: (deadlineMs = 1_000) => server.stop(deadlineMs),
  };
};
