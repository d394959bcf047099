import { z } from '@hono/zod-openapi';
import { scopes } from '../../../domain/callers/caller.ts';
import type { ApiKey } from '../../../domain/callers/ports.ts';
import { givenInstant } from '../../http/schemas/common.ts';
import { duration, requiredText } from '../request/fields.ts';
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

const label = requiredText(200, 'For people to tell keys apart.', 'web shop');

const scopeForm = `must be some of ${scopes.join(', ')}`;

const scopeList = z
  .array(z.enum(scopes, { error: scopeForm }), { error: scopeForm })
  .min(1, { error: scopeForm })
  .transform((names) => scopes.filter((scope) => names.includes(scope)))
  .openapi({ type: 'array', items: { type: 'string', enum: [...scopes] }, description: 'What the key may do.' });

const expiresAt = givenInstant('must be an RFC 3339 instant or null')
  .transform((text) => new Date(text))
  .nullish()
  .openapi({ type: 'string', format: 'date-time', description: 'Null: never.' });

const wholeLimit = (max: number, description: string) => {
  const error = `must be a whole number from 1 to ${max}, or null`;
  return z.int({ error }).min(1, { error }).max(max, { error }).nullish().openapi({ description });
};

/** Limits of a key of its own. */
const limits = z
  .strictObject(
    {
      requests_per_second: wholeLimit(1_000_000, 'In the long run, at one process. Null: `KEY_REQUESTS_PER_SECOND`.'),
      burst: wholeLimit(1_000_000, 'At once. Null: as many as in a second.'),
      requests_per_day: wholeLimit(1_000_000_000_000, 'In a day in UTC, everywhere. Null: `KEY_REQUESTS_PER_DAY`.'),
      streams: wholeLimit(100_000, 'Open at a time, at one process. Null: `KEY_STREAMS`.'),
    },
    { error: 'must be an object of limits' },
  )
  .openapi('KeyLimits');

/** A key to be created. */
export const newKeySchema = z
  .strictObject({ label, scopes: scopeList, expires_at: expiresAt, limits: limits.optional() })
  .openapi('NewApiKey');

/** What is to be different about a key. */
export const keyUpdateSchema = z
  .strictObject({
    label: label.optional(),
    scopes: scopeList.optional(),
    expires_at: expiresAt,
    limits: limits.optional(),
  })
  .openapi('ApiKeyUpdate');

/** Longest that two secrets of a key may work side by side. */
const maxOverlapMs = 30 * 24 * 3_600_000;

/** How a key is rotated. */
export const rotationSchema = z
  .strictObject({
    overlap: duration('How long the secret before still works; `0s`: not at all.', 0, maxOverlapMs, '1d'),
  })
  .openapi('ApiKeyRotation');

/** A key without its secret. */
export const keySchema = z
  .object({
    id: z.string(),
    customer_id: z.string(),
    label: z.string(),
    scopes: z.array(z.enum(scopes)),
    status: z.enum(['active', 'expired', 'revoked']),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().optional().openapi({ description: 'Absent: never.' }),
    revoked_at: z.iso.datetime().optional(),
    last_used_at: z.iso.datetime().optional().openapi({ description: 'Exact to the minute. Absent: never.' }),
    previous_secret_until: z.iso
      .datetime()
      .optional()
      .openapi({ description: 'Until when the secret before the last rotation still works.' }),
    limits: limits.openapi({ description: 'Of its own; what is absent is as the service is configured.' }),
    requests_today: z.int().openapi({ description: 'In UTC; some seconds behind.' }),
  })
  .openapi('ApiKey');

/** A key with its secret. */
export const issuedKeySchema = z
  .object({
    key: keySchema,
    secret: z.string().openapi({ description: 'What to call with. Shown this once, and stored nowhere.' }),
  })
  .openapi('IssuedApiKey');

/** The keys of a customer. */
export const keysSchema = z.object({ keys: z.array(keySchema) }).openapi('ApiKeys');

/** What names a key in a path. */
export const keyParams = z.object({
  customer: z.string().openapi({ example: 'acme' }),
  key: z.string().openapi({ example: 'key_7m2c8x1v7n3k9q4d6b0w' }),
});
