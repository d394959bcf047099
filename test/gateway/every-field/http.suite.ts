import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { boundaryJson, boundaryTexts, shown } from './boundary-values.ts';
import { type FilledService, type Send, startFilledService, urlOf } from './filled-service.ts';
import { goodProduct } from './good-values.ts';
import { type GoodParameter, jsonWith, type Operation, placesIn } from './openapi-operations.ts';

/**
 * Every field of every operation of the OpenAPI document is sent what is too long, too large, too
 * deep, of another type or not to be stored, while the rest of the request is good. A new operation
 * is covered by being in the document.
 */

const testWithinMs = 600_000;

interface Problem {
  readonly detail?: string;
  readonly violations?: readonly { readonly field: string; readonly description: string }[];
}

/** What is wrong with how a request was answered; undefined when nothing is. */
const wrongWith = async (answer: Response, names: readonly string[]): Promise<string | undefined> => {
  // What streams goes on for as long as somebody reads.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return undefined;
  }
  const text = await answer.text();
  if (answer.status < 400) return undefined;
  // A part that does not answer at the moment is no matter of what was sent.
  if (answer.status >= 500 && answer.status !== 501 && answer.status !== 503) return `${answer.status} ${text}`;
  if (answer.headers.get('content-type') !== 'application/problem+json')
    return `${answer.status} is no problem document`;
  const { violations = [], detail = '' } = JSON.parse(text) as Problem;
  if (answer.status !== 400) return undefined;
  const isNamed = violations.some(({ field, description }) =>
    names.some((name) => `${field}: ${description}`.includes(name)),
  );
  return isNamed ? undefined : `400 does not name ${names.join('.')}: ${detail.slice(0, 200)}`;
};

const faultsOf = async (
  requests: Iterable<{ readonly what: string; readonly names: readonly string[]; send: () => Promise<Response> }>,
): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const request of requests) {
    const wrong = await request.send().then(
      (answer) => wrongWith(answer, request.names),
      (error: unknown) => `no answer: ${String(error)}`,
    );
    if (wrong !== undefined) faults.push(`${request.what}: ${wrong}`);
  }
  return faults;
};

/** What stands for the whole of a request in an answer. */
const whole = ['body', 'query', 'path'];

const withParameter = (operation: Operation, changed: GoodParameter, value: string): Operation => ({
  ...operation,
  parameters: operation.parameters.map((each) => (each === changed ? { ...each, value } : each)),
});

const bodyOf = ({ bodies: [body] }: Operation): string | undefined =>
  body === undefined ? undefined : JSON.stringify(body);

/**
 * Which of the values a place is tried with: one of so many, and each of them at some place. A
 * place is one of hundreds, and most of them are read by the same few rules.
 */
const oneOf = <Value>(values: readonly Value[], every: number, place: number): readonly Value[] =>
  values.filter((_, at) => (at + place) % every === 0);

/** Tries one of every so many values at each field; 1: all of them. */
export const everyFieldSuite = ({ every }: { readonly every: number }): void => {
  let database: TestDatabase;
  let filled: FilledService;
  let send: Send;
  let operations: readonly Operation[];

  beforeAll(async () => {
    database = await testDatabase();
    await createCatalogStore(database.pool.sql).upsert([goodProduct], new Date(), untraced);
    filled = await startFilledService({ DATABASE_URL: database.url });
    ({ send, operations } = filled);
  });

  afterAll(async () => {
    await filled.service.stop();
    await database.close();
  });

  test('the request that each case begins with is good, so that what is wrong with another is what was changed', async () => {
    const requests = operations.flatMap((operation) =>
      (operation.bodies.length === 0 ? [undefined] : operation.bodies).map((body) => ({
        what: operation.name,
        names: ['nothing'],
        send: () => send(operation.method, urlOf(operation), body === undefined ? undefined : JSON.stringify(body)),
      })),
    );
    expect(await faultsOf(requests)).toEqual([]);
  });

  test('a value at the edge of what any field of any body can be is taken or refused by name, never a fault', {
    timeout: testWithinMs,
  }, async () => {
    expect(operations.length).toBeGreaterThan(60);
    const requests = operations.flatMap((operation) =>
      operation.bodies.flatMap((body) =>
        placesIn(body).flatMap((place, at) =>
          oneOf(boundaryJson, every, at).map((text) => ({
            what: `${operation.name} ${place.join('.')} = ${shown(text)}`,
            names: place.length === 0 ? [''] : [...place.map(String).filter((name) => !/^\d+$/.test(name)), ...whole],
            send: () => send(operation.method, urlOf(operation), jsonWith(body, place, text)),
          })),
        ),
      ),
    );
    expect(await faultsOf(requests)).toEqual([]);
  });

  test('a text at the edge of what any parameter can be is taken or refused by name, never a fault', {
    timeout: testWithinMs,
  }, async () => {
    const short = boundaryTexts.filter((text) => text.length <= 5_000);
    const requests = operations.flatMap((operation) =>
      operation.parameters
        .filter((parameter) => parameter.in !== 'header')
        .flatMap((parameter, at) =>
          oneOf([...short, 'x'.repeat(5_000)], every, at).map((text) => ({
            what: `${operation.name} ${parameter.name} = ${shown(text)}`,
            names: [parameter.name, ...whole],
            send: () => send(operation.method, urlOf(withParameter(operation, parameter, text)), bodyOf(operation)),
          })),
        ),
    );
    expect(await faultsOf(requests)).toEqual([]);
  });
};
