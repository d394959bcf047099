import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { rootCertificates } from 'node:tls';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { withDeadline } from '../../concurrency/deadline.ts';
import type { ClientTls } from '../../domain/client-tls.ts';
import { Failure } from '../../domain/errors.ts';
import { type AnalyticsEngine, insertTimeoutMs, querySettings, queryTimeoutMs } from './engine.ts';
import { engineAway, engineFailure } from './engine-failures.ts';

/** Where a ClickHouse server is. */
export interface ServerEngineOptions {
  /** `http://user:password@host:8123/database`. */
  readonly url: string;
  /**
   * Certificates in PEM, for `https://`. Left out: the authorities that Node brings, and no
   * certificate of our own.
   */
  readonly tls?: ClientTls;
  /** Maximum number of concurrent queries and inserts. Left out: 8. */
  readonly maxConnections?: number;
}

/** The client wants authorities in any case. */
const tlsConfig = ({ ca, cert, key }: ClientTls) => {
  const ca_cert = ca ?? Buffer.from(rootCertificates.join('\n'));
  return cert === undefined || key === undefined ? { ca_cert } : { ca_cert, cert, key };
};

const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (error instanceof ClickHouseError) return engineFailure(Number(error.code), error.message);
  return engineAway('no answer of the server', error);
};

/**
 * ClickHouse on a server, over HTTP. Nothing is asked of it here, so that the service starts while
 * it is away; every request tries anew. What was sent and not answered may be stored all the same.
 */
export const createServerEngine = ({ url, tls, maxConnections = 8 }: ServerEngineOptions): AnalyticsEngine => {
  const client = createClient({
    url,
    ...(tls === undefined ? {} : { tls: tlsConfig(tls) }),
    application: 'offerstream',
    max_open_connections: maxConnections,
    // Beyond the time that the server is given, so that it is the one to say why.
    request_timeout: insertTimeoutMs + 5_000,
    compression: { request: true, response: true },
    log: { level: ClickHouseLogLevel.OFF },
  });
  const asked = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw toFailure(error);
    });
  return {
    run: async (statement) => {
      await asked(client.command({ query: statement }));
    },
    insert: async (table, lines) => {
      const { stream } = await asked(
        client.exec({
          query: `insert into ${table} format JSONEachRow`,
          values: Readable.from([lines], { objectMode: false }),
          clickhouse_settings: { max_execution_time: insertTimeoutMs / 1_000 },
        }),
      );
      await asked(finished(stream.resume()));
    },
    read: async (statement, parameters, options) => {
      const deadline = { what: 'clickhouse', ms: queryTimeoutMs + 1_000, owner: options?.signal };
      return asked(
        withDeadline(deadline, async (signal) => {
          const answer = await client.query({
            query: statement,
            query_params: { ...parameters },
            format: 'JSONEachRow',
            clickhouse_settings: querySettings,
            abort_signal: signal,
          });
          return answer.json();
        }),
      );
    },
    close: () => client.close(),
  };
};
