import type { ClientTlsFiles } from '../../domain/client-tls.ts';
import { file, oneOf, url, type ValuesOf } from './config-values.ts';

/** The analytical projection: where it is kept, and how both sides are known there. */
export const analyticsVariables = {
  ANALYTICS: oneOf(['off', 'embedded', 'server'])
    .prefault('off')
    .describe(
      'The analytical projection. `embedded`: ClickHouse in a process of its own, with its data in `DATA_DIR`, for a service that is a single process; `server`: the one at `ANALYTICS_URL`.',
    ),
  ANALYTICS_URL: url('http', 'https')
    .optional()
    .describe('ClickHouse server, `http://user:password@host:8123/database`. Goes with `ANALYTICS=server`.'),
  ANALYTICS_CA_FILE: file(
    'PEM file with the authorities that ClickHouse must be signed by. Goes with `https://` in `ANALYTICS_URL`. Left out: those that Node brings.',
  ),
  ANALYTICS_CERT_FILE: file('PEM file with the certificate that is shown to ClickHouse. Goes with `https://`.'),
  ANALYTICS_KEY_FILE: file('PEM file with the key of that certificate. Goes with `ANALYTICS_CERT_FILE`.'),
};

type Given = ValuesOf<typeof analyticsVariables>;

/** Where the analytical projection is kept. */
export type AnalyticsPlace =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'server'; readonly url: string; readonly tls: ClientTlsFiles };

/** The certificates for the analytical server. */
const analyticsTls = (given: Given): ClientTlsFiles => ({
  authorities: given.ANALYTICS_CA_FILE,
  certificate: given.ANALYTICS_CERT_FILE,
  key: given.ANALYTICS_KEY_FILE,
});

/** Where the analytical projection is kept; undefined: nowhere. */
const analyticsPlace = (given: Given): AnalyticsPlace | undefined => {
  if (given.ANALYTICS_URL !== undefined) return { kind: 'server', url: given.ANALYTICS_URL, tls: analyticsTls(given) };
  return given.ANALYTICS === 'embedded' ? { kind: 'embedded' } : undefined;
};

/** The analytical projection as its variables have it. */
export const analyticsSettings = (given: Given) => ({ analytics: analyticsPlace(given) });
