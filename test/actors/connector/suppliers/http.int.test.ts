import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { type CallOptions, type CallOutcome, callSupplier } from '../../../../actors/connector/suppliers/http.ts';
import type { SupplierRequest } from '../../../../actors/connector/suppliers/supplier-client.ts';

const servers: Server[] = [];

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

const request = (url: string, more: Partial<SupplierRequest> = {}): SupplierRequest => ({
  method: 'GET',
  url,
  headers: {},
  body: undefined,
  endpoint: 'parts',
  safePath: '/parts',
  cost: 1,
  ...more,
});

const call = (baseUrl: string, more: Partial<CallOptions> = {}, path = '/parts?apikey=hush'): Promise<CallOutcome> =>
  callSupplier(request(baseUrl + path), { baseUrl, fetch, timeoutMs: 5_000, maxBodyBytes: 1_000, ...more });

it('returns status, headers, the decompressed body and its size, whatever the status', async () => {
  const url = await serve((_, res) => {
    res.writeHead(418, { 'x-left': '7', 'content-encoding': 'gzip' }).end(gzipSync('{"ä":1}'));
  });
  const outcome = await call(url);
  expect(outcome).toMatchObject({ kind: 'answered', response: { status: 418, body: '{"ä":1}', bodyBytes: 8 } });
  expect(outcome).toHaveProperty('response.headers.x-left', '7');
});

it('sends method, body and headers, the request before the caller', async () => {
  const url = await serve(async (req, res) => {
    const chunks = await req.toArray();
    res.end(JSON.stringify([req.method, req.headers['x-a'], req.headers['x-b'], Buffer.concat(chunks).toString()]));
  });
  const outcome = await callSupplier(
    request(`${url}/session`, { method: 'POST', body: 'hello', headers: { 'x-a': 'request' } }),
    { baseUrl: url, fetch, timeoutMs: 5_000, maxBodyBytes: 1_000, headers: { 'x-a': 'caller', 'x-b': 'caller' } },
  );
  expect(outcome).toHaveProperty('response.body', '["POST","request","caller","hello"]');
});

it('ends at its time when the supplier is silent, before or within the answer', async () => {
  const url = await serve((req, res) => {
    if (req.url?.startsWith('/half')) res.writeHead(200).write('half of');
  });
  for (const path of ['/none', '/half']) {
    expect(await call(url, { timeoutMs: 60 }, path)).toMatchObject({ kind: 'silent', reason: 'timeout' });
  }
});

it("rejects with the signal's reason when it is given up, before or during the call", async () => {
  const called = Promise.withResolvers<void>();
  const url = await serve(() => called.resolve());
  const reason = new Error('stopped');
  await expect(call(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  const pending = call(url, { signal: controller.signal });
  await called.promise;
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
});

it('says that a supplier is unreachable when nothing listens or the connection breaks', async () => {
  const url = await serve((req) => req.socket.destroy());
  expect(await call(url)).toMatchObject({ kind: 'silent', reason: 'unreachable', means: { kind: 'upstream_fault' } });
  expect(await call('http://127.0.0.1:1')).toMatchObject({ kind: 'silent', reason: 'unreachable' });
});

it('reads no more than its limit, after decompression', async () => {
  const url = await serve((req, res) => {
    if (req.url?.startsWith('/zipped'))
      res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(1e6)));
    else res.end('a'.repeat(req.url?.startsWith('/fits') ? 1_000 : 1_001));
  });
  expect(await call(url, {}, '/fits')).toMatchObject({ kind: 'answered', response: { bodyBytes: 1_000 } });
  expect(await call(url, {}, '/more')).toMatchObject({ kind: 'silent', reason: 'too_large' });
  expect(await call(url, {}, '/zipped')).toMatchObject({ kind: 'silent', reason: 'too_large' });
});

it('goes nowhere but to its supplier: no redirect is followed and no other origin is called', async () => {
  let reached = 0;
  const elsewhere = await serve((_, res) => {
    reached += 1;
    res.end();
  });
  const url = await serve((_, res) => res.writeHead(302, { location: `${elsewhere}/?apikey=hush` }).end());
  expect(await call(url)).toMatchObject({ kind: 'silent', reason: 'redirected', means: { kind: 'malformed' } });
  const options = { baseUrl: url, fetch, timeoutMs: 1_000, maxBodyBytes: 1_000 };
  expect(await callSupplier(request(elsewhere), options)).toMatchObject({ kind: 'silent', reason: 'foreign_origin' });
  expect(reached).toBe(0);
});

it('shows nothing of URL or headers in what it reports', async () => {
  const url = await serve((req) => req.socket.destroy());
  expect(JSON.stringify(await call(url, { headers: { authorization: 'hush' } }))).not.toMatch(/hush|parts|127/);
});
