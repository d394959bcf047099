import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { CredentialKey } from '../../../domain/ingestion/supplier-ports.ts';
import type { EdgeEnv } from '../../http/edge-env.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import { credentialJson } from '../connectors/mapping.ts';
import { adminOperation, supplierOf } from '../request/operation.ts';
import type { AdminMethod } from '../request/scopes.ts';
import { supplierParams } from '../request/text.ts';
import type { ConnectorView, CredentialAnswer, NewCredential, OfSupplier, WithSecret } from '../use-cases.ts';
import {
  credentialAnswerSchema,
  credentialParams,
  credentialsSchema,
  newCredentialSchema,
  newSecretSchema,
} from './schema.ts';

const credentialsPath = '/v1/admin/connectors/{supplier}/credentials';

const tags = ['Admin'];

const keyOf = (context: Context<EdgeEnv>): CredentialKey => ({
  ...supplierOf(context),
  credentialId: context.req.param('credential') ?? '',
});

const answerJson = ({ isApplied, credential, orders }: CredentialAnswer): object => ({
  applied: isApplied,
  credential: credentialJson(credential, orders),
});

/** `GET .../credentials`. */
export const listCredentialsOperation: HttpOperation<OfSupplier, ConnectorView> = {
  ...adminOperation('ListCredentials'),
  route: createRoute({
    method: 'get',
    path: credentialsPath,
    operationId: 'listCredentials',
    summary: 'The credentials at a supplier and how they stand',
    tags,
    request: { params: supplierParams },
    responses: responses('The credentials, without their secrets.', credentialsSchema, { findsById: true }),
  }),
  decode: supplierOf,
  encode: ({ credentials, orders }) => ({ credentials: credentials.map((each) => credentialJson(each, orders)) }),
};

/** `POST .../credentials`. */
export const addCredentialOperation: HttpOperation<NewCredential, CredentialAnswer> = {
  ...adminOperation('AddCredential'),
  status: 201,
  route: createRoute({
    method: 'post',
    path: credentialsPath,
    operationId: 'addCredential',
    summary: 'Add a credential; its secret is sealed and never shown again',
    tags,
    request: {
      params: supplierParams,
      body: { required: true, content: { 'application/json': { schema: newCredentialSchema } } },
    },
    responses: responses('The credential, without its secret.', credentialAnswerSchema, {
      status: 201,
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const body = validate(newCredentialSchema, await readJson(context), 'body');
    const { id, scope, owner_id: ownerId, label, secret } = body;
    return { ...supplierOf(context), id, scope, ownerId, label, secret };
  },
  encode: answerJson,
};

/** `PUT .../credentials/{credential}/secret`. */
export const rotateCredentialOperation: HttpOperation<CredentialKey & WithSecret, CredentialAnswer> = {
  ...adminOperation('RotateCredential'),
  route: createRoute({
    method: 'put',
    path: `${credentialsPath}/{credential}/secret`,
    operationId: 'rotateCredential',
    summary: 'Give a credential another secret; its session and its failures are forgotten',
    tags,
    request: {
      params: credentialParams,
      body: { required: true, content: { 'application/json': { schema: newSecretSchema } } },
    },
    responses: responses('The credential, without its secret.', credentialAnswerSchema, {
      findsById: true,
      readsBody: true,
      conflicts: true,
    }),
  }),
  decode: async (context, readJson) => {
    const { secret } = validate(newSecretSchema, await readJson(context), 'body');
    return { ...keyOf(context), secret };
  },
  encode: answerJson,
};

const switchOperation = (
  method: AdminMethod,
  verb: 'disable' | 'enable',
  summary: string,
): HttpOperation<CredentialKey, CredentialAnswer> => ({
  ...adminOperation(method),
  route: createRoute({
    method: 'post',
    path: `${credentialsPath}/{credential}/${verb}`,
    operationId: `${verb}Credential`,
    summary,
    tags,
    request: { params: credentialParams },
    responses: responses('The credential.', credentialAnswerSchema, { findsById: true }),
  }),
  decode: keyOf,
  encode: answerJson,
});

/** `POST .../credentials/{credential}/disable`. */
export const disableCredentialOperation = switchOperation(
  'DisableCredential',
  'disable',
  'Take a credential out of use; what it has seen stays',
);

/** `POST .../credentials/{credential}/enable`. */
export const enableCredentialOperation = switchOperation(
  'EnableCredential',
  'enable',
  'Put a disabled credential back into use',
);
