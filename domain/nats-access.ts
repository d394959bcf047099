import type { ClientTlsFiles } from './client-tls.ts';

/** Who the service is at NATS. The files hold secrets and are read at each connection. */
export type NatsIdentity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'user'; readonly user: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'creds'; readonly file: string }
  | { readonly kind: 'nkey'; readonly file: string };

/** How NATS is reached; `tls` undefined: in plain text. */
export interface NatsAccess {
  readonly identity: NatsIdentity;
  readonly tls: ClientTlsFiles | undefined;
}

/** Nobody in particular, in plain text. */
export const openAccess: NatsAccess = { identity: { kind: 'nobody' }, tls: undefined };
