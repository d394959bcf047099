import type { NatsAccess, NatsIdentity } from '../../domain/nats-access.ts';
import { file, oneOf, text, urls, type ValuesOf, wholeNumber } from './config-values.ts';

/** The message bus: where it is, who the service is there, and how both sides are known. */
export const busVariables = {
  NATS_URL: urls('nats', 'tls')
    .optional()
    .describe(
      'NATS servers with JetStream, between commas. With `tls://` they must speak TLS. Left out: `BUS` decides.',
    ),
  NATS_USER: text().optional().describe('User at NATS. Goes with `NATS_PASSWORD`.'),
  NATS_PASSWORD: text().optional().describe('Password of that user. Goes with `NATS_USER`.'),
  NATS_TOKEN: text().optional().describe('Token for NATS, instead of a user.'),
  NATS_CREDS_FILE: file(
    'Credentials file (`.creds`) with a JWT and its seed, instead of a user. Read at each connection.',
  ),
  NATS_NKEY_FILE: file('File with the seed of an nkey, instead of a user. Read at each connection.'),
  NATS_CA_FILE: file(
    'PEM file with the authorities that NATS must be signed by. Goes with `tls://` in `NATS_URL`. Left out: those that Node brings.',
  ),
  NATS_CERT_FILE: file('PEM file with the certificate that is shown to NATS. Goes with `tls://`.'),
  NATS_KEY_FILE: file('PEM file with the key of that certificate. Goes with `NATS_CERT_FILE`.'),
  NATS_REPLICAS: wholeNumber(1, 5)
    .optional()
    .describe(
      'Servers that keep a copy of each stream: 1, 3 or 5. Left out: 1; must be given where `NATS_URL` names several servers.',
    ),
  BUS: oneOf(['auto', 'jetstream', 'embedded'])
    .prefault('auto')
    .describe(
      'The message bus. `auto`: `NATS_URL`, else a `nats-server` found on PATH, else the embedded one on PostgreSQL, which serves a single process.',
    ),
};

type Given = ValuesOf<typeof busVariables>;

/** The servers of NATS. */
export const servers = (given: Pick<Given, 'NATS_URL'>): readonly string[] =>
  (given.NATS_URL ?? '').split(',').filter((each) => each !== '');

/** Whether a server of NATS speaks TLS. */
export const isTls = (url: string): boolean => url.trim().startsWith('tls://');

const natsIdentity = (given: Given): NatsIdentity => {
  const { NATS_USER: user, NATS_PASSWORD: password, NATS_TOKEN: token } = given;
  if (user !== undefined && password !== undefined) return { kind: 'user', user, password };
  if (token !== undefined) return { kind: 'token', token };
  if (given.NATS_CREDS_FILE !== undefined) return { kind: 'creds', file: given.NATS_CREDS_FILE };
  return given.NATS_NKEY_FILE === undefined ? { kind: 'nobody' } : { kind: 'nkey', file: given.NATS_NKEY_FILE };
};

/** How NATS is reached. */
const natsAccess = (given: Given): NatsAccess => ({
  identity: natsIdentity(given),
  tls: servers(given).some(isTls)
    ? { authorities: given.NATS_CA_FILE, certificate: given.NATS_CERT_FILE, key: given.NATS_KEY_FILE }
    : undefined,
});

/** The bus as its variables have it. */
export const busSettings = (given: Given) => ({
  bus: { kind: given.BUS, natsUrl: given.NATS_URL, access: natsAccess(given), replicas: given.NATS_REPLICAS ?? 1 },
});
