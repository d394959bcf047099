import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { Scope } from '../../domain/callers/caller.ts';
import type { EdgeEnv } from './edge-env.ts';

/**
 * The OpenAPI document, generated from the schemas that validate, so that the two cannot differ.
 */

const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    dependencies: z.record(z.string(), z.union([z.boolean(), z.string()])),
  })
  .openapi('Readiness', { example: { status: 'ready', dependencies: { database: true, bus: true } } });

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/**
 * The path with the scope that it needs: for programs as the role of its security schemes, for
 * people in its description.
 */
export const securedBy = (scope: Scope, route: RouteConfig): RouteConfig => ({
  ...route,
  description: [route.description, `Needs the scope \`${scope}\`.`].filter((part) => part !== undefined).join(' '),
  security: [{ bearer: [scope] }, { apiKey: [scope] }],
});

/** Adds what operators ask for to the document. */
export const documentOperationalPaths = (
  registry: OpenAPIHono<EdgeEnv>['openAPIRegistry'],
  hasMetrics: boolean,
): void => {
  const tags = ['Operations'];
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'apiKey', in: 'header', name: 'x-api-key' });
  registry.registerPath({
    method: 'get',
    path: '/healthz',
    operationId: 'healthz',
    summary: 'Whether the process runs',
    tags,
    responses: { 200: { description: 'It runs.', content: json(z.object({ status: z.literal('ok') })) } },
  });
  registry.registerPath({
    method: 'get',
    path: '/readyz',
    operationId: 'readyz',
    summary: 'Whether every dependency answers',
    tags,
    responses: {
      200: { description: 'Every dependency answers.', content: json(readinessSchema) },
      503: { description: 'One does not; the body names it.', content: json(readinessSchema) },
    },
  });
  if (!hasMetrics) return;
  registry.registerPath({
    method: 'get',
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Metrics in the Prometheus exposition format',
    tags,
    responses: { 200: { description: 'The metrics.', content: { 'text/plain': { schema: z.string() } } } },
  });
};

/** The document of everything that was registered. */
export const openApiDocument = (app: OpenAPIHono<EdgeEnv>) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Offerstream',
      version: 'v1',
      description:
        'Product catalogue, supplier offers and prices; what operators do is under /v1/admin and needs the role that each operation names, or the scope admin, which is all of them. Send an API key as `authorization: Bearer KEY` or `x-api-key: KEY`. ' +
        'Every answer carries `x-correlation-id`; errors are RFC 9457 problem documents. Fields without a value are left out.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
  });
