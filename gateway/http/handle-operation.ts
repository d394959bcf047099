import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { abortable } from '../../concurrency/abortable.ts';
import type { AuditedAction } from '../../domain/audit/record.ts';
import { expectedTags } from '../../domain/audit/state-tag.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { isAdminScope } from '../../domain/callers/rights.ts';
import { Failure } from '../../domain/errors.ts';
import { enterTrace } from '../../telemetry/tracing.ts';
import { codeName } from '../errors/error-table.ts';
import { failureFrom, logFailure } from '../errors/failures.ts';
import { correlationHeader } from '../request/correlation.ts';
import { type UseCase, withUseCaseSpan } from '../request/request-context.ts';
import { callerGone, requestSignal } from '../request/request-signal.ts';
import { admit, originOf } from './admit.ts';
import { respondPacked } from './compress.ts';
import type { HttpEdge } from './edge.ts';
import type { EdgeEnv, HttpOperation } from './operation.ts';
import { createFormReader } from './read-form.ts';
import { createReadJson } from './read-json.ts';
import { annotateAnswer, requestEntry } from './request-entry.ts';
import { correlationIdOf, type Headers, respondFailure, respondFile, respondNotModified } from './respond.ts';

/** Tags of answers (RFC 9110): the same for the same content, which need not be sent again. */

const refused = (description: string): Failure =>
  new Failure('invalid_argument', `if-match: ${description}`, { violations: [{ field: 'if-match', description }] });

/**
 * The tags that a request's `If-Match` names; undefined: it has none. Throws `invalid_argument`
 * where the header is not well-formed, or the operation would do its work in spite of it.
 */
const expectedState = (
  { req }: Context<EdgeEnv>,
  { isConditional }: Pick<HttpOperation<never, never>, 'isConditional'>,
): readonly string[] | undefined => {
  const header = req.header('if-match');
  if (header === undefined) return undefined;
  if (!isConditional) throw refused('is not for this operation');
  const tags = expectedTags(header);
  if (tags === undefined) throw refused('must be * or ETags in quotation marks, 20 at most');
  return tags;
};

/** The tag of a text: weak, because the same content may be sent in another coding. */
const tagOf = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether a client has what the tag stands for, by its `If-None-Match`. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((each) => opaque(each) === opaque(tag)));

/** One request on its way. */
interface Running {
  readonly correlationId: string;
  readonly traceparent: string | undefined;
  readonly signal: AbortSignal;
  /** Headers of the answer, whatever it will be. */
  readonly headers: Record<string, string>;
  /** What an operator does by it; undefined until it is let in, and where nothing is recorded. */
  act: AuditedAction | undefined;
}

/**
 * What a record names where nothing else does: the path, and of a request that reads also what it
 * asked for.
 */
const pathToRecord = ({ req }: Context<EdgeEnv>): string =>
  req.method === 'GET' ? `${req.path}${URL.parse(req.url)?.search ?? ''}` : req.path;

const isChange = ({ req }: Context<EdgeEnv>): boolean => req.method !== 'GET' && req.method !== 'HEAD';

/** The answer as JSON, unless the client has it already. */
const respondBody = (
  context: Context<EdgeEnv>,
  { status = 200, isTagged }: Pick<HttpOperation<never, never>, 'status' | 'isTagged'>,
  document: object,
  headers: Headers,
): Response | Promise<Response> => {
  const body = JSON.stringify(document);
  const packable = { contentType: 'application/json', body };
  if (!isTagged) return respondPacked(context, status, packable, headers);
  const etag = tagOf(body);
  // Kept by the caller's own program alone, and used after it has asked.
  const tagged = { ...headers, etag, 'cache-control': 'private, no-cache' };
  return isKnown(context.req.header('if-none-match'), etag)
    ? respondNotModified(tagged)
    : respondPacked(context, status, packable, tagged);
};

const tagged = (etag: string | undefined): { etag?: string } => (etag === undefined ? {} : { etag });

/** Where what was created is to be found, by the id that the operation says, or the answer has. */
const location = ({ req }: Context<EdgeEnv>, created: string | undefined, body: object): { location?: string } => {
  const id = created ?? ('id' in body ? String(body.id) : undefined);
  return id === undefined ? {} : { location: `${req.path}/${encodeURIComponent(id)}` };
};

/** Lets a caller in, and has the use case answer what it asks. */
const answering = <Input, Output>(
  operation: HttpOperation<Input, Output>,
  useCase: UseCase<Input, Output>,
  edge: HttpEdge,
) => {
  const { name, status = 200 } = operation;
  const readJson = createReadJson(edge.maxBodyBytes);
  const readForm = createFormReader(edge.maxUploadBytes ?? edge.maxBodyBytes);

  const begin = (context: Context<EdgeEnv>, caller: Caller, requestId: string): AuditedAction | undefined =>
    operation.service === 'admin' && (operation.isRecorded ?? isChange)(context)
      ? edge.audit?.begin({
          caller,
          origin: originOf(context, edge),
          requestId,
          operation: name,
          expected: expectedState(context, operation),
        })
      : undefined;

  return async (context: Context<EdgeEnv>, running: Running) => {
    const { correlationId, traceparent, signal, headers } = running;
    const caller = await admit(context, edge, { operation, correlationId, signal, headers });
    const act = begin(context, caller, correlationId);
    running.act = act;
    const decoded = operation.decode(context, readJson, readForm);
    const request = decoded instanceof Promise ? await abortable(decoded, signal) : decoded;
    signal.throwIfAborted();
    // Before what is read: a change in between makes the tag older than the answer, and no newer.
    const read = operation.readsState?.(context);
    const tagRead = read && (await edge.audit?.tagOf(read, { signal }));
    const result = withUseCaseSpan(name, () =>
      useCase(request, { caller, correlationId, traceparent, signal, now: edge.now, act }),
    );
    const response = result instanceof Promise ? await abortable(result, signal) : result;
    if (act !== undefined) await edge.audit?.done(act, pathToRecord(context));
    const file = operation.asFile?.(response);
    if (file !== undefined) return respondFile(file, correlationId, headers);
    const body = operation.encode(response);
    return respondBody(context, operation, body, {
      [correlationHeader]: correlationId,
      ...headers,
      ...tagged(tagRead ?? act?.tag),
      ...(status === 201 && location(context, operation.createdId?.(response), body)),
    });
  };
};

/**
 * The life of one request, without middleware: correlation id, trace, deadline,
 * key, scope, body, use case, answer, metrics. Whatever is thrown on the way becomes a problem
 * document; only what the service is to blame for is logged. The signal that the use case gets
 * aborts when the deadline passes and when the client goes away; the request is then refused,
 * whether the use case has noticed or not.
 */
export const handleOperation = <Input, Output>(
  operation: HttpOperation<Input, Output>,
  useCase: UseCase<Input, Output>,
  edge: HttpEdge,
): ((context: Context<EdgeEnv>) => Promise<Response>) => {
  const { name, scope } = operation;
  const shedder = isAdminScope(scope) ? undefined : edge.shedder;
  const record = edge.metrics.requests[operation.service].bind(name.slice(name.indexOf('/') + 1), 'http');
  const entryOf = requestEntry(operation);
  const answer = answering(operation, useCase, edge);
  const route = `${operation.route.method.toUpperCase()} ${operation.route.path}`;

  return (context) => {
    const startedAtMs = performance.now();
    shedder?.begin();
    const correlationId = correlationIdOf(context);
    const request = requestSignal({ timeoutMs: edge.deadlineMs });
    const { outgoing } = context.env;
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) request.abort(callerGone());
    });
    const finish = (code: string): void => {
      request.release();
      const tookMs = performance.now() - startedAtMs;
      shedder?.end(tookMs);
      record(code, tookMs / 1_000);
    };
    return enterTrace(entryOf(context, correlationId), async (traceparent) => {
      const { signal } = request;
      const running: Running = { correlationId, traceparent, signal, headers: {}, act: undefined };
      try {
        const response = await answer(context, running);
        finish('OK');
        return annotateAnswer(response);
      } catch (thrown) {
        const failure = failureFrom(thrown, request.reason);
        finish(codeName(failure.kind));
        logFailure(edge.log, failure, { route });
        if (running.act !== undefined) await edge.audit?.failed(running.act, context.req.path, failure);
        return annotateAnswer(respondFailure(failure, context.req.path, correlationId, running.headers));
      }
    });
  };
};
