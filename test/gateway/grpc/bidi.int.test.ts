import { Client, credentials, Server, ServerCredentials, type ServiceError } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import type { Failure } from '../../../domain/errors.ts';
import { handleBidi } from '../../../gateway/grpc/handlers.ts';
import { methodRow } from '../../../gateway/grpc/service-table.ts';
import type { BidiUseCase } from '../../../gateway/request/request-context.ts';
import type { RequestSignal } from '../../../gateway/request/request-signal.ts';
import { CalculatePriceRequest, PricingResponse, PricingService } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLogger } from '../../support/recording-logger.ts';
import { codeOf, fullKey, headers, heldUp } from './test-edge.ts';

const rpc = PricingService.bulkCalculatePrice;
const caller: Caller = { keyId: 'k', customerId: 'c', groupIds: [], scopes: ['pricing'], deliveryZone: undefined };

let server: Server;
let client: Client;
let useCase: BidiUseCase<CalculatePriceRequest, PricingResponse>;
let openStreams: Map<RequestSignal, string>;

beforeEach(async () => {
  server = new Server();
  openStreams = new Map();
  const edge = {
    authenticator: { authenticate: async () => caller },
    log: recordingLogger(),
    now: () => new Date(),
    defaultDeadlineMs: 1_000,
    openStreams,
  };
  const kind = { type: 'bidi', handle: handleBidi<CalculatePriceRequest, PricingResponse> } as const;
  methodRow(kind, { rpc, answer: PricingResponse, scope: 'pricing', metrics: undefined }, (requests, context) =>
    useCase(requests, context),
  ).register(server, edge);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});

afterEach(() => {
  client.close();
  server.forceShutdown();
});

const open = (serialize = rpc.requestSerialize) =>
  client.makeBidiStreamRequest(rpc.path, serialize, rpc.responseDeserialize, headers(fullKey));

const requestFor = (quantity: number) => CalculatePriceRequest.fromPartial({ offerId: 'ofr_1', quantity });

const endOf = (call: ReturnType<typeof open>): Promise<ServiceError | undefined> =>
  new Promise((resolve) => {
    call.once('error', (error) => resolve(error as ServiceError));
    call.once('end', () => resolve(undefined));
  });

/** Answers each request with its quantity. */
const echo: typeof useCase = async function* (requests) {
  for await (const { quantity } of requests) yield PricingResponse.fromPartial({ requestedQuantity: quantity });
};

test('every request is answered in order, and the stream ends when the requests do', async () => {
  useCase = echo;
  const call = open();
  const answers: number[] = [];
  call.on('data', ({ requestedQuantity }: PricingResponse) => answers.push(requestedQuantity));
  for (let quantity = 1; quantity <= 1_000; quantity += 1) call.write(requestFor(quantity));
  call.end();
  expect(await endOf(call)).toBeUndefined();
  expect(answers).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
});

test('a use case that does not take requests holds up the sender', async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  useCase = async function* (requests, context) {
    await released;
    yield* echo(requests, context);
  };
  const call = open();
  let answered = 0;
  call.on('data', () => {
    answered += 1;
  });
  const total = 2_000;
  const padded = { ...requestFor(1), deliveryZone: 'x'.repeat(4_096) };
  let sent = 0;
  const send = (): void => {
    while (sent < total) {
      sent += 1;
      if (!call.write(padded)) return void call.once('drain', send);
    }
    call.end();
  };
  send();
  await heldUp(() => sent);
  expect(sent).toBeLessThan(300);
  release();
  expect(await endOf(call)).toBeUndefined();
  expect(answered).toBe(total);
});

test('a malformed request in the middle ends the stream with INVALID_ARGUMENT after the answers before it', async () => {
  useCase = echo;
  const call = open((value) => (value.quantity === 0 ? Buffer.from([0x0a, 0xff]) : rpc.requestSerialize(value)));
  let answered = 0;
  call.on('data', () => {
    answered += 1;
  });
  call.write(requestFor(1));
  call.write(requestFor(0));
  expect(codeOf(await endOf(call))).toBe('INVALID_ARGUMENT');
  expect(answered).toBe(1);
});

test('a caller that hangs up ends the requests with an error and runs the clean-up', async () => {
  const seen: string[] = [];
  useCase = async function* (requests) {
    try {
      for await (const { quantity } of requests) yield PricingResponse.fromPartial({ requestedQuantity: quantity });
    } catch (error) {
      seen.push((error as Failure).kind);
      throw error;
    } finally {
      seen.push('cleaned up');
    }
  };
  const call = open();
  const ended = endOf(call);
  call.on('data', () => call.cancel());
  call.write(requestFor(1));
  expect(codeOf(await ended)).toBe('CANCELLED');
  await eventually(() => seen.includes('cleaned up'));
  expect(seen).toEqual(['cancelled', 'cleaned up']);
  await eventually(() => openStreams.size === 0);
});

test('a use case that stops early ends the stream with OK though requests are left', async () => {
  useCase = async function* (requests) {
    for await (const { quantity } of requests) {
      yield PricingResponse.fromPartial({ requestedQuantity: quantity });
      return;
    }
  };
  const call = open();
  const answers: number[] = [];
  call.on('data', ({ requestedQuantity }: PricingResponse) => answers.push(requestedQuantity));
  call.write(requestFor(1));
  call.write(requestFor(2));
  expect(await endOf(call)).toBeUndefined();
  expect(answers).toEqual([1]);
});
