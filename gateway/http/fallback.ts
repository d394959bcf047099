import type { Context, Hono } from 'hono';
import { Failure } from '../../domain/errors.ts';
import { failureFrom } from '../errors/leak-policy.ts';
import { logFailure } from '../errors/log-failure.ts';
import { problemHeading } from '../errors/problem-types.ts';
import type { HttpEdge } from './edge.ts';
import type { EdgeEnv } from './edge-env.ts';
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
export const answerUnrouted =
  (app: Hono<EdgeEnv>) =>
  (context: Context): Response => {
    const allowed = allowedMethods(app, context.req.path);
    if (allowed.length > 0) return methodNotAllowed(context, allowed);
    const unknownPath = new Failure('not_found', 'there is nothing at this path; see /docs');
    return respondFailure(unknownPath, context.req.path, correlationIdOf(context));
  };

/** Answers what a handler outside the operations threw. */
export const answerThrown =
  ({ log }: Pick<HttpEdge, 'log'>) =>
  (thrown: unknown, context: Context): Response => {
    const failure = failureFrom(thrown);
    logFailure(log, failure, { route: context.req.path });
    return respondFailure(failure, context.req.path, correlationIdOf(context));
  };
