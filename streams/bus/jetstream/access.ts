/**
 * Who the service is at NATS and how both sides are known, in the words of the client; and a
 * refusal in words for an operator.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import {
  type Authenticator,
  type ConnectionOptions,
  credsAuthenticator,
  ErrorCode,
  NatsError,
  nkeyAuthenticator,
  type TlsOptions,
} from 'nats';
import type { ClientTlsFiles } from '../../../domain/client-tls.ts';
import type { NatsAccess, NatsIdentity } from '../../../domain/nats-access.ts';

/** The settings to look at when NATS refuses an identity. */
const settingsOf: Readonly<Record<NatsIdentity['kind'], string>> = {
  nobody: 'the server lets nobody in without NATS_USER, NATS_TOKEN, NATS_CREDS_FILE or NATS_NKEY_FILE',
  user: 'the server refuses NATS_USER and NATS_PASSWORD',
  token: 'the server refuses NATS_TOKEN',
  creds: 'the server refuses NATS_CREDS_FILE',
  nkey: 'the server refuses NATS_NKEY_FILE',
};

/**
 * What the file holds at each connection; what it held last where it cannot be read at the moment.
 */
const renewed = (file: string, first: Buffer): (() => Buffer) => {
  let last = first;
  return () => {
    try {
      last = readFileSync(file);
    } catch {
      // It is being replaced; the next connection finds it.
    }
    return last;
  };
};

const readable = (setting: string, file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new Error(`${setting}: the file cannot be read`, { cause: error });
  });

const trimmed = (text: Buffer): Uint8Array => Buffer.from(text.toString('utf8').trim());

const authenticatorOf = async (identity: NatsIdentity): Promise<Authenticator | undefined> => {
  if (identity.kind === 'creds') {
    return credsAuthenticator(renewed(identity.file, await readable('NATS_CREDS_FILE', identity.file)));
  }
  if (identity.kind !== 'nkey') return undefined;
  const seed = renewed(identity.file, await readable('NATS_NKEY_FILE', identity.file));
  return nkeyAuthenticator(() => trimmed(seed()));
};

const identityOptions = async (identity: NatsIdentity): Promise<ConnectionOptions> => {
  if (identity.kind === 'user') return { user: identity.user, pass: identity.password };
  if (identity.kind === 'token') return { token: identity.token };
  const authenticator = await authenticatorOf(identity);
  return authenticator === undefined ? {} : { authenticator };
};

/**
 * The client says no name for a server that is named by an IP address, and Node then checks the
 * certificate against `localhost`. Such a certificate must be for one of the addresses that are
 * configured.
 */
const identityCheck = (servers: readonly string[]) => {
  const hosts = servers.map((each) => new URL(each).hostname.replace(/^\[|\]$/g, ''));
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  return (name: string, certificate: PeerCertificate): Error | undefined => {
    if (hosts.includes(name) || addresses.length === 0) return checkServerIdentity(name, certificate);
    const faults = addresses.map((address) => checkServerIdentity(address, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
};

const tlsOptions = async (files: ClientTlsFiles, servers: readonly string[]): Promise<TlsOptions> => {
  const { authorities: caFile, certificate: certFile, key: keyFile } = files;
  const given = { NATS_CA_FILE: caFile, NATS_CERT_FILE: certFile, NATS_KEY_FILE: keyFile };
  for (const [setting, file] of Object.entries(given)) if (file !== undefined) await readable(setting, file);
  const checked = { checkServerIdentity: identityCheck(servers), minVersion: 'TLSv1.2' };
  return {
    ...(caFile === undefined ? {} : { caFile }),
    ...(certFile === undefined ? {} : { certFile }),
    ...(keyFile === undefined ? {} : { keyFile }),
    ...(checked as object),
  };
};

/**
 * The options of a connection. With TLS the client refuses a server that speaks none. Throws where
 * a file cannot be read.
 */
export const accessOptions = async (
  { identity, tls }: NatsAccess,
  servers: readonly string[],
): Promise<ConnectionOptions> => ({
  ...(await identityOptions(identity)),
  // Without the setting, TLS is used and verified where the server offers it, but not required.
  ...(tls === undefined ? {} : { tls: await tlsOptions(tls, servers) }),
});

/** What a failed connection says of a setting. */
export interface Refusal {
  readonly says: string;
  /** Whether it may be the server's state of the moment, so that waiting may help. */
  readonly mayPass: boolean;
}

const final = (says: string): Refusal => ({ says, mayPass: false });
const passing = (says: string): Refusal => ({ says, mayPass: true });

/** Undefined: the connection failed for no setting, the server is away. */
export const refusalOf = (error: unknown, { identity, tls }: NatsAccess): Refusal | undefined => {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  if (code === ErrorCode.AuthorizationViolation || code === ErrorCode.AuthenticationExpired) {
    return final(settingsOf[identity.kind]);
  }
  if (code === ErrorCode.BadCreds) return final('NATS_CREDS_FILE holds no JWT with its seed');
  if (code === ErrorCode.ServerOptionNotAvailable)
    return final('the server speaks no TLS, which tls:// in NATS_URL asks for');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return final("the server's certificate is for another host than NATS_URL names");
  if (/CERT|SIGNATURE|ISSUER/.test(code) && !code.startsWith('ERR_')) {
    return final(`the server's certificate is not one of NATS_CA_FILE: ${error.message}`);
  }
  if (code.startsWith('ERR_SSL') || code === ErrorCode.Tls || code === 'ECONNRESET') {
    return tls && passing(`the TLS handshake failed (NATS_CERT_FILE, NATS_KEY_FILE): ${error.message}`);
  }
  if (code === ErrorCode.Timeout && tls !== undefined && tls.certificate === undefined) {
    return passing('no answer; a server that wants NATS_CERT_FILE is silent after the handshake');
  }
  const cause = error instanceof NatsError ? error.chainedError : undefined;
  return cause === undefined ? undefined : refusalOf(cause, { identity, tls });
};
