import type { ApiKey } from '../../../domain/callers/ports.ts';
import type { IssuedKey } from './manage.ts';

/** A key, as operators' answers have it. A field that is undefined is left out of the JSON. */
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
