import { type DescEnum, type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { z } from '@hono/zod-openapi';
import { ownProperty } from '../../../domain/own-property.ts';
import { instant } from './common.ts';
import { describedEnumValue, describedField, describedMessage, enumOf, messageOf, type Notes } from './contract.ts';

/**
 * Schemas and JSON of messages that are answered, from the descriptors of the contract: a field's
 * name, type and description are those of the `.proto`, and are stated nowhere else.
 */

/** What the `.proto` cannot say of a message in JSON. */
export interface MessageForm {
  /** The name in the OpenAPI document; left out: that of the message. */
  readonly name?: string;
  readonly example?: object;
  /** Fields that always have a value. */
  readonly required?: readonly string[];
  /** Fields that are sent also when they are 0 or empty, as lists and counts are. */
  readonly alwaysSent?: readonly string[];
  /** Fields that HTTP never answers. */
  readonly omitted?: readonly string[];
  /** By field, what its schema says besides its type. */
  readonly fields?: Readonly<Record<string, Notes>>;
  /** The schema itself, where requests hold the message as well. */
  readonly schema?: z.ZodType;
}

/** What a generated message is written to JSON with. */
interface JsonWriter<Message> {
  toJSON(message: Message): unknown;
}

/** A message as HTTP answers it. */
export interface Answer<Message> {
  readonly schema: z.ZodType;
  /** The message as JSON, which the schema describes; what has no value is left out. */
  readonly json: (message: Message) => object;
}

/** The value 0 of an enum says nothing and is left out. */
const enumSchema = (desc: DescEnum): z.ZodType<string> => {
  const values = desc.values.filter(({ number }) => number !== 0);
  const meanings = values.map((each) => {
    const { description } = describedEnumValue(desc, each);
    return `${each.name}: ${description}`;
  });
  return z.enum(values.map(({ name }) => name)).openapi({ description: meanings.join(' ') });
};

/** The schema of an enum of the contract, by its full name within the package. */
export const contractEnum = (name: string): z.ZodType<string> => enumSchema(enumOf(name));

/** All others are whole numbers. */
const scalarSchemas: Readonly<Record<number, () => z.ZodType>> = {
  [ScalarType.DOUBLE]: z.number,
  [ScalarType.FLOAT]: z.number,
  [ScalarType.BOOL]: z.boolean,
  [ScalarType.STRING]: z.string,
};

const scalarSchema = (scalar: number): z.ZodType => (scalarSchemas[scalar] ?? z.int)();

/** The type of a field, or of the items of a list or map: one of these. */
interface ValueType {
  readonly message?: DescMessage | undefined;
  readonly enum?: DescEnum | undefined;
  readonly scalar?: number | undefined;
}

type Forms = Readonly<Record<string, MessageForm>>;

/** Makes the schemas of messages, each once. */
const createSchemas = (forms: Forms): ((message: DescMessage) => z.ZodType) => {
  const schemas = new Map<DescMessage, z.ZodType>();

  const valueSchema = (type: ValueType): z.ZodType => {
    if (type.message?.typeName === TimestampSchema.typeName) return instant();
    if (type.message !== undefined) return schemaOf(type.message);
    return type.enum === undefined ? scalarSchema(type.scalar ?? 0) : enumSchema(type.enum);
  };

  const typeSchema = (field: DescField): z.ZodType => {
    if (field.fieldKind === 'list') return z.array(valueSchema(field));
    return field.fieldKind === 'map' ? z.record(z.string(), valueSchema(field)) : valueSchema(field);
  };

  const fieldSchema = (field: DescField, { required = [], alwaysSent = [], fields }: MessageForm): z.ZodType => {
    const { name } = field;
    const schema = typeSchema(field).openapi({ ...describedField(field), ...fields?.[name] });
    return required.includes(name) || alwaysSent.includes(name) ? schema : schema.optional();
  };

  const makeSchema = (message: DescMessage): z.ZodType => {
    const form = forms[message.name] ?? {};
    const { name = message.name, example, omitted = [], schema } = form;
    if (schema !== undefined) return schema;
    const fields = message.fields.filter((field) => !omitted.includes(field.name));
    return z
      .object(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, form)])))
      .openapi(name, { ...describedMessage(message), ...(example && { example }) });
  };

  const schemaOf = (message: DescMessage): z.ZodType => {
    const schema = schemas.get(message) ?? makeSchema(message);
    schemas.set(message, schema);
    return schema;
  };
  return schemaOf;
};

/** Adds to the JSON of a message what is always sent. */
type Fill = (json: object) => object;

/** What a list is sent as when it is empty, and a number or a text when it says nothing. */
const emptyOf = (field: DescField): unknown => {
  if (field.fieldKind === 'list') return [];
  return field.fieldKind === 'scalar' && field.scalar !== ScalarType.STRING ? 0 : '';
};

/**
 * What adds to a message, and to the messages in it, what is always sent; undefined: nothing is.
 */
const fillOf = (message: DescMessage, forms: Forms): Fill | undefined => {
  const sent = message.fields.filter(({ name }) => forms[message.name]?.alwaysSent?.includes(name));
  const empty = Object.fromEntries(sent.map((field) => [field.name, emptyOf(field)]));
  const parts = message.fields.flatMap((field) => {
    const fill = field.fieldKind !== 'map' && field.message !== undefined ? fillOf(field.message, forms) : undefined;
    return fill === undefined ? [] : [{ name: field.name, fill }];
  });
  if (sent.length === 0 && parts.length === 0) return undefined;
  return (json) => {
    const filled: Record<string, unknown> = { ...empty, ...json };
    for (const { name, fill } of parts) {
      const value = ownProperty(filled, name);
      if (Array.isArray(value)) filled[name] = value.map(fill);
      else if (typeof value === 'object' && value !== null) filled[name] = fill(value);
    }
    return filled;
  };
};

/**
 * Creates what makes the answers of the contract of what is said of its messages, by their names.
 */
export const createAnswers = (forms: Forms) => {
  const schemaOf = createSchemas(forms);

  /** A message as HTTP answers it; its writer is what is generated of it. */
  return <Message>(name: string, { toJSON }: JsonWriter<Message>): Answer<Message> => {
    const message = messageOf(name);
    const fill = fillOf(message, forms) ?? ((json: object) => json);
    return { schema: schemaOf(message), json: (value) => fill(toJSON(value) as object) };
  };
};
