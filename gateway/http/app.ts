import { OpenAPIHono } from '@hono/zod-openapi';
import { mountDocs } from './docs.ts';
import type { EdgeEnv, HttpEdge } from './edge.ts';
import { answerThrown, answerUnrouted } from './fallback.ts';
import { handleOperation } from './handle-operation.ts';
import { exposeMetrics, health, ready } from './health.ts';
import { documentOperationalPaths, openApiDocument } from './openapi.ts';
import { calculatePriceOperation } from './operations/calculate-price.ts';
import { getOffersOperation } from './operations/get-offers.ts';
import { getProductOperation } from './operations/get-product.ts';
import { searchProductsOperation } from './operations/search-products.ts';
import { correlationIdOf, respondJson } from './respond.ts';
import { type Serve, serveAdmin } from './serve-admin.ts';

/** Creates the HTTP edge: every path of the service, and the document that describes them. */
export const createHttpApp = (edge: HttpEdge): OpenAPIHono<EdgeEnv> => {
  const app = new OpenAPIHono<EdgeEnv>();

  const serve: Serve = (operation, useCase) => {
    const { method, path } = operation.route;
    app.openAPIRegistry.registerPath({ ...operation.route, security: [{ bearer: [] }, { apiKey: [] }] });
    app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'), handleOperation(operation, useCase, edge));
  };

  const { useCases } = edge;
  serve(getProductOperation, useCases.getProduct);
  serve(searchProductsOperation, useCases.searchProducts);
  serve(getOffersOperation, useCases.getOffers);
  serve(calculatePriceOperation, useCases.calculatePrice);
  if (edge.admin !== undefined) serveAdmin(serve, edge.admin);

  app.get('/healthz', health);
  app.get('/readyz', ready(edge.readiness));
  app.get('/metrics', exposeMetrics(edge.metrics));
  documentOperationalPaths(app.openAPIRegistry);

  const document = openApiDocument(app);
  app.get('/openapi.json', (context) => respondJson(200, document, correlationIdOf(context)));
  mountDocs(app);

  app.notFound(answerUnrouted(app));
  app.onError((error, context) => answerThrown(edge)(error, context));
  return app;
};
