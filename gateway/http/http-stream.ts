import type { Context } from 'hono';
import type { Failure } from '../../domain/errors.ts';
import type { StreamingUseCase } from '../request/request-context.ts';
import type { EdgeEnv } from './edge-env.ts';
import type { HttpOperation } from './operation.ts';
import type { ReadJson } from './read-json.ts';

/**
 * The form in which a stream is answered: server-sent events, each with the JSON of a message on
 * one line; the messages as lines of JSON; or one document, when all messages are there.
 */
export type StreamForm = 'events' | 'lines' | 'document';

/** How a reader that has lost its connection goes on. */
export interface Resumption<Output> {
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
