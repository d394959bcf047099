/**
 * The operations of an OpenAPI document with a good request each, and the places in it where
 * another value can be put.
 */

/** As much of a schema as requests are made from. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly format?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Method {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** An OpenAPI document, as far as it is read here. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Method>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A parameter with a good value. */
export interface GoodParameter {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly value: string;
}

/** A value of a body; one of several forms has a body for each. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** One operation. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly GoodParameter[];
  /** Good bodies, one for each form; none where it reads no body. */
  readonly bodies: readonly Json[];
}

const sample = (schema: Schema): unknown =>
  schema.const ?? schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];

const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'string' ? type : type?.[0]);

const textOf = ({ format }: Schema): string => {
  if (format === 'date-time') return '2030-01-01T00:00:00Z';
  return format === 'date' ? '2026-03-01' : 'x';
};

const plainOf = (schema: Schema): Json => {
  const type = typeOf(schema);
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return type === 'boolean' ? true : textOf(schema);
};

const resolved = ({ components }: OpenApiDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema);

/** All the properties of an object, those of the schemas that it extends included. */
const propertiesOf = (document: OpenApiDocument, schema: Schema): Readonly<Record<string, Schema>> =>
  Object.assign(
    {},
    ...(schema.allOf ?? []).map((each) => propertiesOf(document, resolved(document, each))),
    schema.properties,
  );

/**
 * A good value of a schema: what it gives as an example, else one made from its parts. Names that
 * mean something come first.
 */
const goodOf = (document: OpenApiDocument, byName: Readonly<Record<string, Json>>) => {
  const objectOf = (schema: Schema, given: unknown): Json => {
    const free = typeof schema.additionalProperties === 'object' ? { acme: good(schema.additionalProperties) } : {};
    const example = typeof given === 'object' && given !== null ? (given as Record<string, Json>) : free;
    // An example leaves out what need not be given; that is tried as well.
    const rest = Object.entries(propertiesOf(document, schema))
      .filter(([name]) => !Object.hasOwn(example, name))
      .map(([name, each]) => [name, byName[name] ?? good(each)] as const);
    return { ...Object.fromEntries(rest), ...example };
  };
  const good = (reference: Schema): Json => {
    const schema = resolved(document, reference);
    const given = sample(schema);
    const form = schema.oneOf?.[0] ?? schema.anyOf?.[0];
    if (given === undefined && form !== undefined) return good(form);
    if (typeOf(schema) === 'object' || schema.properties !== undefined || schema.allOf !== undefined)
      return objectOf(schema, given);
    if (given !== undefined) return given as Json;
    return typeOf(schema) === 'array' ? [good(schema.items ?? {})] : plainOf(schema);
  };
  return good;
};

/**
 * What is good where a schema cannot tell: values of fields and parameters by their names, bodies
 * by their operations.
 */
export interface GoodValues {
  readonly byName: Readonly<Record<string, Json>>;
  readonly bodies: Readonly<Record<string, readonly Json[]>>;
}

/** Every operation of a document. */
export const operationsOf = (document: OpenApiDocument, values: GoodValues): readonly Operation[] => {
  const good = goodOf(document, values.byName);
  const bodiesOf = (name: string, { requestBody }: Method): readonly Json[] => {
    const content = requestBody?.content['application/json']?.schema;
    if (content === undefined) return [];
    const schema = resolved(document, content);
    return values.bodies[name] ?? (schema.anyOf ?? schema.oneOf ?? [schema]).map(good);
  };
  const parameterOf = ({ name, in: place, schema = {}, example }: Parameter): GoodParameter => {
    const value = values.byName[name] ?? example ?? good(schema);
    return { name, in: place, value: Array.isArray(value) ? value.join() : String(value) };
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const name = described.operationId ?? `${method} ${path}`;
      const parameters = (described.parameters ?? []).map(parameterOf);
      return { name, method: method.toUpperCase(), path, parameters, bodies: bodiesOf(name, described) };
    }),
  );
};

/** A place in a body: the names and numbers that lead to it. */
export type Place = readonly (string | number)[];

/** Every place in a value, the outermost first; of a list only its first entry. */
export const placesIn = (value: Json, at: Place = []): readonly Place[] => {
  if (typeof value !== 'object' || value === null) return [at];
  if (Array.isArray(value)) return [at, ...value.slice(0, 1).flatMap((each: Json) => placesIn(each, [...at, 0]))];
  return [at, ...Object.entries(value).flatMap(([name, each]) => placesIn(each, [...at, name]))];
};

/** The JSON of a value with other text at a place. */
export const jsonWith = (value: Json, place: Place, text: string): string => {
  const [head, ...rest] = place;
  if (head === undefined) return text;
  if (Array.isArray(value))
    return `[${value.map((each: Json, index) => (index === head ? jsonWith(each, rest, text) : JSON.stringify(each))).join()}]`;
  const fields = Object.entries(value as Readonly<Record<string, Json>>).map(
    ([name, each]) => `${JSON.stringify(name)}:${name === head ? jsonWith(each, rest, text) : JSON.stringify(each)}`,
  );
  return `{${fields.join()}}`;
};
