import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Hono } from 'hono';
import { Failure } from '../../domain/errors.ts';
import { failureFrom, logFailure } from '../errors/failures.ts';
import { problemHeading } from '../errors/problem-types.ts';
import { correlationHeader } from '../request/correlation.ts';
import { packedOnce, respondPacked } from './compress.ts';
import { mountDocs } from './docs.ts';
import type { HttpEdge } from './edge.ts';
import { handleOperation } from './handle-operation.ts';
import { handleStream } from './handle-stream.ts';
import { exposeMetrics, health, ready } from './health.ts';
import { documentOperationalPaths, openApiDocument, securedBy } from './openapi.ts';
import type { EdgeEnv, HttpOperation, Serve, ServeStream } from './operation.ts';
import { catalogOperations } from './operations/catalog.ts';
import { enrichmentOperations } from './operations/enrichment-jobs.ts';
import { estimateOperations } from './operations/estimates.ts';
import { offerOperations } from './operations/offers.ts';
import { pricingOperations } from './operations/pricing.ts';
import { watchOperations } from './operations/watches.ts';
import { webhookOperations } from './operations/webhooks.ts';
import type { ServedOperation } from './operations-of.ts';
import { mountIndex, mountProblems } from './pages.ts';
import { correlationIdOf, respondFailure, respondProblem } from './respond.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The methods that the path of a request has a handler for; a path with GET also has HEAD. */
const allowedMethods = (app: Hono<EdgeEnv>, path: string): string[] =>
  methods
    .filter((method) => app.router.match(method, path)[0].length > 0)
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** 405 is a word of HTTP alone, which is why the failures of the use cases do not know it. */
const methodNotAllowed = (context: Context, allowed: readonly string[]): Response => {
  const problem = {
    ...problemHeading('method-not-allowed'),
    detail: `use ${allowed.join(' or ')}`,
    correlation_id: correlationIdOf(context),
  };
  return respondProblem(problem, context.req.path, { allow: allowed.join(', ') });
};

/** Answers what no route takes: 405 when the path exists under another method, 404 otherwise. */
const answerUnrouted =
  (app: Hono<EdgeEnv>) =>
  (context: Context): Response => {
    const allowed = allowedMethods(app, context.req.path);
    if (allowed.length > 0) return methodNotAllowed(context, allowed);
    const unknownPath = new Failure('not_found', 'there is nothing at this path; see /docs');
    return respondFailure(unknownPath, context.req.path, correlationIdOf(context));
  };

/** Answers what a handler outside the operations threw. */
const answerThrown =
  ({ log }: Pick<HttpEdge, 'log'>) =>
  (thrown: unknown, context: Context): Response => {
    const failure = failureFrom(thrown);
    logFailure(log, failure, { route: context.req.path });
    return respondFailure(failure, context.req.path, correlationIdOf(context));
  };

/** Creates the HTTP edge: every path of the service, and the document that describes them. */
export const createHttpApp = (edge: HttpEdge): OpenAPIHono<EdgeEnv> => {
  const app = new OpenAPIHono<EdgeEnv>();

  const put = (
    { route, scope }: Pick<HttpOperation<never, never>, 'route' | 'scope'>,
    handler: (context: Context<EdgeEnv>) => Promise<Response>,
  ): void => {
    app.openAPIRegistry.registerPath(securedBy(scope, route));
    app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler);
  };
  const serve: Serve = (operation, useCase) => put(operation, handleOperation(operation, useCase, edge));
  const serveStream: ServeStream = (operation, useCase) => put(operation, handleStream(operation, useCase, edge));

  const serveAll = <Cases>(operations: readonly ServedOperation<Cases>[], cases: Cases | undefined): void => {
    if (cases !== undefined) for (const { serveWith } of operations) serveWith(serve, cases, serveStream);
  };

  const { useCases } = edge;
  serveAll([...catalogOperations, ...offerOperations, ...pricingOperations], useCases);
  serveAll(enrichmentOperations, useCases.enrichment);
  serveAll(estimateOperations, useCases.estimates);
  serveAll([...webhookOperations, ...watchOperations], useCases.webhooks);
  edge.serveAdmin?.(serve, serveStream);

  app.get('/healthz', health);
  app.get('/readyz', ready(edge));
  const hasMetrics = edge.hasMetrics ?? true;
  if (hasMetrics) app.get('/metrics', exposeMetrics(edge));
  documentOperationalPaths(app.openAPIRegistry, hasMetrics);

  // Making it costs as much processor time as a tenth of a start, and most processes are never
  // asked for it. It is 400 KB, and the same for everybody: all answers share its bytes.
  const document = packedOnce('application/json', () => Buffer.from(JSON.stringify(openApiDocument(app))));
  app.get('/openapi.json', (context) =>
    respondPacked(context, 200, document(), { [correlationHeader]: correlationIdOf(context) }),
  );
  mountIndex(app, edge.serveConsole !== undefined);
  mountProblems(app);
  edge.serveConsole?.(app, edge);
  mountDocs(app);

  app.notFound(answerUnrouted(app));
  app.onError((error, context) => answerThrown(edge)(error, context));
  return app;
};
