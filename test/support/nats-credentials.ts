/** The JWTs of a NATS operator, one account and its users, made as `nsc` makes them. */
import { createHash } from 'node:crypto';
import { nkeys } from 'nats';

/** A pair of keys of a role. */
interface KeyPair {
  getPublicKey(): string;
  getSeed(): Uint8Array;
  sign(data: Uint8Array): Uint8Array;
}

/** An operator whose server knows one account. */
export interface TestOperator {
  /** The lines of the server's configuration. */
  readonly settings: readonly string[];
  /** The text of a credentials file for a new user of the account. */
  credentials(): string;
}

const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url');

const makePair = (role: 'createOperator' | 'createAccount' | 'createUser'): KeyPair => nkeys[role]();

const token = (issuer: KeyPair, subject: string, name: string, claims: object): string => {
  const unnamed = { iat: Math.floor(Date.now() / 1_000), iss: issuer.getPublicKey(), name, sub: subject, nats: claims };
  const jti = createHash('sha256').update(JSON.stringify(unnamed)).digest('hex');
  const signed = `${base64url('{"typ":"JWT","alg":"ed25519-nkey"}')}.${base64url(JSON.stringify({ jti, ...unnamed }))}`;
  return `${signed}.${base64url(issuer.sign(Buffer.from(signed)))}`;
};

/** The seed and the public key of a user that the server knows by its nkey. */
export const testNkey = (): { readonly seed: string; readonly publicKey: string } => {
  const pair = makePair('createUser');
  return { seed: Buffer.from(pair.getSeed()).toString(), publicKey: pair.getPublicKey() };
};

/** Makes an operator with an account that may use JetStream as it likes. */
export const testOperator = (): TestOperator => {
  const [operator, system, account] = [
    makePair('createOperator'),
    makePair('createAccount'),
    makePair('createAccount'),
  ];
  const version = 2;
  const limits = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const keyOf = (pair: KeyPair): string => pair.getPublicKey();
  const accountToken = (pair: KeyPair, name: string, more: object): string =>
    token(operator, keyOf(pair), name, { limits: { ...limits, ...more }, type: 'account', version });
  return {
    settings: [
      `operator: ${token(operator, keyOf(operator), 'operator', { type: 'operator', version, system_account: keyOf(system) })}`,
      `system_account: ${keyOf(system)}`,
      'resolver: MEMORY',
      'resolver_preload {',
      `  ${keyOf(system)}: ${accountToken(system, 'system', {})}`,
      `  ${keyOf(account)}: ${accountToken(account, 'account', storage)}`,
      '}',
    ],
    credentials: () => {
      const user = makePair('createUser');
      const claims = { pub: {}, sub: {}, subs: -1, data: -1, payload: -1, type: 'user', version };
      return [
        '-----BEGIN NATS USER JWT-----',
        token(account, keyOf(user), 'user', claims),
        '------END NATS USER JWT------',
        '',
        '-----BEGIN USER NKEY SEED-----',
        Buffer.from(user.getSeed()).toString(),
        '------END USER NKEY SEED------',
        '',
      ].join('\n');
    },
  };
};
