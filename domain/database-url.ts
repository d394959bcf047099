/**
 * What the address of a PostgreSQL database says of TLS, in the words of libpq: `sslmode`,
 * `sslrootcert`, `sslcert`, `sslkey`.
 *
 * The address carries the files, so that whatever connects by it, in whichever process, connects
 * alike. There is one kind of TLS: the chain and the name of the server are verified. `require` and
 * `verify-ca` ask for less and get the same.
 */
import type { ClientTlsFiles } from './client-tls.ts';

/** An address as the driver takes it, and what TLS it asks for; undefined: plain text. */
export interface DatabaseAddress {
  readonly url: string;
  readonly tls: ClientTlsFiles | undefined;
}

const verified: ReadonlySet<string> = new Set(['require', 'verify-ca', 'verify-full']);

const wordsOfTls = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;

const split = (url: string): { readonly base: string; readonly parameters: URLSearchParams } => {
  const at = url.indexOf('?');
  return at === -1
    ? { base: url, parameters: new URLSearchParams() }
    : { base: url.slice(0, at), parameters: new URLSearchParams(url.slice(at + 1)) };
};

const joined = (base: string, parameters: URLSearchParams): string =>
  parameters.size === 0 ? base : `${base}?${parameters}`;

/**
 * What is wrong with the TLS that an address asks for, in words that name no value of it;
 * undefined: nothing.
 */
export const databaseUrlFault = (url: string): string | undefined => {
  const { parameters } = split(url);
  const mode = parameters.get('sslmode');
  if (parameters.has('ssl')) return 'sslmode=verify-full instead of ssl';
  if (mode !== null && mode !== 'disable' && !verified.has(mode)) {
    return 'sslmode=verify-full, or sslmode=disable for plain text: other modes fall back to plain text unasked';
  }
  if (parameters.has('sslcert') !== parameters.has('sslkey')) return 'sslcert and sslkey together';
  const hasFiles = wordsOfTls.some((word) => word !== 'sslmode' && parameters.has(word));
  return mode === 'disable' && hasFiles ? 'sslmode=verify-full where certificates are given' : undefined;
};

/** Takes an address apart. Throws a RangeError in the words of `databaseUrlFault`. */
export const readDatabaseUrl = (url: string): DatabaseAddress => {
  const fault = databaseUrlFault(url);
  if (fault !== undefined) throw new RangeError(`the address of the database: expected ${fault}`);
  const { base, parameters } = split(url);
  const given = (word: (typeof wordsOfTls)[number]): string | undefined => parameters.get(word) ?? undefined;
  const [mode, authorities, certificate, key] = wordsOfTls.map(given);
  for (const word of wordsOfTls) parameters.delete(word);
  const isPlain = mode === 'disable' || (mode ?? authorities ?? certificate) === undefined;
  return {
    url: joined(base, parameters),
    tls: isPlain ? undefined : { authorities: authorities === 'system' ? undefined : authorities, certificate, key },
  };
};

/** The address with the files added, which ask for TLS; those that it names already make room. */
export const withTlsFiles = (url: string, files: ClientTlsFiles): string => {
  const { base, parameters } = split(url);
  const added = { sslrootcert: files.authorities, sslcert: files.certificate, sslkey: files.key };
  for (const [word, file] of Object.entries(added)) if (file !== undefined) parameters.set(word, file);
  return joined(base, parameters);
};
