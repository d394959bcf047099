import type { TlsFiles } from '../tls/certificates.ts';
import { oneOf, origins, text, type ValuesOf, wholeNumber } from './config-values.ts';
import { isDemo } from './demo.ts';

/** TLS at our own ports, which pages may call them, and how gRPC is served. */
export const edgeVariables = {
  TLS_CERT_FILE: text()
    .optional()
    .describe(
      'PEM file with the certificate and those between it and its root: both ports speak TLS. Looked at every ten seconds. Left out: plain text.',
    ),
  TLS_KEY_FILE: text().optional().describe('PEM file with the key of the certificate. Goes with `TLS_CERT_FILE`.'),
  TLS_CLIENT_CA_FILE: text()
    .optional()
    .describe(
      'PEM file with the authorities that must have signed the certificate of every client, at both ports. Left out: clients need none.',
    ),
  REQUIRE_TLS: oneOf(['off', 'on', 'behind-proxy'])
    .prefault('off')
    .describe(
      '`on`: the start is refused while any connection would be plain text, to a dependency or at our own ports. `behind-proxy`: as `on`, but for our own ports, in front of which a proxy ends TLS.',
    ),
  CORS_ORIGINS: origins()
    .optional()
    .describe(
      'Origins such as `https://shop.example` between commas, whose pages may call the HTTP port from a browser. Left out: none.',
    ),
  GRPC_REFLECTION: oneOf(['on', 'off'])
    .optional()
    .describe(
      'Whether gRPC clients may ask what services and messages there are. Left out: `on` where the demo is on, else `off`.',
    ),
  GRPC_MAX_CONNECTION_AGE_MS: wholeNumber(1_000, 2_000_000_000)
    .prefault('3600000')
    .describe(
      'After so long, a tenth more or less, a gRPC connection takes no new calls, and its client opens another.',
    ),
  GRPC_CONNECTION_GRACE_MS: wholeNumber(0, 2_000_000_000)
    .prefault('600000')
    .describe(
      'How long calls may go on over a connection that has reached its age; then watches and streams end with UNAVAILABLE.',
    ),
};

type Given = ValuesOf<typeof edgeVariables>;

/** Where the certificates are; undefined: plain text. */
const tlsFiles = (given: Given): TlsFiles | undefined => {
  const { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key, TLS_CLIENT_CA_FILE: clientAuthorities } = given;
  return certificate === undefined || key === undefined ? undefined : { certificate, key, clientAuthorities };
};

/** The edges as their variables have them. */
export const edgeSettings = (given: Given & Parameters<typeof isDemo>[0]) => ({
  tls: tlsFiles(given),
  corsOrigins: given.CORS_ORIGINS ?? [],
  grpcReflection: given.GRPC_REFLECTION === undefined ? isDemo(given) : given.GRPC_REFLECTION === 'on',
  grpcConnections: { ageMs: given.GRPC_MAX_CONNECTION_AGE_MS, graceMs: given.GRPC_CONNECTION_GRACE_MS },
});
