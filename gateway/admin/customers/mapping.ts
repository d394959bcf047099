import type { ApiKey, Customer, CustomerGroup } from '../../../domain/callers/ports.ts';
import type { IssuedKey } from '../caller-use-cases.ts';

/** Callers as operators' answers have them. A field that is undefined is left out of the JSON. */

/** A customer. */
export const customerJson = ({ id, name, deliveryZone, currency, groupIds, createdAt }: Customer) => ({
  id,
  name,
  delivery_zone: deliveryZone,
  currency,
  groups: groupIds,
  created_at: createdAt,
});

/** A group. */
export const groupJson = ({ id, name, members }: CustomerGroup) => ({ id, name, member_count: members });

/** A key. */
export const keyJson = (key: ApiKey) => ({
  id: key.keyId,
  customer_id: key.customerId,
  label: key.label,
  scopes: key.scopes,
  status: key.status,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  revoked_at: key.revokedAt,
  last_used_at: key.lastUsedAt,
  previous_secret_until: key.previousUntil,
  limits: {
    requests_per_second: key.limits.requestsPerSecond,
    burst: key.limits.burst,
    requests_per_day: key.limits.requestsPerDay,
    streams: key.limits.streams,
  },
  requests_today: key.requestsToday,
});

/** A key with its secret. */
export const issuedKeyJson = ({ key, secret }: IssuedKey) => ({ key: keyJson(key), secret });
