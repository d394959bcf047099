import { z } from '@hono/zod-openapi';
import { appliedSchema, credentialSchema } from '../connectors/schema.ts';
import { requiredText } from '../request/text.ts';

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
export const newCredentialSchema = z
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
export const newSecretSchema = z.strictObject({ secret }).openapi('NewSecret');

/** The credentials of a supplier. */
export const credentialsSchema = z.object({ credentials: z.array(credentialSchema) }).openapi('Credentials');

/** A credential after a change. */
export const credentialAnswerSchema = z
  .object({ applied: appliedSchema, credential: credentialSchema })
  .openapi('CredentialAnswer');

/** What names a credential in a path. */
export const credentialParams = z.object({
  supplier: z.string().openapi({ example: 'acme' }),
  credential: z.string().openapi({ example: 'crd_acme_main' }),
});
