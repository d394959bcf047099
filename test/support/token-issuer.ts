import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An issuer of web tokens with its key set on a real HTTP server. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** How often the key set was asked for. */
  readonly fetches: () => number;
  /** Makes a key and publishes it; beside those before unless `alone`. */
  addKey(kid: string, algorithm?: string, alone?: boolean): Promise<IssuerKey>;
  /** From now on the key set is answered with this status. */
  answerWith(status: number): void;
  /** From now on, or until told otherwise, requests for the key set get no answer. */
  hang(hangs: boolean): void;
  stop(): Promise<void>;
}

/** A key of an issuer. */
export interface IssuerKey {
  /** The public key as it is published. */
  readonly jwk: Readonly<Record<string, unknown>>;
  /** Signs a token that is good but for what is given. */
  sign(given?: TokenParts): Promise<string>;
}

/** What a token may be given otherwise. */
export interface TokenParts {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, string>>;
}

/** For whom the issuer's tokens are. */
export const tokenAudience = 'offerstream-test';

/** Starts an issuer without any key. */
export const startTokenIssuer = async (): Promise<TokenIssuer> => {
  let keys: Readonly<Record<string, unknown>>[] = [];
  let status = 200;
  let fetches = 0;
  let hangs = false;
  const server = createServer((_, answer) => {
    fetches += 1;
    if (hangs) return;
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    jwksUrl: `${issuer}/jwks.json`,
    fetches: () => fetches,
    addKey: async (kid, algorithm = 'ES256', alone = false) => {
      const { privateKey, publicKey } = await generateKeyPair(algorithm);
      const jwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' };
      keys = alone ? [jwk] : [...keys, jwk];
      return { jwk, sign: sign(privateKey, { alg: algorithm, kid }, issuer) };
    },
    answerWith: (next) => {
      status = next;
    },
    hang: (next) => {
      hangs = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const sign =
  (key: CryptoKey, header: { readonly alg: string; readonly kid: string }, issuer: string): IssuerKey['sign'] =>
  (given = {}) => {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const claims: JWTPayload = {
      iss: issuer,
      aud: tokenAudience,
      sub: 'shop-backend',
      iat: nowSeconds,
      exp: nowSeconds + 300,
      customer_id: 'acme',
      scope: 'pricing openid catalog',
      ...given.claims,
    };
    return new SignJWT(claims).setProtectedHeader({ ...header, ...given.header }).sign(key);
  };
