import { z } from '@hono/zod-openapi';
import type { CredentialKey } from '../../../domain/ingestion/supplier-ports.ts';
import { credentialJson } from '../connectors/mapping.ts';
import { appliedSchema, credentialSchema } from '../connectors/schema.ts';
import type { ConnectorCases } from '../connectors/view.ts';
import { requiredText, supplierParams } from '../request/fields.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { CredentialAnswer, CredentialCases } from './manage.ts';

const maxFields = 32;
/** As long as what the log can recognise and blot out. */
const maxSecretLength = 4_096;
const fieldName = /^[A-Za-z][\w-]{0,63}$/;

const secretForm = 'must be an object of names and texts';
const valueForm = `must be text of 1 to ${maxSecretLength} characters`;

/** No message may quote a value. */
const secret = z
  .record(
    z.string(),
    z.string({ error: valueForm }).min(1, { error: valueForm }).max(maxSecretLength, { error: valueForm }),
    { error: secretForm },
  )
  .refine((fields) => Object.keys(fields).every((name) => fieldName.test(name)), {
    error: 'must have names that begin with a letter and go on in letters, digits, _ and -, 64 at most',
    abort: true,
  })
  .refine((fields) => Object.keys(fields).length > 0 && Object.keys(fields).length <= maxFields, {
    error: `must have 1 to ${maxFields} fields`,
  })
  .openapi({
    description: 'By the names that the plug-in wants. Sealed on arrival and never shown again.',
    example: { apiKey: '...' },
    writeOnly: true,
  });

const idForm = 'must be 1 to 128 of letters, digits, - and _';

/** A credential to add. */
const newCredentialSchema = z
  .strictObject({
    id: z
      .string({ error: idForm })
      .regex(/^[\w-]{1,128}$/, { error: idForm })
      .optional()
      .openapi({ description: 'Left out: a new one.', example: 'crd_acme_main' }),
    scope: z
      .enum(['customer', 'group', 'system'], { error: 'must be customer, group or system' })
      .openapi({ description: 'Whose it is, and so who may be served with what it sees.' }),
    owner_id: requiredText(128, 'The customer or group; left out for the system.').optional(),
    label: requiredText(200, 'How prices name their source; never the credential itself.', 'house account'),
    secret,
  })
  .openapi('NewCredential');

/** Another secret for a credential. */
const newSecretSchema = z.strictObject({ secret }).openapi('NewSecret');

/** The credentials of a supplier. */
const credentialsSchema = z.object({ credentials: z.array(credentialSchema) }).openapi('Credentials');

/** A credential after a change. */
const credentialAnswerSchema = z
  .object({ applied: appliedSchema, credential: credentialSchema })
  .openapi('CredentialAnswer');

/** What names a credential in a path. */
const credentialParams = z.object({
  supplier: z.string().openapi({ example: 'acme' }),
  credential: z.string().openapi({ example: 'crd_acme_main' }),
});

const credentialsPath = '/v1/admin/connectors/{supplier}/credentials';

const keyOf = (params: { readonly supplier: string; readonly credential: string }): CredentialKey => ({
  supplierId: params.supplier,
  credentialId: params.credential,
});

const answerJson = ({ isApplied, credential, orders }: CredentialAnswer): object => ({
  applied: isApplied,
  credential: credentialJson(credential, orders),
});

/** What all changes have in common. */
const change = { scope: 'admin:credentials', answer: credentialAnswerSchema, encode: answerJson } as const;

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
    ...change,
    name: 'AddCredential',
    status: 201,
    at: `POST ${credentialsPath}`,
    summary: 'Add a credential; its secret is sealed and never shown again',
    params: supplierParams,
    body: newCredentialSchema,
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
  }),

  operation(({ rotateCredential }) => rotateCredential, {
    ...change,
    name: 'RotateCredential',
    at: `PUT ${credentialsPath}/{credential}/secret`,
    summary: 'Give a credential another secret; its session and its failures are forgotten',
    params: credentialParams,
    body: newSecretSchema,
    answered: 'The credential, without its secret.',
    conflicts: true,
    decode: ({ params, body: { secret } }) => ({ ...keyOf(params), secret }),
  }),

  operation(({ disableCredential }) => disableCredential, {
    ...change,
    name: 'DisableCredential',
    at: `POST ${credentialsPath}/{credential}/disable`,
    isConditional: true,
    summary: 'Take a credential out of use; what it has seen stays',
    params: credentialParams,
    answered: 'The credential.',
    decode: ({ params }) => keyOf(params),
  }),

  operation(({ enableCredential }) => enableCredential, {
    ...change,
    name: 'EnableCredential',
    at: `POST ${credentialsPath}/{credential}/enable`,
    isConditional: true,
    summary: 'Put a disabled credential back into use',
    params: credentialParams,
    answered: 'The credential.',
    decode: ({ params }) => keyOf(params),
  }),
];
