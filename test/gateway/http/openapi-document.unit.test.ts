import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageDescription from '../../../package.json' with { type: 'json' };
import { appWithoutService } from '../../support/http-app.ts';

/** The document of a service that has everything, as programs read it that generate clients. */

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly headers: Readonly<Record<string, Json>>;
  };
}

let document: Document;
/** The document's schemas, made ready once for all that refer to them. */
let definitions: Json;

beforeAll(async () => {
  document = (await (await appWithoutService().request('/openapi.json')).json()) as Document;
  definitions = referring(document.components.schemas);
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What holds examples, which are no part of the document themselves. */
const exampleKeys: ReadonlySet<string> = new Set(['example', 'examples']);

/** Every object of the document with where it is; examples are not looked into. */
function* objectsOf(value: unknown, place: string): Generator<readonly [Json, string]> {
  if (!isObject(value)) return;
  yield [value, place];
  // The properties of a schema may be called as its keywords are.
  const isProperties = place.endsWith('/properties');
  for (const [key, member] of Object.entries(value))
    if (isProperties || !exampleKeys.has(key)) yield* objectsOf(member, `${place}/${key}`);
}

const limits = ['ratelimit', 'ratelimit-policy'];

/** What an answer of a status has besides. */
const headersByStatus: Readonly<Record<string, readonly string[]>> = {
  201: ['location'],
  304: ['etag', ...limits],
  429: ['retry-after', ...limits],
  503: ['retry-after'],
};

/** A part of the document that finds the document's schemas beside it. */
const referring = (part: Json): Json =>
  JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'));

const accepts = (schema: Json) => z.fromJSONSchema({ ...referring(schema), $defs: definitions } as never);

describe('the OpenAPI document', () => {
  it('has the version of the package', () => {
    expect(document.info.version).toBe(packageDescription.version);
  });

  it('says of every operation how it is called, what it does and where it belongs', () => {
    const tags = document.tags.map(({ name }) => name);
    expect(operations().length).toBeGreaterThan(80);
    for (const { path, method, operation } of operations()) {
      const { operationId, summary, description, tags: own } = operation;
      expect([operationId, summary, description].every(Boolean), `${method} ${path}`).toBe(true);
      expect(tags, `${method} ${path}`).toEqual(expect.arrayContaining([...(own ?? ['none'])]));
    }
    const used = new Set(operations().flatMap(({ operation }) => operation.tags));
    expect(new Set(tags)).toEqual(used);
    for (const { description } of document.tags) expect(description).not.toBe('');
  });

  it('has patterns that every reader of JSON Schema compiles, and that accept the example beside them', () => {
    const patterns = [...objectsOf(document, '')].filter(([{ pattern }]) => typeof pattern === 'string');
    expect(patterns.length).toBeGreaterThan(50);
    for (const [{ pattern, example }, place] of patterns) {
      // `\P{...}` is unknown to many languages, and flags are no part of a pattern.
      expect(pattern, place).not.toMatch(/\\p\{|\/[a-z]*$/i);
      const compiled = new RegExp(String(pattern), 'u');
      if (typeof example === 'string') expect(example, place).toMatch(compiled);
    }
  });

  it('gives examples that the schema beside them accepts', () => {
    const examples = [...objectsOf(document, '')].flatMap(([holder, place]) => {
      if (place.endsWith('/properties')) return [];
      const { example, examples: more, ...itself } = holder;
      const schema = isObject(holder.schema) ? holder.schema : itself;
      const given = [...(example === undefined ? [] : [example]), ...(Array.isArray(more) ? more : [])];
      return given.map((each) => ({ each, schema, place }));
    });
    expect(examples.length).toBeGreaterThan(300);
    for (const { each, schema, place } of examples)
      expect(accepts(schema).safeParse(each).error?.issues, `${place} ${JSON.stringify(each)}`).toBeUndefined();
  });

  it('says which headers answers have', () => {
    const headersOf = (answer: Answer | undefined) =>
      Object.keys(answer?.headers ?? {}).map((name) => name.toLowerCase());
    for (const { path, method, operation } of operations().filter((each) => each.path.startsWith('/v1/'))) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        const expected = ['x-correlation-id', ...(status < '300' ? limits : []), ...(headersByStatus[status] ?? [])];
        expect(headersOf(answer), `${method} ${path} ${status}`).toEqual(expect.arrayContaining(expected));
      }
    }
  });

  it('says what an event holds: the message, or the problem that ends the stream', () => {
    const streams = operations().flatMap(
      ({ operation }) => operation.responses[200]?.content?.['text/event-stream'] ?? [],
    );
    expect(streams.length).toBeGreaterThan(1);
    for (const { schema } of streams)
      expect(JSON.stringify(schema)).toMatch(/"#\/components\/schemas\/\w+".*"#\/components\/schemas\/Problem"/);
  });
});
