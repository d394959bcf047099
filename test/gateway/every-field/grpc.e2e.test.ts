import type { DescMethod } from '@bufbuild/protobuf';
import { Client, type ClientReadableStream, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractServices } from '../../../gateway/grpc/reflection.ts';
import { createCatalogStore } from '../../../storage/catalog/catalog-store.ts';
import { untraced } from '../../support/event-samples.ts';
import { type TestDatabase, testDatabase } from '../../support/postgres.ts';
import { testKey } from '../../support/sealer.ts';
import { type Service, startService } from '../../support/service.ts';
import { goodProduct } from './good-values.ts';
import { goodRequest, methodsOf, type OddRequest, oddRequests } from './grpc-messages.ts';

/**
 * Every field of every method of the contract is sent what its type can carry and nothing means. A
 * new method is covered by being in the descriptors.
 */

const key = 'os_operatoroperatoroperatoroperator';
const answerWithinMs = 60_000;
const testWithinMs = 600_000;

let database: TestDatabase;
let service: Service;
let client: Client;

beforeAll(async () => {
  database = await testDatabase();
  await createCatalogStore(database.pool.sql).upsert([goodProduct], new Date(), untraced);
  service = await startService({
    DATABASE_URL: database.url,
    BUS: 'embedded',
    HOST: '127.0.0.1',
    SECRETS_KEY: Buffer.from(testKey(7)).toString('base64'),
    BOOTSTRAP_ADMIN_KEY: key,
    KEY_REQUESTS_PER_SECOND: '1000000',
    KEY_REQUESTS_PER_DAY: '1000000000',
  });
  client = new Client(service.grpcAddress, credentials.createInsecure());
});

afterAll(async () => {
  client.close();
  await service.stop();
  await database.close();
});

const same = (bytes: Buffer): Buffer => bytes;

/** How a call ends: its error, or undefined; what a stream answers is read up to its end. */
const endOf = (path: string, kind: string, bytes: Buffer): Promise<ServiceError | undefined> =>
  new Promise((resolve) => {
    const metadata = new Metadata();
    metadata.set('x-api-key', key);
    const options = { deadline: Date.now() + answerWithinMs };
    const read = (call: ClientReadableStream<Buffer>): void => {
      call.on('error', (error) => resolve(error as ServiceError));
      call.on('end', () => resolve(undefined));
      call.resume();
    };
    if (kind === 'unary') {
      client.makeUnaryRequest(path, same, same, bytes, metadata, options, (error) => resolve(error ?? undefined));
    } else if (kind === 'server_streaming') {
      read(client.makeServerStreamRequest(path, same, same, bytes, metadata, options));
    } else {
      const call = client.makeBidiStreamRequest(path, same, same, metadata, options);
      read(call);
      call.write(bytes);
      call.end();
    }
  });

const ours: ReadonlySet<status> = new Set([
  status.INTERNAL,
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.DATA_LOSS,
]);

const wrongWith = (error: ServiceError | undefined, { field }: OddRequest): string | undefined => {
  if (error === undefined) return undefined;
  if (ours.has(error.code)) return `${status[error.code]} ${error.details}`;
  if (error.code !== status.INVALID_ARGUMENT) return undefined;
  // What makes no message of the type has no field.
  const isNamed = error.details.includes(field) || error.details.startsWith('request: ');
  return isNamed ? undefined : `INVALID_ARGUMENT does not name ${field}: ${error.details.slice(0, 200)}`;
};

const pathOf = (method: DescMethod): string => `/${method.parent.typeName}/${method.name}`;

test('the request that each case begins with is good, so that what is wrong with another is what was changed', async () => {
  const faults: string[] = [];
  for (const method of methodsOf(contractServices)) {
    const error = await endOf(pathOf(method), method.methodKind, goodRequest(method));
    if (error?.code === status.INVALID_ARGUMENT) faults.push(`${method.name}: ${error.details}`);
  }
  expect(faults).toEqual([]);
});

test('a value at the edge of what any field of any method can carry is taken or refused by name, never a fault', {
  timeout: testWithinMs,
}, async () => {
  const methods = methodsOf(contractServices);
  expect(methods.length).toBeGreaterThan(14);
  const faults: string[] = [];
  for (const method of methods) {
    for (const request of oddRequests(method)) {
      const wrong = wrongWith(await endOf(pathOf(method), method.methodKind, request.bytes), request);
      if (wrong !== undefined) faults.push(`${method.name} ${request.field}[${request.at}]: ${wrong}`);
    }
  }
  expect(faults).toEqual([]);
});
