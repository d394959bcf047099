import type { HttpOperation } from './operation.ts';

/**
 * An operation of the contract that answers with many messages, as server-sent events: each message
 * is one event, whose data is its JSON on one line.
 */
export type HttpEventStream<Input, Output> = Omit<HttpOperation<Input, Output>, 'status'>;
