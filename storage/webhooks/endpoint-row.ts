import type { SecretBinding } from '../../domain/secret-binding.ts';
import type { DisabledReason, WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { AnySql } from '../pool/pool.ts';
import type { Sealer } from '../secrets/sealing.ts';

/** A row of `webhook_endpoint` without its secrets. */
export interface EndpointRow extends Omit<WebhookEndpoint, 'state' | 'previousSecretUntil'> {
  readonly disabledAt: Date | null;
  readonly disabledWhy: DisabledReason | null;
  readonly previousUntil: Date | null;
}

/** Its columns. */
export const endpointColumns = (sql: AnySql) => sql`
  id, customer_id as "customerId", url, description, event_types as "eventTypes", created_at as "createdAt",
  disabled_at as "disabledAt", disabled_why as "disabledWhy", version, previous_until as "previousUntil"`;

/** The endpoint of a row. */
export const endpointOf = ({
  disabledAt,
  disabledWhy,
  previousUntil,
  eventTypes,
  ...row
}: EndpointRow): WebhookEndpoint => ({
  ...row,
  eventTypes: [...eventTypes],
  state:
    disabledAt === null || disabledWhy === null
      ? { kind: 'enabled' }
      : { kind: 'disabled', since: disabledAt, why: disabledWhy },
  previousSecretUntil: previousUntil ?? undefined,
});

/**
 * What every secret of an endpoint is bound to besides its row: it signs and is never sent, so no
 * origin.
 */
const signingBinding: SecretBinding = { plugin: 'webhook', origins: [] };

/** Seals a secret for an endpoint. */
export const sealSigningSecret = (sealer: Sealer, endpointId: string, secret: string): string =>
  sealer.seal({ secret }, { rowId: endpointId, boundTo: signingBinding });

/**
 * Opens a secret of an endpoint; undefined when its row was changed. Throws `internal` when the
 * ring lacks its key.
 */
export const openSigningSecret = (sealer: Sealer, endpointId: string, sealed: string): string | undefined =>
  sealer.open(sealed, { rowId: endpointId, boundTo: signingBinding, recorded: undefined })?.secret;
