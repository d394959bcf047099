import type { HttpBindings } from '@hono/node-server';
import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AuditTarget } from '../../domain/audit/record.ts';
import type { Scope } from '../../domain/callers/caller.ts';
import type { Failure } from '../../domain/errors.ts';
import type { RequestPrefix } from '../../telemetry/metrics.ts';
import type { StreamingUseCase, UseCase } from '../request/request-context.ts';
import type { FormReader } from './read-form.ts';
import type { ReadJson } from './read-json.ts';

/** What Hono hands to a handler: Node's own request and response. */
export interface EdgeEnv {
  readonly Bindings: HttpBindings;
}

/** Puts an operation on its path. */
export type Serve = <Input, Output>(operation: HttpOperation<Input, Output>, useCase: UseCase<Input, Output>) => void;

/**
 * One operation of the contract as HTTP: how a request is read, what it is documented as, how the
 * answer is written.
 */
export interface HttpOperation<Input, Output> {
  /** The service whose metrics count it. */
  readonly service: RequestPrefix;
  /** The contract's name of it: `svc.public.v1.Catalog/GetProduct`. */
  readonly name: string;
  readonly scope: Scope;
  /** The status of a good answer; 200 when left out. */
  readonly status?: 200 | 201;
  /** Whether its answers have a tag, by which a client is told that it has them already. */
  readonly isTagged?: boolean;
  /** Whether `If-Match` is for it: the state that what it changes must have. */
  readonly isConditional?: boolean;
  /** What an operator reads, whose state has a tag; undefined: none. */
  readonly readsState?: (context: Context<EdgeEnv>) => AuditTarget | undefined;
  /**
   * The id of what was created, below the path of the request; left out: the `id` of the answer.
   */
  readonly createdId?: (response: Output) => string;
  /** Method, path and the schemas that both validate and document. */
  readonly route: RouteConfig;
  /**
   * Reads the contract's request; throws `Failure` for what cannot be read. What it means is
   * checked by the use case.
   */
  readonly decode: (context: Context<EdgeEnv>, readJson: ReadJson, readForm: FormReader) => Input | Promise<Input>;
  /** The answer as JSON has it, with the contract's field names. */
  readonly encode: (response: Output) => object;
  /** The answer as a file, in place of JSON; left out, or nothing: JSON. */
  readonly asFile?: (response: Output) => AnswerFile | undefined;
  /** Whether an operator's request is recorded; left out: it is unless it only reads. */
  readonly isRecorded?: (context: Context<EdgeEnv>) => boolean;
}

/** An answer that is a file. */
export interface AnswerFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array | ReadableStream<Uint8Array>;
}

/**
 * The form in which a stream is answered: server-sent events, each with the JSON of a message on
 * one line; the messages as lines of JSON; or one document, when all messages are there.
 */
export type StreamForm = 'events' | 'lines' | 'document';

/** How a reader that has lost its connection goes on. */
interface Resumption<Output> {
  /** The id of an event: the same for the same state, and another for every other. */
  readonly idOf: (message: Output) => string;
  /** Whether nothing follows the message. */
  readonly isLast: (message: Output, context: Context<EdgeEnv>) => boolean;
}

/** An operation of the contract that answers with many messages. */
export interface HttpStream<Input, Output> extends Omit<HttpOperation<Input, Output>, 'status' | 'decode' | 'encode'> {
  /** As of an operation; a request may be the lines of its body, as they come. */
  readonly decode: (
    context: Context<EdgeEnv>,
    readJson: ReadJson,
    readLines: () => AsyncIterable<string | Failure>,
  ) => Input | Promise<Input>;
  /** Left out: events. */
  readonly formOf?: (context: Context<EdgeEnv>) => StreamForm;
  /** The message as JSON has it; `number` is its place in the stream, from 1. */
  readonly encode: (message: Output, number: number) => object;
  /** Left out: events are numbered, and every reader begins at the beginning. */
  readonly resumption?: Resumption<Output>;
  /** All messages as one document, where the form may be that. */
  readonly gather?: (messages: readonly Output[]) => object;
}

/** The type of a body of lines of JSON. */
export const lineType = 'application/x-ndjson';

/** Puts an operation that answers with many messages on its path. */
export type ServeStream = <Input, Output>(
  operation: HttpStream<Input, Output>,
  useCase: StreamingUseCase<Input, Output>,
) => void;
