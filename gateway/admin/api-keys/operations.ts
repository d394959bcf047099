import type { OfApiKey } from '../../../domain/callers/ports.ts';
import { customerParams } from '../customers/schema.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { ApiKeyCases, KeySettings } from './manage.ts';
import {
  issuedKeyJson,
  issuedKeySchema,
  keyJson,
  keyParams,
  keySchema,
  keysSchema,
  keyUpdateSchema,
  newKeySchema,
  rotationSchema,
} from './schema.ts';

const path = '/v1/admin/customers/{customer}/keys';

const keyOf = ({ customer, key }: { readonly customer: string; readonly key: string }): OfApiKey => ({
  customerId: customer,
  keyId: key,
});

interface LimitsBody {
  readonly requests_per_second?: number | null | undefined;
  readonly burst?: number | null | undefined;
  readonly requests_per_day?: number | null | undefined;
  readonly streams?: number | null | undefined;
}

const limitsOf = (body: LimitsBody | undefined): KeySettings['limits'] =>
  body && {
    requestsPerSecond: body.requests_per_second,
    burst: body.burst,
    requestsPerDay: body.requests_per_day,
    streams: body.streams,
  };

const { operation } = adminOperationsOf<ApiKeyCases>('Callers');

/** What operators do to API keys. */
export const apiKeyOperations = [
  operation(({ listKeys }) => listKeys, {
    name: 'ListKeys',
    scope: 'admin:read',
    at: `GET ${path}`,
    operationId: 'listApiKeys',
    summary: 'The API keys of a customer, newest first',
    params: customerParams,
    answer: keysSchema,
    answered: 'The keys, without their secrets.',
    decode: ({ params }) => ({ customerId: params.customer }),
    encode: (keys) => ({ keys: keys.map(keyJson) }),
  }),

  operation(({ createKey }) => createKey, {
    name: 'CreateKey',
    scope: 'admin:keys',
    status: 201,
    at: `POST ${path}`,
    operationId: 'createApiKey',
    summary: 'Create an API key; its secret is shown this once',
    params: customerParams,
    body: newKeySchema,
    answer: issuedKeySchema,
    answered: 'The key with its secret.',
    decode: ({ params, body: { label, scopes, expires_at, limits } }) => ({
      customerId: params.customer,
      label,
      scopes,
      expiresAt: expires_at,
      limits: limitsOf(limits),
    }),
    createdId: ({ key }) => key.keyId,
    encode: issuedKeyJson,
  }),

  operation(({ updateKey }) => updateKey, {
    name: 'UpdateKey',
    scope: 'admin:keys',
    at: `PATCH ${path}/{key}`,
    operationId: 'updateApiKey',
    summary: 'Change what an API key may do',
    params: keyParams,
    body: keyUpdateSchema,
    answer: keySchema,
    answered: 'The key.',
    conflicts: true,
    decode: ({ params, body: { label, scopes, expires_at, limits } }) => ({
      ...keyOf(params),
      label,
      scopes,
      expiresAt: expires_at,
      limits: limitsOf(limits),
    }),
    encode: keyJson,
  }),

  operation(({ rotateKey }) => rotateKey, {
    name: 'RotateKey',
    scope: 'admin:keys',
    at: `POST ${path}/{key}/rotate`,
    operationId: 'rotateApiKey',
    isConditional: true,
    summary: 'Give an API key another secret; the one before works on for a while',
    params: keyParams,
    body: rotationSchema,
    answer: issuedKeySchema,
    answered: 'The key with its new secret.',
    conflicts: true,
    decode: ({ params, body: { overlap } }) => ({ ...keyOf(params), overlapMs: overlap }),
    encode: issuedKeyJson,
  }),

  operation(({ revokeKey }) => revokeKey, {
    name: 'RevokeKey',
    scope: 'admin:keys',
    at: `POST ${path}/{key}/revoke`,
    operationId: 'revokeApiKey',
    isConditional: true,
    summary: 'End an API key for good; it works nowhere after two seconds',
    params: keyParams,
    answer: keySchema,
    answered: 'The key.',
    conflicts: true,
    decode: ({ params }) => keyOf(params),
    encode: keyJson,
  }),
];
