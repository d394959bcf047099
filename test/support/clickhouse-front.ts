import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Failure } from '../../domain/errors.ts';
import type { AnalyticsEngine } from '../../storage/analytics/engine.ts';

/**
 * The HTTP interface of a ClickHouse server, as far as its client uses it, in front of the embedded
 * engine: the same engine with the same errors, reached as a server is.
 */
export interface ClickHouseFront {
  readonly url: string;
  /** From now on every request is refused in the way of a server that is overloaded. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

const format = /\s+FORMAT\s+JSONEachRow\s*$/i;
const insertInto = /^INSERT INTO (\S+)/i;

/** Parameters come as text; a list in the form `['a','b']`. */
const parameterOf = (text: string): string | readonly string[] =>
  text.startsWith('[') ? (JSON.parse(text.replaceAll("'", '"')) as readonly string[]) : text.replaceAll(/\\(.)/g, '$1');

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const body = await buffer(request);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
};

const answer = async (engine: AnalyticsEngine, url: URL, body: Buffer): Promise<string> => {
  const inUrl = url.searchParams.get('query');
  const table = insertInto.exec(inUrl ?? '')?.[1];
  if (table !== undefined) {
    await engine.insert(table, body);
    return '';
  }
  const statement = inUrl ?? body.toString();
  if (!format.test(statement)) {
    await engine.run(statement);
    return '';
  }
  const parameters = Object.fromEntries(
    [...url.searchParams]
      .filter(([name]) => name.startsWith('param_'))
      .map(([name, value]) => [name.slice('param_'.length), parameterOf(value)]),
  );
  const rows = await engine.read(statement.replace(format, ''), parameters);
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
};

/** Serves an engine on a free port. */
export const serveClickHouse = async (engine: AnalyticsEngine): Promise<ClickHouseFront> => {
  let isRefusing = false;
  const server = createServer(async (request, response) => {
    try {
      const body = await bodyOf(request);
      if (isRefusing)
        throw new Failure('unavailable', '', { internal: 'Code: 202. DB::Exception: Too many simultaneous queries' });
      const text = await answer(engine, new URL(request.url ?? '/', 'http://front'), body);
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text);
    } catch (error) {
      const text = error instanceof Failure ? (error.internal ?? '') : String(error);
      response.writeHead(500, { 'x-clickhouse-exception-code': /Code: (\d+)/.exec(text)?.[1] ?? '1' });
      response.end(text.replace('analytics: ', ''));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/default`,
    refuse: (refusing) => {
      isRefusing = refusing;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
