import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '../../../domain/callers/ports.ts';
import { Failure } from '../../../domain/errors.ts';
import { createAuthenticator } from '../../../gateway/auth/authenticator.ts';
import { createTokenVerifier, type TokenRules, type TokenVerifier } from '../../../gateway/auth/web-tokens.ts';
import type { MaybePromise } from '../../../gateway/request/maybe-promise.ts';
import { eventually } from '../../support/eventually.ts';
import { type IssuerKey, startTokenIssuer, type TokenIssuer, tokenAudience } from '../../support/token-issuer.ts';

const acme: Customer = { id: 'acme', name: 'Acme', deliveryZone: 'US', groupIds: ['gold'], createdAt: new Date(0) };

let issuer: TokenIssuer;
let key: IssuerKey;
let nowMs = 0;

beforeAll(async () => {
  issuer = await startTokenIssuer();
  key = await issuer.addKey('first');
});
afterAll(() => issuer.stop());
beforeEach(() => {
  nowMs = Date.now();
  issuer.answerWith(200);
  issuer.hang(false);
});

const now = () => new Date(nowMs);

const verifier = (rules: Partial<TokenRules> = {}, coolDownMs = 30_000): TokenVerifier =>
  createTokenVerifier({
    fetch,
    rules: {
      issuer: issuer.issuer,
      audience: tokenAudience,
      jwksUrl: issuer.jwksUrl,
      algorithms: ['ES256', 'RS256'],
      clockSkewMs: 5_000,
      claims: { customer: 'customer_id', groups: undefined, scopes: 'scope' },
      ...rules,
    },
    customers: { get: async (id) => (id === 'acme' ? acme : undefined) },
    now,
    coolDownMs,
  });

const kindOf = (work: MaybePromise<unknown>): Promise<string> =>
  Promise.resolve(work).then(
    () => 'accepted',
    (thrown: unknown) => (thrown instanceof Failure ? `${thrown.kind}: ${thrown.message}` : String(thrown)),
  );

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a good token', () => {
  test('is its customer, with the scopes that it names and the groups and zone that are known here', async () => {
    const { caller, expiresAtMs } = await verifier().verify(await key.sign());
    expect(caller).toEqual({
      keyId: 'jwt:shop-backend',
      customerId: 'acme',
      groupIds: ['gold'],
      scopes: ['pricing', 'catalog'],
      deliveryZone: 'US',
    });
    expect(expiresAtMs).toBeGreaterThan(nowMs + 300_000);
  });

  test('may carry customer, groups and scopes under other names', async () => {
    const claims = { customer: 'tenant', groups: 'https://example.com/groups', scopes: 'scp' };
    const token = await key.sign({
      claims: {
        tenant: 'acme',
        customer_id: 'other',
        'https://example.com/groups': ['silver', 'blue'],
        scp: ['estimate', 'x'],
      },
    });
    expect((await verifier({ claims }).verify(token)).caller).toMatchObject({
      groupIds: ['silver', 'blue'],
      scopes: ['estimate'],
    });
  });

  test('is taken beside keys, and remembered no longer than it lasts', async () => {
    const { authenticate } = createAuthenticator({
      callers: { byKeyHash: async () => undefined },
      tokens: verifier(),
      now,
    });
    const token = await key.sign({ claims: { exp: Math.floor(nowMs / 1_000) } });
    expect(await authenticate(token)).toMatchObject({ customerId: 'acme' });
    nowMs = Math.floor(nowMs / 1_000) * 1_000 + 5_001;
    expect(await kindOf(authenticate(token))).toBe('unauthenticated: the token has expired');
  });
});

describe('a token is refused', () => {
  const invalid = 'unauthenticated: the token is not valid here';
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

  test.each([
    ['that has expired', { exp: inSeconds(-10) }, 'unauthenticated: the token has expired'],
    ['that is not valid yet', { nbf: inSeconds(60) }, invalid],
    ['of another issuer', { iss: 'https://other.example' }, invalid],
    ['for another audience', { aud: 'another-service' }, invalid],
    ['that lasts for ever', { exp: undefined }, invalid],
    ['that names no customer', { customer_id: undefined }, 'unauthenticated: the token names no customer'],
    [
      'of an unknown customer',
      { customer_id: 'x' },
      'unauthenticated: the token names a customer that is not known here',
    ],
  ])('%s', async (_, claims, expected) => {
    expect(await kindOf(verifier().verify(await key.sign({ claims })))).toBe(expected);
  });

  test('within the clock skew neither too early nor too late', async () => {
    const token = await key.sign({ claims: { nbf: inSeconds(3), exp: inSeconds(-3) } });
    expect(await kindOf(verifier().verify(token))).toBe('accepted');
  });

  test('whose signature is of something else', async () => {
    const [header, , signature] = (await key.sign()).split('.');
    const forged = `${header}.${encoded({ iss: issuer.issuer, aud: tokenAudience, exp: inSeconds(60), customer_id: 'acme' })}.${signature}`;
    expect(await kindOf(verifier().verify(forged))).toBe(invalid);
  });

  test('that is not signed at all', async () => {
    const [, payload] = (await key.sign()).split('.');
    expect(await kindOf(verifier().verify(`${encoded({ alg: 'none' })}.${payload}.`))).toBe(invalid);
  });

  test('that is signed with the public key as a shared secret', async () => {
    const rsa = await issuer.addKey('rsa', 'RS256');
    const publicKey = await importJWK(rsa.jwk, 'RS256', { extractable: true });
    const [, payload] = (await rsa.sign()).split('.');
    const head = `${encoded({ alg: 'HS256', kid: 'rsa' })}.${payload}`;
    if (publicKey instanceof Uint8Array) throw new Error('an RSA key is no shared secret');
    const forged = createHmac('sha256', await exportSPKI(publicKey))
      .update(head)
      .digest('base64url');
    expect(await kindOf(verifier().verify(`${head}.${forged}`))).toBe(invalid);
  });

  test('whose algorithm is good but not allowed', async () => {
    expect(await kindOf(verifier({ algorithms: ['RS256'] }).verify(await key.sign()))).toBe(invalid);
  });
});

describe('the key set', () => {
  /** Verifies a token an hour later. */
  const verifyLate = async (verify: TokenVerifier['verify']): Promise<string> => {
    nowMs += 3_600_000;
    return kindOf(verify(await key.sign({ claims: { exp: Math.floor(nowMs / 1_000) + 60 } })));
  };
  /** Does the work, and waits until the issuer has heard the question that the work leads to. */
  const isAskedAgain = async (work: () => Promise<string>): Promise<string> => {
    const before = issuer.fetches();
    const outcome = await work();
    await eventually(() => issuer.fetches() > before);
    return outcome;
  };

  test('is fetched once for many tokens, and once more for a key that it lacks', async () => {
    const { verify } = verifier();
    const before = issuer.fetches();
    await Promise.all(Array.from({ length: 20 }, async () => verify(await key.sign())));
    expect(issuer.fetches() - before).toBe(1);
    const unknown = await key.sign({ header: { kid: 'unknown' } });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await kindOf(verify(unknown))).toContain('unauthenticated');
    }
    expect(issuer.fetches() - before).toBe(1);
    const eager = verifier({}, 0);
    await eager.verify(await key.sign());
    const known = issuer.fetches();
    expect(await kindOf(eager.verify(unknown))).toContain('unauthenticated');
    expect(issuer.fetches() - known).toBe(1);
  });

  test('is rotated by the issuer without anybody noticing', async () => {
    const { verify } = verifier({}, 0);
    await verify(await key.sign());
    const second = await issuer.addKey('second');
    expect((await verify(await second.sign())).caller.customerId).toBe('acme');
    expect(await kindOf(verify(await key.sign()))).toBe('accepted');
  });

  test('goes on being used while the issuer is down, which is asked again only after a while', async () => {
    const { verify } = verifier({}, 0);
    await verify(await key.sign());
    issuer.answerWith(503);
    const unknown = await key.sign({ header: { kid: 'unknown' } });
    const before = issuer.fetches();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await kindOf(verify(unknown))).toContain('unavailable');
    expect(issuer.fetches() - before).toBe(1);
    expect(await isAskedAgain(() => verifyLate(verify))).toBe('accepted');
  });

  test('that cannot be had at all is a failure of the service and not of the caller, and is over with its cause', async () => {
    issuer.answerWith(500);
    const { verify } = verifier();
    const token = await key.sign();
    expect(await kindOf(verify(token))).toContain('unavailable');
    issuer.answerWith(200);
    nowMs += 5_000;
    expect(await kindOf(verify(token))).toBe('accepted');
  });

  test('of an issuer that hangs is waited for once by all, in time, and fetched again when it answers', async () => {
    const { verify } = verifier();
    const token = await key.sign();
    issuer.hang(true);
    const before = issuer.fetches();
    const kinds = await Promise.all(Array.from({ length: 20 }, () => kindOf(verify(token))));
    for (const kind of kinds) expect(kind).toContain('unavailable');
    expect(issuer.fetches() - before).toBe(1);
    issuer.hang(false);
    nowMs += 5_000;
    expect(await kindOf(verify(token))).toBe('accepted');
  });

  test('goes on being used while the issuer hangs', async () => {
    const { verify } = verifier();
    await verify(await key.sign());
    issuer.hang(true);
    expect(await isAskedAgain(() => verifyLate(verify))).toBe('accepted');
  });
});
