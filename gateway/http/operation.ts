import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AuditTarget } from '../../domain/audit/record.ts';
import type { Scope } from '../../domain/callers/caller.ts';
import type { RequestPrefix } from '../../telemetry/metrics.ts';
import type { UseCase } from '../request/request-context.ts';
import type { EdgeEnv } from './edge-env.ts';
import type { FormReader } from './read-form.ts';
import type { ReadJson } from './read-json.ts';

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
