import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { z } from '@hono/zod-openapi';
import { contractName, type Rule } from '../../request/rules.ts';
import { validate } from '../validate.ts';
import { givenInstant } from './common.ts';
import { describedField, messageOf, type Notes } from './contract.ts';

/**
 * Requests as JSON, from the descriptors of the contract and the rules of its messages. The schema
 * holds the types; what else must hold of a value, the use case checks by the same rules.
 */

/** What neither the `.proto` nor the rules can say of a request. */
interface RequestForm {
  readonly example?: object;
  /** The schema itself, where it is made already. */
  readonly schema?: z.ZodType;
  /** By field of the message, what its schema says besides. */
  readonly fields?: Readonly<Record<string, Notes>>;
}

type AnyRules = Readonly<Record<string, Rule<never, never>>>;

/** What a generated message is read from JSON with. */
interface JsonReader<Message> {
  fromJSON(object: unknown): Message;
}

/** A request as HTTP takes it. */
export interface JsonRequest<Message> {
  readonly message: DescMessage;
  readonly schema: z.ZodType;
  /**
   * Reads a body, or what is called `whole` otherwise. Throws `invalid_argument` that names what is
   * no field or of another type.
   */
  readonly read: (body: unknown, whole?: string) => Message;
}

const rfc3339 = 'must be an RFC 3339 instant, for example "2026-03-01T12:00:00Z"';

const base64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

const isText = (scalar: ScalarType | undefined): boolean => scalar === ScalarType.STRING;

const scalarSchema = (scalar: ScalarType | undefined, { expected, isRequired }: Rule<never, never>): z.ZodType => {
  switch (scalar) {
    case ScalarType.STRING:
      return z.string({ error: expected ?? (isRequired ? 'must be given, as text' : 'must be text') });
    case ScalarType.BYTES:
      return z.string({ error: 'must be text' }).regex(base64, { error: 'must be base64' }).openapi({ format: 'byte' });
    case ScalarType.BOOL:
      return z.boolean({ error: 'must be true or false' });
    case ScalarType.INT32:
      return z.int32({ error: expected ?? 'must be a whole number' }).openapi({ type: 'integer', format: 'int32' });
    case ScalarType.DOUBLE:
      return z.number({ error: expected ?? 'must be a number' }).openapi({ type: 'number' });
    default:
      throw new Error(`requests have no fields of the type ${scalar}`);
  }
};

const mapSchema = (field: DescField & { readonly fieldKind: 'map' }, rule: Rule<never, never>): z.ZodType => {
  const error = 'must be an object of texts';
  const values = scalarSchema(field.scalar, rule);
  if (isText(field.mapKey)) return z.record(z.string(), values, { error });
  const digits = z.string().regex(/^\d{1,5}$/, { error: 'must be a whole number from 0' });
  return z.record(digits, values, { error });
};

const partSchema = (message: DescMessage, { parts }: Rule<never, never>, forms: Forms): z.ZodType =>
  message.typeName === TimestampSchema.typeName
    ? givenInstant(rfc3339).openapi({ format: 'date-time' })
    : (forms[message.name]?.schema ?? schemaOf(message, parts ?? {}, forms));

const typeSchema = (field: DescField, rule: Rule<never, never>, forms: Forms): z.ZodType => {
  switch (field.fieldKind) {
    case 'map':
      return mapSchema(field, rule);
    case 'message':
      return partSchema(field.message, rule, forms);
    case 'list': {
      const { message, scalar } = field;
      const items = message === undefined ? scalarSchema(scalar, {}) : partSchema(message, rule, forms);
      return z.array(items, { error: 'must be a list' });
    }
    default:
      return scalarSchema(field.scalar, rule);
  }
};

type Forms = Readonly<Record<string, RequestForm>>;

/** The schema of a message: it takes no fields but those of the contract. */
const schemaOf = (message: DescMessage, rules: AnyRules, forms: Forms): z.ZodType => {
  const { example, fields: notes = {} } = forms[message.name] ?? {};
  const ruleOf = new Map(Object.entries(rules).map(([key, rule]) => [contractName(key), rule]));
  const fieldSchema = (field: DescField): z.ZodType => {
    const rule = ruleOf.get(field.name);
    if (rule === undefined) throw new Error(`${message.name} has no rule for ${field.name}`);
    const schema = typeSchema(field, rule, forms).openapi({
      ...describedField(field),
      ...rule.notes,
      ...notes[field.name],
    });
    return rule.isRequired ? schema : schema.optional();
  };
  return z
    .strictObject(Object.fromEntries(message.fields.map((field) => [field.name, fieldSchema(field)])))
    .openapi(message.name, { ...(example && { example }) });
};

/** A request of the contract as HTTP takes it, by its name and its rules. */
export const jsonRequest = <Message>(
  name: string,
  { fromJSON }: JsonReader<Message>,
  rules: { readonly [Field in keyof Message]-?: Rule<never, never> },
  forms: Forms,
): JsonRequest<Message> => {
  const message = messageOf(name);
  const schema = schemaOf(message, rules, forms);
  return { message, schema, read: (body, whole = 'body') => fromJSON(validate(schema, body, whole)) };
};
