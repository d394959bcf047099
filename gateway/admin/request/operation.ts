import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AuditTarget } from '../../../domain/audit/record.ts';
import type { AdminScope } from '../../../domain/callers/caller.ts';
import type { EdgeEnv } from '../../http/edge-env.ts';
import type { ServeStream } from '../../http/http-stream.ts';
import type { HttpOperation, Serve } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { ifMatch } from '../../http/schemas/if-match.ts';
import { validate } from '../../http/validate.ts';
import type { UseCase } from '../../request/request-context.ts';

/** What a request holds, as the schemas of its operation read it. */
interface Given<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType> {
  /** The names in the path. */
  readonly params: { readonly [Name in keyof Params['shape']]: string };
  readonly query: z.output<Query>;
  readonly body: z.output<Body>;
}

/** One operation for operators: everything that is said of it, but what it does. */
interface AdminOperation<Input, Output, Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType>
  extends Pick<HttpOperation<Input, Output>, 'status' | 'createdId' | 'encode' | 'asFile' | 'isRecorded'> {
  /** What records and metrics call it. */
  readonly name: string;
  /** The right that it needs. */
  readonly scope: Exclude<AdminScope, 'admin'>;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: z.ZodType;
  /** What the answer is. */
  readonly answered: string;
  /** Types of the answer besides JSON, each a file. */
  readonly fileTypes?: readonly string[];
  /** Whether what it names may not be there, and whether another change may be in its way. */
  readonly findsById?: boolean;
  readonly conflicts?: boolean;
  /** Whether `If-Match` is for it; left out: for what is put, patched or deleted. */
  readonly isConditional?: boolean;
  /** Whether its answer has the tag of what it changed; left out: if created, or `If-Match` is. */
  readonly hasTag?: boolean;
  /** What it reads, whose state has a tag; undefined: none. */
  readonly readsState?: (given: Pick<Given<Params, Query, Body>, 'params' | 'query'>) => AuditTarget | undefined;
  /** Whether the analytical projection answers. */
  readonly isAnalytical?: boolean;
  readonly decode: (given: Given<Params, Query, Body>) => Input;
}

/** An operation with the use case that serves it. */
export interface ServedOperation<Cases> {
  readonly serveWith: (serve: Serve, cases: Cases, serveStream: ServeStream) => void;
}

const withFiles = (documented: ReturnType<typeof responses>, types: readonly string[]) => {
  const { 200: answer, ...others } = documented;
  if (answer === undefined || !('content' in answer)) return documented;
  const files = types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]);
  return { 200: { ...answer, content: { ...answer.content, ...Object.fromEntries(files) } }, ...others };
};

/** What is said of an operation besides how it is decoded and encoded. */
type Described = Omit<
  AdminOperation<never, never, z.ZodObject, z.ZodObject, z.ZodType>,
  'decode' | 'encode' | 'asFile' | 'createdId' | 'readsState'
> & { readonly isRead?: boolean };

const changingMethods: ReadonlySet<string> = new Set(['put', 'patch', 'delete']);

const isConditional = ({ isConditional: stated, method }: Pick<Described, 'isConditional' | 'method'>): boolean =>
  stated ?? changingMethods.has(method);

const responsesOf = (asked: Described) => {
  const { answered, answer, status, body, fileTypes, findsById, conflicts, isAnalytical } = asked;
  const documented = responses(answered, answer, {
    ...(status && { status }),
    ...(findsById && { findsById }),
    ...(conflicts && { conflicts }),
    ...(isAnalytical && { isAnalytical }),
    readsBody: body !== undefined,
    isConditional: isConditional(asked),
    hasState: asked.isRead === true || status === 201 || asked.hasTag === true,
  });
  return fileTypes === undefined ? documented : withFiles(documented, fileTypes);
};

const routeOf = (asked: Described) => {
  const { method, path, operationId, summary, params, query, body } = asked;
  const request = {
    ...(params && { params }),
    ...(query && { query }),
    ...(isConditional(asked) && { headers: ifMatch }),
    ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }),
  };
  return createRoute({ method, path, operationId, summary, tags: ['Admin'], request, responses: responsesOf(asked) });
};

/**
 * Makes the operations of one resource. Each says which of the use cases of the resource serves it,
 * which right it needs, and everything of its request and its answer.
 */
export const operationsOf =
  <Cases>(resource: string) =>
  <Input, Output, Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType>(
    useCaseOf: (cases: Cases) => UseCase<Input, Output>,
    asked: AdminOperation<Input, Output, Params, Query, Body>,
  ): ServedOperation<Cases> => {
    const { name, scope, params, query, body, decode, encode, status, createdId, asFile, isRecorded, readsState } =
      asked;
    const paramsOf = ({ req }: Context<EdgeEnv>) =>
      Object.fromEntries(Object.keys(params?.shape ?? {}).map((each) => [each, req.param(each) ?? '']));
    const namedOf = (context: Context<EdgeEnv>) => ({
      params: paramsOf(context) as Given<Params, Query, Body>['params'],
      query: (query && validate(query, context.req.queries(), 'query')) as z.output<Query>,
    });
    const operation: HttpOperation<Input, Output> = {
      service: 'admin',
      name: `admin.v1.${resource}/${name}`,
      scope,
      route: routeOf({ ...asked, isRead: readsState !== undefined }),
      isConditional: isConditional(asked),
      ...(readsState && { readsState: (context) => readsState(namedOf(context)) }),
      ...(status && { status }),
      ...(createdId && { createdId }),
      ...(asFile && { asFile }),
      ...(isRecorded && { isRecorded }),
      decode: async (context, readJson) =>
        decode({
          ...namedOf(context),
          body: (body && validate(body, await readJson(context), 'body')) as z.output<Body>,
        }),
      encode,
    };
    return { serveWith: (serve, cases) => serve(operation, useCaseOf(cases)) };
  };
