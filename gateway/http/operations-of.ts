import type { RouteConfig, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { AuditTarget } from '../../domain/audit/record.ts';
import type { Scope } from '../../domain/callers/caller.ts';
import type { StreamingUseCase, UseCase } from '../request/request-context.ts';
import type { EdgeEnv, HttpOperation, HttpStream, Serve, ServeStream } from './operation.ts';
import { responses } from './responses.ts';
import { idempotencyHeaders, ifMatch, ifNoneMatch } from './schemas/headers.ts';
import type { JsonRequest } from './schemas/request-schema.ts';
import { validate } from './validate.ts';

/** What a request holds, as the schemas of its operation read it. */
interface Given<Params extends z.ZodObject, Query extends z.ZodObject, Body> {
  /** The names in the path. */
  readonly params: { readonly [Name in keyof Params['shape']]: string };
  readonly query: z.output<Query>;
  readonly body: Body;
  /** What makes it the same request again; undefined: none was given. */
  readonly idempotencyKey: string | undefined;
}

/** A body of JSON: of a schema, or a request of the contract. */
type JsonBody<Body> = z.ZodType<Body> | Pick<JsonRequest<Body>, 'schema' | 'read'>;

type Exchange = Required<Pick<RouteConfig, 'request' | 'responses'>>;

/** What is said of an operation, and of a stream, besides what goes to and fro. */
interface Named {
  /** What records and metrics call it. */
  readonly name: string;
  /** Its method and its path. */
  readonly at: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`;
  /** Left out: the name with a small first letter. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
}

/** What the document says of an operation. */
interface Documented extends Named, Pick<HttpOperation<never, never>, 'status' | 'isTagged'> {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: JsonBody<unknown>;
  readonly answer: z.ZodType;
  /** What the answer is. */
  readonly answered: string;
  /** Types of the answer besides JSON, each a file. */
  readonly fileTypes?: readonly string[];
  /** What a request gives again that is sent again under its key; left out: it has no key. */
  readonly repeats?: string;
  /** Whether what it names may not be there; left out: where its path names something. */
  readonly findsById?: boolean;
  /** Whether another change may be in its way. */
  readonly conflicts?: boolean;
  /** Whether `If-Match` is for it; left out: as its service says. */
  readonly isConditional?: boolean;
  /** Whether its answer has the tag of what it changed; left out: if created, or `If-Match` is. */
  readonly hasTag?: boolean;
  /** Whether the analytical projection answers. */
  readonly isAnalytical?: boolean;
}

/** One operation: everything that is said of it, but what it does. */
interface Operation<Input, Output, Params extends z.ZodObject, Query extends z.ZodObject, Body>
  extends Documented,
    Pick<HttpOperation<Input, Output>, 'createdId' | 'encode' | 'asFile' | 'isRecorded'> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: JsonBody<Body>;
  /** What it reads, whose state has a tag; undefined: none. */
  readonly readsState?: (given: Pick<Given<Params, Query, Body>, 'params' | 'query'>) => AuditTarget | undefined;
  readonly decode: (given: Given<Params, Query, Body>) => Input;
}

/** One operation that reads its request itself. */
interface Plain<Input, Output>
  extends Named,
    Exchange,
    Omit<HttpOperation<Input, Output>, 'service' | 'name' | 'scope' | 'route'> {}

/** One stream: everything that is said of it, but what it does. */
interface Stream<Input, Output>
  extends Named,
    Exchange,
    Pick<HttpStream<Input, Output>, 'decode' | 'formOf' | 'encode' | 'resumption' | 'gather'> {}

/** What the operations of one service have in common. */
interface Service extends Pick<HttpOperation<never, never>, 'service' | 'scope'> {
  /** What the name of each is of: `svc.public.v1.Catalog`. */
  readonly contract: string;
  readonly tag: string;
  /** Methods whose operations `If-Match` is for; left out: what it changes has no tags. */
  readonly conditional?: ReadonlySet<string>;
}

interface Scoped {
  /** The right that it needs; left out: that of its service. */
  readonly scope?: Scope;
}

/** An operation with the use case that serves it. */
export interface ServedOperation<Cases> {
  /** Serves nothing where the use case is not there. */
  readonly serveWith: (serve: Serve, cases: Cases, serveStream: ServeStream) => void;
}

const methodOf = ({ at }: Named) =>
  at.slice(0, at.indexOf(' ')).toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

const routeOf = (asked: Named & Exchange, tag: string): RouteConfig => {
  const { name, at, operationId = name.charAt(0).toLowerCase() + name.slice(1), summary, description } = asked;
  const said = { operationId, summary, ...(description && { description }), tags: [tag] };
  const { request, responses } = asked;
  return { method: methodOf(asked), path: at.slice(at.indexOf(' ') + 1), ...said, request, responses };
};

const headersOf = ({ repeats, isTagged }: Documented, isConditional: boolean): z.ZodObject | undefined => {
  if (isConditional) return ifMatch;
  if (isTagged) return ifNoneMatch;
  return repeats === undefined ? undefined : idempotencyHeaders(repeats);
};

const exchangeOf = (asked: Documented, isConditional: boolean, hasState: boolean): Exchange => {
  const { params, query, body, repeats, status = 200 } = asked;
  const { isTagged = false, conflicts = false, isAnalytical = false, findsById = params !== undefined } = asked;
  const headers = headersOf(asked, isConditional);
  const schema = body && ('read' in body ? body.schema : body);
  return {
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(schema && { body: { required: true, content: { 'application/json': { schema } } } }),
    },
    responses: responses(asked.answered, asked.answer, {
      status,
      findsById,
      conflicts,
      isTagged,
      isAnalytical,
      isConditional,
      isRepeatable: repeats !== undefined,
      readsBody: body !== undefined,
      hasState,
      fileTypes: asked.fileTypes,
    }),
  };
};

const readBody = <Body>(body: JsonBody<Body>, document: unknown): Body =>
  'read' in body ? body.read(document) : validate(body, document, 'body');

/** How a request is read: at once, unless it has a body. */
const decoderOf = <Input, Params extends z.ZodObject, Query extends z.ZodObject, Body>({
  params,
  query,
  body,
  repeats,
  readsState,
  decode,
}: Operation<Input, never, Params, Query, Body>): Pick<HttpOperation<Input, never>, 'decode' | 'readsState'> => {
  const names = Object.keys(params?.shape ?? {});
  const namedOf = ({ req }: Context<EdgeEnv>) =>
    ({
      params: Object.fromEntries(names.map((name) => [name, req.param(name) ?? ''])),
      query: query && validate(query, req.queries(), 'query'),
      idempotencyKey: repeats === undefined ? undefined : req.header('idempotency-key'),
    }) as Omit<Given<Params, Query, Body>, 'body'>;
  return {
    ...(readsState && { readsState: (context) => readsState(namedOf(context)) }),
    decode:
      body === undefined
        ? (context) => decode({ ...namedOf(context), body: undefined as Body })
        : async (context, readJson) => decode({ ...namedOf(context), body: readBody(body, await readJson(context)) }),
  };
};

/**
 * Makes the operations of one service, or of one resource of it. Each says which of the use cases
 * serves it, and everything of its request and its answer. `Own` is what each must say besides.
 */
export const operationsOf = <Cases, Own extends Scoped = object>(of: Service) => {
  const { service, contract, tag, conditional } = of;
  const common = (asked: Named & Exchange & Scoped) => ({
    service,
    name: `${contract}/${asked.name}`,
    scope: asked.scope ?? of.scope,
    route: routeOf(asked, tag),
  });

  const plain = <Input, Output>(
    useCaseOf: (cases: Cases) => UseCase<Input, Output> | undefined,
    asked: Plain<Input, Output> & Scoped,
  ): ServedOperation<Cases> => ({
    serveWith: (serve, cases) => {
      const useCase = useCaseOf(cases);
      if (useCase !== undefined) serve({ ...asked, ...common(asked) }, useCase);
    },
  });

  const operation = <Input, Output, Params extends z.ZodObject, Query extends z.ZodObject, Body>(
    useCaseOf: (cases: Cases) => UseCase<Input, Output> | undefined,
    asked: Operation<Input, Output, Params, Query, Body> & Own,
  ): ServedOperation<Cases> => {
    const isConditional = asked.isConditional ?? conditional?.has(methodOf(asked)) ?? false;
    const hasTag = asked.hasTag ?? (conditional !== undefined && asked.status === 201);
    const exchange = exchangeOf(asked, isConditional, hasTag || asked.readsState !== undefined);
    const { readsState: _, ...others }: Operation<Input, Output, Params, Query, Body> & Scoped = asked;
    return plain(useCaseOf, { ...others, isConditional, ...exchange, ...decoderOf(asked) });
  };

  const stream = <Input, Output>(
    useCaseOf: (cases: Cases) => StreamingUseCase<Input, Output> | undefined,
    asked: Stream<Input, Output> & Own,
  ): ServedOperation<Cases> => ({
    serveWith: (_, cases, serveStream) => {
      const useCase = useCaseOf(cases);
      if (useCase !== undefined) serveStream({ ...asked, ...common(asked) }, useCase);
    },
  });

  return { operation, plain, stream };
};
