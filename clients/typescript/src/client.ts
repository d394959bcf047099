import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BidiStream, type Contract, contract, type Input, type ServerStream, type Unary } from './contract.ts';
import { OfferstreamError } from './offerstream-error.ts';
import { defaultRetryPolicy, type RetryPolicy, retryDelay } from './retry.ts';
import type { CallContext, Transport, WatchPosition } from './transport.ts';

/**
 * A client over any transport. What it adds to a call: a deadline, tries again after a failure that
 * passes, an idempotency key for what makes something, so that a repeated call makes nothing twice,
 * and watches that go on after a broken connection without a version told twice.
 */

/** What one call may have of its own. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal;
  /** How long it may take, tries included, in milliseconds; left out: streams have no limit. */
  readonly timeoutMs?: number;
  /** Of a call that makes something; left out: one is made up, the same for every try. */
  readonly idempotencyKey?: string;
}

/** What all calls have. */
export interface ClientOptions {
  /** How long a call with one answer may take in all, in milliseconds; left out: 30 seconds. */
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
}

type Call<Operation> =
  Operation extends Unary<infer Request, infer Response>
    ? (request: Input<Request>, options?: CallOptions) => Promise<Response>
    : Operation extends ServerStream<infer Request, infer Response>
      ? (request: Input<Request>, options?: CallOptions) => AsyncIterable<Response>
      : Operation extends BidiStream<infer Request, infer Response>
        ? (
            requests: AsyncIterable<Input<Request>> | Iterable<Input<Request>>,
            options?: CallOptions,
          ) => AsyncIterable<Response>
        : never;

/** The operations of the service, and the end of the client. */
export type Client = {
  readonly [Service in keyof Contract]: {
    readonly [Method in keyof Contract[Service]]: Call<Contract[Service][Method]>;
  };
} & {
  /** Ends the calls in flight and gives back the connections. */
  close(): void;
};

const defaultTimeoutMs = 30_000;

const contextOf = (options: CallOptions, limitMs: number | undefined, idempotencyKey?: string): CallContext => {
  const signals = [options.signal, limitMs === undefined ? undefined : AbortSignal.timeout(limitMs)];
  return {
    signal: AbortSignal.any(signals.filter((signal) => signal !== undefined)),
    deadline: limitMs === undefined ? undefined : Date.now() + limitMs,
    idempotencyKey,
  };
};

/** Waits for the next try; throws the failure where there is none, or none in time. */
type UntilNextTry = (thrown: unknown, attempt: number, context: CallContext) => Promise<void>;

const retriesOf =
  (policy: RetryPolicy): UntilNextTry =>
  async (thrown, attempt, { signal, deadline }) => {
    if (!(thrown instanceof OfferstreamError)) throw thrown;
    const delayMs = retryDelay(policy, attempt, thrown, Math.random());
    if (delayMs === undefined || signal.aborted) throw thrown;
    if (deadline !== undefined && Date.now() + delayMs >= deadline) throw thrown;
    await sleep(delayMs, undefined, { signal }).catch(() => {
      throw thrown;
    });
  };

const unaryCall =
  (transport: Transport, untilNextTry: UntilNextTry, timeoutMs: number) =>
  async <Request, Response>(
    operation: Unary<Request, Response>,
    request: Request,
    options: CallOptions = {},
  ): Promise<Response> => {
    const key = operation.makes ? (options.idempotencyKey ?? randomUUID()) : undefined;
    const context = contextOf(options, options.timeoutMs ?? timeoutMs, key);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transport.unary(operation, request, context);
      } catch (thrown) {
        await untilNextTry(thrown, attempt, context);
      }
    }
  };

const serverStreamCall = (transport: Transport, untilNextTry: UntilNextTry) =>
  async function* <Request, Response>(
    operation: ServerStream<Request, Response>,
    request: Request,
    options: CallOptions = {},
  ): AsyncGenerator<Response> {
    const { isNews } = operation;
    const context = contextOf(options, options.timeoutMs);
    const position: WatchPosition = {};
    let last: Response | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const message of transport.serverStream(operation, request, context, position)) {
          attempt = 1;
          if (last !== undefined && isNews?.(last, message) === false) continue;
          last = message;
          yield message;
        }
        return;
      } catch (thrown) {
        // A stream of which something was told can only go on if it is a watch.
        if (last !== undefined && isNews === undefined) throw thrown;
        await untilNextTry(thrown, attempt, context);
      }
    }
  };

/** The calls of a client, each by the kind of its operation. */
const createCalls = (transport: Transport, options: ClientOptions) => {
  const { timeoutMs = defaultTimeoutMs, retry = defaultRetryPolicy } = options;
  const untilNextTry = retriesOf(retry);
  const bidiStream = <Request, Response>(
    operation: BidiStream<Request, Response>,
    requests: AsyncIterable<Request> | Iterable<Request>,
    given: CallOptions = {},
  ): AsyncIterable<Response> => transport.bidiStream(operation, requests, contextOf(given, given.timeoutMs));
  return {
    unary: unaryCall(transport, untilNextTry, timeoutMs),
    serverStream: serverStreamCall(transport, untilNextTry),
    bidiStream,
  };
};

type Calls = ReturnType<typeof createCalls>;

/** A message with every field: what is left out takes the default of its type. */
const complete = <Request>(operation: { readonly request: unknown }, input: unknown): Request =>
  (operation.request as { fromPartial(input: unknown): Request }).fromPartial(input);

async function* completeEach<Request>(
  operation: { readonly request: unknown },
  inputs: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<Request> {
  for await (const input of inputs) yield complete<Request>(operation, input);
}

type AnyOperation = Contract[keyof Contract][keyof Contract[keyof Contract]] extends infer Each ? Each : never;

const callOf = (calls: Calls, operation: AnyOperation | Unary<never, unknown>): unknown => {
  const row = operation as unknown as
    | Unary<unknown, unknown>
    | ServerStream<unknown, unknown>
    | BidiStream<unknown, unknown>;
  switch (row.kind) {
    case 'unary':
      return (input: unknown, options?: CallOptions) => calls.unary(row, complete(row, input), options);
    case 'server-stream':
      return (input: unknown, options?: CallOptions) => calls.serverStream(row, complete(row, input), options);
    case 'bidi-stream':
      return (inputs: Iterable<unknown>, options?: CallOptions) =>
        calls.bidiStream(row, completeEach(row, inputs), options);
  }
};

/** The client of a transport. */
export const createClient = (transport: Transport, options: ClientOptions): Client => {
  const calls = createCalls(transport, options);
  const services = Object.entries(contract).map(([service, methods]) => [
    service,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, callOf(calls, operation)])),
  ]);
  return { ...Object.fromEntries(services), close: () => transport.close() } as Client;
};
