import type { CredentialKey } from '../../../domain/ingestion/supplier-ports.ts';
import { credentialJson } from '../connectors/mapping.ts';
import type { ConnectorCases } from '../connectors/view.ts';
import { adminOperationsOf } from '../request/operation.ts';
import { supplierParams } from '../request/text.ts';
import type { CredentialAnswer, CredentialCases } from './manage.ts';
import {
  credentialAnswerSchema,
  credentialParams,
  credentialsSchema,
  newCredentialSchema,
  newSecretSchema,
} from './schema.ts';

const credentialsPath = '/v1/admin/connectors/{supplier}/credentials';

const keyOf = (params: { readonly supplier: string; readonly credential: string }): CredentialKey => ({
  supplierId: params.supplier,
  credentialId: params.credential,
});

const answerJson = ({ isApplied, credential, orders }: CredentialAnswer): object => ({
  applied: isApplied,
  credential: credentialJson(credential, orders),
});

const { operation } = adminOperationsOf<CredentialCases & ConnectorCases>('Connectors');

/** What operators do to credentials. */
export const credentialOperations = [
  operation(({ getConnector }) => getConnector, {
    name: 'ListCredentials',
    scope: 'admin:read',
    at: `GET ${credentialsPath}`,
    summary: 'The credentials at a supplier and how they stand',
    params: supplierParams,
    answer: credentialsSchema,
    answered: 'The credentials, without their secrets.',
    decode: ({ params }) => ({ supplierId: params.supplier }),
    encode: ({ credentials, orders }) => ({ credentials: credentials.map((each) => credentialJson(each, orders)) }),
  }),

  operation(({ addCredential }) => addCredential, {
    name: 'AddCredential',
    scope: 'admin:credentials',
    status: 201,
    at: `POST ${credentialsPath}`,
    summary: 'Add a credential; its secret is sealed and never shown again',
    params: supplierParams,
    body: newCredentialSchema,
    answer: credentialAnswerSchema,
    answered: 'The credential, without its secret.',
    conflicts: true,
    decode: ({ params, body: { id, scope, owner_id: ownerId, label, secret } }) => ({
      supplierId: params.supplier,
      id,
      scope,
      ownerId,
      label,
      secret,
    }),
    encode: answerJson,
  }),

  operation(({ rotateCredential }) => rotateCredential, {
    name: 'RotateCredential',
    scope: 'admin:credentials',
    at: `PUT ${credentialsPath}/{credential}/secret`,
    summary: 'Give a credential another secret; its session and its failures are forgotten',
    params: credentialParams,
    body: newSecretSchema,
    answer: credentialAnswerSchema,
    answered: 'The credential, without its secret.',
    conflicts: true,
    decode: ({ params, body: { secret } }) => ({ ...keyOf(params), secret }),
    encode: answerJson,
  }),

  operation(({ disableCredential }) => disableCredential, {
    name: 'DisableCredential',
    scope: 'admin:credentials',
    at: `POST ${credentialsPath}/{credential}/disable`,
    isConditional: true,
    summary: 'Take a credential out of use; what it has seen stays',
    params: credentialParams,
    answer: credentialAnswerSchema,
    answered: 'The credential.',
    decode: ({ params }) => keyOf(params),
    encode: answerJson,
  }),

  operation(({ enableCredential }) => enableCredential, {
    name: 'EnableCredential',
    scope: 'admin:credentials',
    at: `POST ${credentialsPath}/{credential}/enable`,
    isConditional: true,
    summary: 'Put a disabled credential back into use',
    params: credentialParams,
    answer: credentialAnswerSchema,
    answered: 'The credential.',
    decode: ({ params }) => keyOf(params),
    encode: answerJson,
  }),
];
