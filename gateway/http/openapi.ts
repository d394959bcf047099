import { type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import type { Scope } from '../../domain/callers/caller.ts';
import packageDescription from '../../package.json' with { type: 'json' };
import type { EdgeEnv } from './operation.ts';
import { headerDocs } from './responses.ts';

/**
 * The OpenAPI document, generated from the schemas that validate, so that the two cannot differ.
 */

const readinessSchema = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    dependencies: z.record(z.string(), z.union([z.boolean(), z.string()])),
  })
  .openapi('Readiness', { example: { status: 'ready', dependencies: { database: true, bus: true } } });

/** What the operations belong to. */
const tags = [
  { name: 'Catalog', description: 'What parts are, and which of them a list means.' },
  { name: 'Offers', description: 'Who sells a product.' },
  { name: 'Pricing', description: 'What an offer costs the caller, and what it cost before.' },
  { name: 'Estimates', description: 'Bills of materials, and the baskets that are best for them.' },
  { name: 'Enrichment', description: 'Jobs that bring what is known up to date.' },
  { name: 'Webhooks', description: 'Endpoints of customers that are told of changes.' },
  { name: 'Admin', description: 'What operators do.' },
  { name: 'Operations', description: 'Health and metrics of a process.' },
];

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
  const common = { method: 'get' as const, tags: ['Operations'] };
  for (const [name, header] of Object.entries(headerDocs)) registry.registerComponent('headers', name, header);
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'apiKey', { type: 'apiKey', in: 'header', name: 'x-api-key' });
  registry.registerPath({
    ...common,
    path: '/healthz',
    operationId: 'healthz',
    summary: 'Whether the process runs',
    description: 'Asks nothing else, so that a process is not ended because a dependency is away.',
    responses: { 200: { description: 'It runs.', content: json(z.object({ status: z.literal('ok') })) } },
  });
  registry.registerPath({
    ...common,
    path: '/readyz',
    operationId: 'readyz',
    summary: 'Whether every dependency answers',
    description: 'An answer is kept for up to a second.',
    responses: {
      200: { description: 'Every dependency answers.', content: json(readinessSchema) },
      503: { description: 'One does not; the body names it.', content: json(readinessSchema) },
    },
  });
  if (!hasMetrics) return;
  registry.registerPath({
    ...common,
    path: '/metrics',
    operationId: 'metrics',
    summary: 'Metrics in the Prometheus exposition format',
    description: 'An answer is kept for up to a second.',
    responses: { 200: { description: 'The metrics.', content: { 'text/plain': { schema: z.string() } } } },
  });
};

/** The document of everything that was registered. */
export const openApiDocument = (app: OpenAPIHono<EdgeEnv>) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Offerstream',
      version: packageDescription.version,
      description:
        'Product catalogue, supplier offers and prices; what operators do is under /v1/admin and needs the role that each operation names, or the scope admin, which is all of them. Send an API key as `authorization: Bearer KEY` or `x-api-key: KEY`. ' +
        'Every answer carries `x-correlation-id`; errors are RFC 9457 problem documents. Fields without a value are left out.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    tags,
  });
