import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ApiKey, OfApiKey } from '../../../domain/callers/ports.ts';
import type { EdgeEnv } from '../../http/edge-env.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import type { IssuedKey, KeySettings, NewKey, OfCustomer } from '../caller-use-cases.ts';
import { issuedKeyJson, keyJson } from '../customers/mapping.ts';
import { callerOperation, customerOf } from '../customers/operations.ts';
import { customerParams } from '../customers/schema.ts';
import {
  issuedKeySchema,
  keyParams,
  keySchema,
  keysSchema,
  keyUpdateSchema,
  newKeySchema,
  rotationSchema,
} from './schema.ts';

const path = '/v1/admin/customers/{customer}/keys';

const tags = ['Admin'];

const keyOf = (context: Context<EdgeEnv>): OfApiKey => ({
  ...customerOf(context),
  keyId: context.req.param('key') ?? '',
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

/** `GET .../keys`. */
export const listKeysOperation: HttpOperation<OfCustomer, readonly ApiKey[]> = {
  ...callerOperation('ListKeys'),
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listApiKeys',
    summary: 'The API keys of a customer, newest first',
    tags,
    request: { params: customerParams },
    responses: responses('The keys, without their secrets.', keysSchema, { findsById: true }),
  }),
  decode: customerOf,
  encode: (keys) => ({ keys: keys.map(keyJson) }),
};

/** `POST .../keys`. */
export const createKeyOperation: HttpOperation<NewKey, IssuedKey> = {
  ...callerOperation('CreateKey'),
  status: 201,
  route: createRoute({
    method: 'post',
    path,
    operationId: 'createApiKey',
    summary: 'Create an API key; its secret is shown this once',
    tags,
    request: {
      params: customerParams,
      body: { required: true, content: { 'application/json': { schema: newKeySchema } } },
    },
    responses: responses('The key with its secret.', issuedKeySchema, {
      status: 201,
      findsById: true,
      readsBody: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { label, scopes, expires_at, limits } = validate(newKeySchema, await readJson(context), 'body');
    return { ...customerOf(context), label, scopes, expiresAt: expires_at, limits: limitsOf(limits) };
  },
  encode: issuedKeyJson,
};

/** `PATCH .../keys/{key}`. */
export const updateKeyOperation: HttpOperation<OfApiKey & Partial<KeySettings>, ApiKey> = {
  ...callerOperation('UpdateKey'),
  route: createRoute({
    method: 'patch',
    path: `${path}/{key}`,
    operationId: 'updateApiKey',
    summary: 'Change what an API key may do',
    tags,
    request: {
      params: keyParams,
      body: { required: true, content: { 'application/json': { schema: keyUpdateSchema } } },
    },
    responses: responses('The key.', keySchema, { findsById: true, readsBody: true, conflicts: true }),
  }),
  decode: async (context, readJson) => {
    const { label, scopes, expires_at, limits } = validate(keyUpdateSchema, await readJson(context), 'body');
    return { ...keyOf(context), label, scopes, expiresAt: expires_at, limits: limitsOf(limits) };
  },
  encode: keyJson,
};

/** `POST .../keys/{key}/rotate`. */
export const rotateKeyOperation: HttpOperation<OfApiKey & { readonly overlapMs: number }, IssuedKey> = {
  ...callerOperation('RotateKey'),
  route: createRoute({
    method: 'post',
    path: `${path}/{key}/rotate`,
    operationId: 'rotateApiKey',
    summary: 'Give an API key another secret; the one before works on for a while',
    tags,
    request: {
      params: keyParams,
      body: { required: true, content: { 'application/json': { schema: rotationSchema } } },
    },
    responses: responses('The key with its new secret.', issuedKeySchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { overlap } = validate(rotationSchema, await readJson(context), 'body');
    return { ...keyOf(context), overlapMs: overlap };
  },
  encode: issuedKeyJson,
};

/** `POST .../keys/{key}/revoke`. */
export const revokeKeyOperation: HttpOperation<OfApiKey, ApiKey> = {
  ...callerOperation('RevokeKey'),
  route: createRoute({
    method: 'post',
    path: `${path}/{key}/revoke`,
    operationId: 'revokeApiKey',
    summary: 'End an API key for good; it works nowhere after two seconds',
    tags,
    request: { params: keyParams },
    responses: responses('The key.', keySchema, { findsById: true, conflicts: true }),
  }),
  decode: keyOf,
  encode: keyJson,
};
