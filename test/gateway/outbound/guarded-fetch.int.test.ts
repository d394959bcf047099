import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callSupplier } from '../../../actors/connector/suppliers/http.ts';
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardOptions,
  OutboundRefused,
} from '../../../gateway/outbound/guarded-fetch.ts';
import { readOutboundRules } from '../../../gateway/outbound/outbound-rules.ts';

/** A server on this machine that counts connections, and answers what its path says. */
const server = createServer((request, response) => {
  seen.push(request.headers['x-key']?.toString() ?? '');
  if (request.url?.startsWith('/redirect')) response.writeHead(302, { location: `${elsewhere}/caught` }).end();
  else response.end('here');
});
let connections = 0;
server.on('connection', () => {
  connections += 1;
});
const caught: string[] = [];
const other = createServer((request, response) => {
  caught.push(request.headers['x-key']?.toString() ?? '');
  response.end('caught');
});
const seen: string[] = [];
let here: string;
let port: number;
let elsewhere: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  other.listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(other, 'listening')]);
  port = (server.address() as AddressInfo).port;
  here = `http://127.0.0.1:${port}`;
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const each of [server, other]) {
    each.closeAllConnections();
    each.close();
  }
});

describe('a guarded fetch', () => {
  let guard: GuardedFetch;
  let refused: (readonly [string, string])[] = [];
  const open = (allowed: readonly string[], lookup?: GuardOptions['lookup']): GuardedFetch => {
    const rules = readOutboundRules(allowed);
    if (rules === undefined) throw new Error('unreadable');
    connections = 0;
    refused = [];
    guard = createGuardedFetch({ rules, onRefused: (...told) => refused.push(told), ...(lookup && { lookup }) });
    return guard;
  };
  beforeEach(() => {
    seen.length = 0;
    caught.length = 0;
  });
  afterEach(() => guard.close());

  const leadsTo =
    (...addresses: readonly string[]): NonNullable<GuardOptions['lookup']> =>
    (_, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  it.each([
    ['a loopback address', () => here],
    ['a loopback address with TLS', () => `https://127.0.0.1:${port}`],
    ['a name of this host', () => `https://localhost:${port}`],
    ['IPv4 in IPv6', () => `https://[::ffff:127.0.0.1]:${port}`],
  ])('makes no connection to %s', async (_, url) => {
    await expect(open([]).fetch(url())).rejects.toThrow(OutboundRefused);
    expect([connections, refused.length]).toEqual([0, 1]);
    expect(refused[0]?.[1]).toContain('OUTBOUND_ALLOW');
  });

  it.each([
    ['a private one now', ['127.0.0.1']],
    ['a private one among public ones', ['1.1.1.1', '127.0.0.1']],
    ['one in IPv6 form', ['::ffff:127.0.0.1']],
    ['no address', []],
  ])('makes no connection to a name whose address is %s', async (_, addresses) => {
    const { fetch } = open([], leadsTo(...addresses));
    await expect(fetch(`https://rebound.example:${port}/?apikey=hush`)).rejects.toThrow(OutboundRefused);
    expect(connections).toBe(0);
    expect(refused).toEqual([
      [`https://rebound.example:${port}`, expect.stringContaining('leads to an address that is not public')],
    ]);
  });

  it('connects to the address that it looked at, which the name may not change any more', async () => {
    let asked = 0;
    const { fetch } = open(['127.0.0.0/8'], (host, done) => {
      asked += 1;
      leadsTo('127.0.0.1')(host, done);
    });
    // TLS to a plain server fails, after the connection.
    await expect(fetch(`https://listed.example:${port}`)).rejects.toThrow('fetch failed');
    expect([connections, asked, refused.length]).toEqual([1, 1, 0]);
  });

  it('calls what is listed, by origin or by range', async () => {
    for (const entry of [here, '127.0.0.0/8']) {
      const { fetch, close } = open([entry]);
      expect(await (await fetch(here)).text()).toBe('here');
      await close();
    }
  });

  it('follows no redirect, whatever it is asked to', async () => {
    const { fetch } = open(['127.0.0.0/8']);
    const headers = { 'x-key': 'secret' };
    for (const redirect of ['follow', 'manual'] as const)
      expect((await fetch(`${here}/redirect`, { redirect, headers })).status).toBe(302);
    await expect(fetch(`${here}/redirect`, { redirect: 'error', headers })).rejects.toThrow();
    expect(seen).toEqual(['secret', 'secret', 'secret']);
    expect(caught).toEqual([]);
  });

  it('is what suppliers are called by: a redirect carries the secret nowhere', async () => {
    const { fetch } = open(['127.0.0.0/8']);
    const request = {
      method: 'GET',
      url: `${here}/redirect`,
      headers: { 'x-key': 'secret' },
      body: undefined,
    } as const;
    const outcome = await callSupplier(
      { ...request, endpoint: 'parts', safePath: '/redirect', cost: 1 },
      { baseUrl: here, fetch, timeoutMs: 5_000, maxBodyBytes: 1_000 },
    );
    expect(outcome).toMatchObject({ kind: 'silent', reason: 'redirected' });
    expect(caught).toEqual([]);
  });
});
