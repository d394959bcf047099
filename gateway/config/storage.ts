import type { ClientTlsFiles } from '../../domain/client-tls.ts';
import { withTlsFiles } from '../../domain/database-url.ts';
import { file, oneOf, url, type ValuesOf, wholeNumber } from './config-values.ts';

/** PostgreSQL: where it is, how both sides are known, its schema and its connections. */
export const storageVariables = {
  DATABASE_URL: url('postgres', 'postgresql')
    .optional()
    .describe(
      'PostgreSQL 15 or later. With `sslmode=verify-full` it must speak TLS. Left out: a PostgreSQL of its own in `DATA_DIR`.',
    ),
  DATABASE_CA_FILE: file(
    'PEM file with the authorities that PostgreSQL must be signed by; asks for TLS. Left out: those that Node brings, where `DATABASE_URL` has `sslmode=verify-full`.',
  ),
  DATABASE_CERT_FILE: file('PEM file with the certificate that is shown to PostgreSQL; asks for TLS.'),
  DATABASE_KEY_FILE: file('PEM file with the key of that certificate. Goes with `DATABASE_CERT_FILE`.'),
  MIGRATE: oneOf(['on', 'off'])
    .prefault('on')
    .describe(
      'Whether the schema is brought up to date at the start. `off`: it must be, or the start is refused; `npx offerstream migrate` does it as the owner of the tables.',
    ),
  DATABASE_POOL_SIZE: wholeNumber(1, 500)
    .prefault('10')
    .describe(
      'Connections to PostgreSQL at most: half of them for transactions, a quarter for single statements that serve requests, a quarter for other single statements, one of each at least: 1 opens 3. The lock of the outbox relay and the listener for announcements hold one more each, the process of estimates six.',
    ),
};

type Given = ValuesOf<typeof storageVariables>;

/** The certificates for the database. */
export const databaseFiles = (given: Given): ClientTlsFiles => ({
  authorities: given.DATABASE_CA_FILE,
  certificate: given.DATABASE_CERT_FILE,
  key: given.DATABASE_KEY_FILE,
});

/** The address of the database with its certificates; undefined: the embedded one. */
export const databaseUrl = (given: Given): string | undefined =>
  given.DATABASE_URL === undefined ? undefined : withTlsFiles(given.DATABASE_URL, databaseFiles(given));

/** The database as its variables have it. */
export const storageSettings = (given: Given) => ({
  database: { url: databaseUrl(given), poolSize: given.DATABASE_POOL_SIZE, migrates: given.MIGRATE === 'on' },
});
