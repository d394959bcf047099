import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { fillMarket, resistorId } from '../support/market.ts';
import { type TestNats, testNats } from '../support/nats.ts';
import { type OpenStream, openStreams, type Watched } from '../support/open-streams.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { testKey } from '../support/sealer.ts';
import { type Service, startService } from '../support/service.ts';
import { startTokenIssuer, type TokenIssuer, tokenAudience } from '../support/token-issuer.ts';

/**
 * Two gateways, and nobody who works on estimates or jobs: what is watched stays as it is, so that
 * a stream ends only when its caller may not have it any more.
 */

const operatorKey = 'os_operatoroperatoroperatoroperator';

let database: TestDatabase;
let nats: TestNats;
let issuer: TokenIssuer;
let gateways: readonly [Service, Service];

beforeAll(async () => {
  [database, nats, issuer] = await Promise.all([testDatabase(), testNats(), startTokenIssuer()]);
  await fillMarket(database.pool);
  const environment = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    HOST: '127.0.0.1',
    ROLES: 'gateway',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_ADMIN_KEY: operatorKey,
    JWT_ISSUER: issuer.issuer,
    JWT_AUDIENCE: tokenAudience,
    JWT_JWKS_URL: issuer.jwksUrl,
    JWT_CLOCK_SKEW_MS: '0',
  };
  const first = await startService(environment);
  gateways = [first, await startService(environment)];
}, 120_000);
afterAll(async () => {
  for (const gateway of gateways ?? []) await gateway.stop();
  await issuer?.stop();
  await nats?.close();
  await database?.close();
});

/** What of the answers is looked at. */
interface Answer {
  readonly id: string;
  readonly key: { readonly id: string };
  readonly secret: string;
}

const ask = async (method: string, path: string, key: string, body?: object): Promise<Answer> => {
  const answer = await fetch(`${gateways[0].httpUrl}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return (answer.status === 204 ? {} : await answer.json()) as Answer;
};

const admin = (method: string, path: string, body?: object) => ask(method, `/admin${path}`, operatorKey, body);

/** A new customer with a key for everything, and what there is for it to watch. */
interface Connected extends Watched {
  readonly customerId: string;
  readonly keyId: string;
  readonly secret: string;
}

const newCustomer = async (): Promise<Connected> => {
  const customerId = `cus-${randomUUID()}`;
  await admin('POST', '/customers', { id: customerId, name: 'Acme' });
  const { key, secret } = await admin('POST', `/customers/${customerId}/keys`, {
    label: 'all',
    scopes: ['catalog', 'pricing', 'estimate', 'enrichment'],
  });
  const lines = [{ raw_text: '10x LM358DR' }];
  const estimate = await ask('POST', '/estimates', secret, { lines });
  const target = { product_id: resistorId(0) };
  const job = await ask('POST', '/enrichment-jobs', secret, { type: 'rebuild_supply_chain', target });
  return { customerId, keyId: key.id, secret, estimateId: estimate.id, jobId: job.id };
};

const openEverywhere = async (secret: string, watched: Watched): Promise<readonly OpenStream[]> =>
  (await Promise.all(gateways.map((gateway) => openStreams(gateway, secret, watched)))).flat();

/**
 * Opens every kind of stream at both gateways, changes something, and tells how each stream ended.
 * Two seconds are promised, which no machine keeps that does much else.
 */
const endsAfter = async (secret: string, watched: Watched, change: () => Promise<unknown>) => {
  const streams = await openEverywhere(secret, watched);
  expect(streams.filter(({ isOver }) => isOver()).map(({ name }) => name)).toEqual([]);
  await change();
  await eventually(() => streams.every(({ isOver }) => isOver()));
  const ends = await Promise.all(streams.map(({ ended }) => ended));
  return ends.map(({ code, detail }) => `${code}: ${detail}`);
};

const allWith = (end: string): readonly string[] => Array.from({ length: 10 }, () => end);

describe('every stream at every gateway ends by itself', () => {
  test('after its key is revoked', async () => {
    const { customerId, keyId, secret, ...watched } = await newCustomer();
    const ends = await endsAfter(secret, watched, () => admin('POST', `/customers/${customerId}/keys/${keyId}/revoke`));
    expect(ends).toEqual(allWith('UNAUTHENTICATED: the API key was revoked'));
  });

  test('after its key is revoked and nobody hears of it', async () => {
    const { keyId, secret, ...watched } = await newCustomer();
    const ends = await endsAfter(
      secret,
      watched,
      () => database.pool.sql`update api_key set revoked_at = now() where id = ${keyId}`,
    );
    expect(ends).toEqual(allWith('UNAUTHENTICATED: the API key was revoked'));
  });

  test('after its key expires', async () => {
    const { keyId, secret, ...watched } = await newCustomer();
    const ends = await endsAfter(
      secret,
      watched,
      () => database.pool.sql`update api_key set expires_at = now() where id = ${keyId}`,
    );
    expect(ends).toEqual(allWith('UNAUTHENTICATED: the API key has expired'));
  });

  test('after its secret is rotated away', async () => {
    const { customerId, keyId, secret, ...watched } = await newCustomer();
    const ends = await endsAfter(secret, watched, () =>
      admin('POST', `/customers/${customerId}/keys/${keyId}/rotate`, { overlap: '0s' }),
    );
    expect(ends).toEqual(
      allWith('UNAUTHENTICATED: the API key was rotated, and this secret of it is not valid any more'),
    );
  });

  test('after its customer joins a group, with a status that says to open it again', async () => {
    const { customerId, secret, ...watched } = await newCustomer();
    await admin('PUT', '/customer-groups/gold', { name: 'Gold' });
    const ends = await endsAfter(secret, watched, () => admin('PUT', `/customer-groups/gold/members/${customerId}`));
    const end = 'ABORTED: what this caller may see has changed; open the stream again';
    expect(ends).toEqual(allWith(end));
    const again = await openEverywhere(secret, watched);
    const left = await endsAfter(secret, watched, () => admin('DELETE', `/customer-groups/gold/members/${customerId}`));
    expect(left).toEqual(allWith(end));
    for (const { ended } of again) expect(await ended).toMatchObject({ code: 'ABORTED' });
  });

  test('after its customer leaves for another zone and nobody hears of it', async () => {
    const { customerId, secret, ...watched } = await newCustomer();
    const ends = await endsAfter(
      secret,
      watched,
      () => database.pool.sql`update customer set delivery_zone = 'US' where id = ${customerId}`,
    );
    expect(ends).toEqual(allWith('ABORTED: what this caller may see has changed; open the stream again'));
  });

  test('after its token has expired', async () => {
    const { customerId, secret: _, ...watched } = await newCustomer();
    const key = await issuer.addKey(randomUUID());
    // Late enough for all streams to be open by then.
    const expiresAt = Math.ceil(Date.now() / 1_000) + 12;
    const token = await key.sign({
      claims: { customer_id: customerId, exp: expiresAt, scope: 'catalog pricing estimate enrichment' },
    });
    const ends = await endsAfter(token, watched, async () => {
      await new Promise((resolve) => setTimeout(resolve, expiresAt * 1_000 - Date.now()));
    });
    expect(ends).toEqual(allWith('UNAUTHENTICATED: the token has expired'));
  });
});

test('streams whose scope is taken end with PERMISSION_DENIED, and those that need another go on', async () => {
  const { customerId, keyId, secret, ...watched } = await newCustomer();
  const streams = await openEverywhere(secret, watched);
  const bulk = streams.filter(({ name }) => name === 'BulkCalculatePrice');
  const others = streams.filter(({ name }) => name !== 'BulkCalculatePrice');
  await admin('PATCH', `/customers/${customerId}/keys/${keyId}`, {
    scopes: ['estimate', 'enrichment'],
    limits: { streams: 50 },
  });
  await eventually(() => bulk.every(({ isOver }) => isOver()));
  for (const { ended } of bulk)
    expect(await ended).toEqual({
      code: 'PERMISSION_DENIED',
      detail: 'the API key lacks the scope "pricing"',
    });
  expect(others.filter(({ isOver }) => isOver()).map(({ name }) => name)).toEqual([]);
  for (const stream of others) stream.close();
});
