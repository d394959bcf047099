import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { StreamingUseCase } from '../request-context.ts';
import type { EnrichmentUseCases } from '../usecases/enrichment/use-cases.ts';
import type { EstimateUseCases } from '../usecases/estimate/use-cases.ts';
import { mountDocs } from './docs.ts';
import type { EdgeEnv, HttpEdge } from './edge.ts';
import type { HttpEventStream } from './event-stream.ts';
import { answerThrown, answerUnrouted } from './fallback.ts';
import { handleEventStream } from './handle-event-stream.ts';
import { handleOperation } from './handle-operation.ts';
import { exposeMetrics, health, ready } from './health.ts';
import { documentOperationalPaths, openApiDocument } from './openapi.ts';
import { calculatePriceOperation } from './operations/calculate-price.ts';
import {
  cancelJobOperation,
  getJobOperation,
  listJobsOperation,
  requestEnrichmentOperation,
  watchJobOperation,
} from './operations/enrichment-jobs.ts';
import {
  buildEstimateOperation,
  cancelEstimateOperation,
  deleteEstimateOperation,
  exportEstimateOperation,
  getEstimateOperation,
  listEstimatesOperation,
  watchEstimateOperation,
} from './operations/estimates.ts';
import { getOffersOperation } from './operations/get-offers.ts';
import { getProductOperation } from './operations/get-product.ts';
import { getPriceHistoryOperation } from './operations/price-history.ts';
import { searchProductsOperation } from './operations/search-products.ts';
import { correlationIdOf, respondJson } from './respond.ts';
import { type Serve, serveAdmin } from './serve-admin.ts';

/** Creates the HTTP edge: every path of the service, and the document that describes them. */
export const createHttpApp = (edge: HttpEdge): OpenAPIHono<EdgeEnv> => {
  const app = new OpenAPIHono<EdgeEnv>();

  const put = (route: RouteConfig, handler: (context: Context<EdgeEnv>) => Promise<Response>): void => {
    app.openAPIRegistry.registerPath({ ...route, security: [{ bearer: [] }, { apiKey: [] }] });
    app.on(route.method.toUpperCase(), route.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler);
  };
  const serve: Serve = (operation, useCase) => put(operation.route, handleOperation(operation, useCase, edge));
  const serveStream: ServeStream = (operation, useCase) =>
    put(operation.route, handleEventStream(operation, useCase, edge));

  const { useCases } = edge;
  serve(getProductOperation, useCases.getProduct);
  serve(searchProductsOperation, useCases.searchProducts);
  serve(getOffersOperation, useCases.getOffers);
  serve(getPriceHistoryOperation, useCases.getPriceHistory);
  serve(calculatePriceOperation, useCases.calculatePrice);
  if (useCases.enrichment !== undefined) serveEnrichment(serve, serveStream, useCases.enrichment);
  if (useCases.estimates !== undefined) serveEstimates(serve, serveStream, useCases.estimates);
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

/** Puts an operation that answers with events on its path. */
type ServeStream = <Input, Output>(
  operation: HttpEventStream<Input, Output>,
  useCase: StreamingUseCase<Input, Output>,
) => void;

const serveEnrichment = (serve: Serve, serveStream: ServeStream, useCases: EnrichmentUseCases): void => {
  serve(requestEnrichmentOperation, useCases.requestEnrichment);
  serve(listJobsOperation, useCases.listJobs);
  serve(getJobOperation, useCases.getJob);
  serve(cancelJobOperation, useCases.cancelJob);
  serveStream(watchJobOperation, useCases.watchJob);
};

const serveEstimates = (serve: Serve, serveStream: ServeStream, useCases: EstimateUseCases): void => {
  serve(buildEstimateOperation, useCases.buildEstimate);
  serve(listEstimatesOperation, useCases.listEstimates);
  serve(getEstimateOperation, useCases.getEstimate);
  serve(cancelEstimateOperation, useCases.cancelEstimate);
  serve(deleteEstimateOperation, useCases.deleteEstimate);
  serve(exportEstimateOperation, useCases.exportEstimate);
  serveStream(watchEstimateOperation, useCases.watchEstimate);
};
