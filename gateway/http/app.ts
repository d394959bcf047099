import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { UseCases } from '../create-use-cases.ts';
import type { EnrichmentUseCases } from '../enrichment/use-cases.ts';
import type { EstimateUseCases } from '../estimates/use-cases.ts';
import { correlationHeader } from '../request/correlation.ts';
import type { WebhookUseCases } from '../webhooks/use-cases.ts';
import type { WatchUseCases } from '../webhooks/watch-use-cases.ts';
import { packedOnce, respondPacked } from './compress.ts';
import { mountDocs } from './docs.ts';
import type { HttpEdge } from './edge.ts';
import type { EdgeEnv } from './edge-env.ts';
import { answerThrown, answerUnrouted } from './fallback.ts';
import { handleOperation } from './handle-operation.ts';
import { handleStream } from './handle-stream.ts';
import { exposeMetrics, health, ready } from './health.ts';
import type { ServeStream } from './http-stream.ts';
import { mountIndex } from './index-page.ts';
import { documentOperationalPaths, openApiDocument, securedBy } from './openapi.ts';
import type { HttpOperation, Serve } from './operation.ts';
import { bulkPricesOperation } from './operations/bulk-prices.ts';
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
  getEstimateSheetOperation,
  listEstimatesOperation,
  readEstimateAgainOperation,
  updateEstimateOperation,
  watchEstimateOperation,
} from './operations/estimates.ts';
import { findAlternatesOperation } from './operations/find-alternates.ts';
import { getOffersOperation } from './operations/get-offers.ts';
import { getProductOperation } from './operations/get-product.ts';
import { listCategoriesOperation } from './operations/list-categories.ts';
import { matchPartsOperation } from './operations/match-parts.ts';
import { getPriceHistoryOperation } from './operations/price-history.ts';
import { searchProductsOperation } from './operations/search-products.ts';
import { streamProductsOperation } from './operations/stream-products.ts';
import {
  createWatchOperation,
  deleteWatchOperation,
  getWatchOperation,
  listWatchesOperation,
  watchEventsOperation,
} from './operations/watches.ts';
import {
  createWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhookDeliveriesOperation,
  listWebhooksOperation,
  replayWebhookDeliveryOperation,
  replayWebhookOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from './operations/webhooks.ts';
import { mountProblems } from './problem-pages.ts';
import { correlationIdOf } from './respond.ts';

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

  const { useCases } = edge;
  // Before the product of any id.
  serveStream(streamProductsOperation, useCases.streamProducts);
  serve(getProductOperation, useCases.getProduct);
  serve(searchProductsOperation, useCases.searchProducts);
  serve(listCategoriesOperation, useCases.listCategories);
  if (useCases.matchParts !== undefined) serveStream(matchPartsOperation, useCases.matchParts);
  if (useCases.findAlternates !== undefined) serve(findAlternatesOperation, useCases.findAlternates);
  serve(getOffersOperation, useCases.getOffers);
  serve(getPriceHistoryOperation, useCases.getPriceHistory);
  serve(calculatePriceOperation, useCases.calculatePrice);
  serveStream(bulkPricesOperation, useCases.bulkCalculatePrice);
  serveOwned(serve, serveStream, useCases);
  edge.serveAdmin?.(serve, serveStream);

  app.get('/healthz', health);
  app.get('/readyz', ready(edge));
  const hasMetrics = edge.hasMetrics ?? true;
  if (hasMetrics) app.get('/metrics', exposeMetrics(edge));
  documentOperationalPaths(app.openAPIRegistry, hasMetrics);

  // 400 KB, and the same for everybody: it is written once, and its bytes are shared by all
  // answers.
  const written = Buffer.from(JSON.stringify(openApiDocument(app)));
  const document = packedOnce('application/json', () => written);
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

/** What customers make and keep: jobs, estimates and webhooks. */
const serveOwned = (
  serve: Serve,
  serveStream: ServeStream,
  { enrichment, estimates, webhooks }: Pick<UseCases, 'enrichment' | 'estimates' | 'webhooks'>,
): void => {
  if (enrichment !== undefined) serveEnrichment(serve, serveStream, enrichment);
  if (estimates !== undefined) serveEstimates(serve, serveStream, estimates);
  if (webhooks === undefined) return;
  serveWebhooks(serve, webhooks);
  serveWatches(serve, serveStream, webhooks);
};

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
  serve(updateEstimateOperation, useCases.updateEstimate);
  serve(cancelEstimateOperation, useCases.cancelEstimate);
  serve(deleteEstimateOperation, useCases.deleteEstimate);
  serve(exportEstimateOperation, useCases.exportEstimate);
  serve(getEstimateSheetOperation, useCases.getEstimateSheet);
  serve(readEstimateAgainOperation, useCases.readEstimateAgain);
  serveStream(watchEstimateOperation, useCases.watchEstimate);
};

const serveWebhooks = (serve: Serve, useCases: WebhookUseCases): void => {
  serve(createWebhookOperation, useCases.createWebhook);
  serve(listWebhooksOperation, useCases.listWebhooks);
  serve(getWebhookOperation, useCases.getWebhook);
  serve(updateWebhookOperation, useCases.updateWebhook);
  serve(deleteWebhookOperation, useCases.deleteWebhook);
  serve(rotateWebhookSecretOperation, useCases.rotateWebhookSecret);
  serve(testWebhookOperation, useCases.testWebhook);
  serve(listWebhookDeliveriesOperation, useCases.listDeliveries);
  serve(replayWebhookOperation, useCases.replayDeliveries);
  serve(replayWebhookDeliveryOperation, useCases.replayDeliveries);
};

const serveWatches = (serve: Serve, serveStream: ServeStream, useCases: WatchUseCases): void => {
  serve(createWatchOperation, useCases.createWatch);
  serve(listWatchesOperation, useCases.listWatches);
  serve(getWatchOperation, useCases.getWatch);
  serve(deleteWatchOperation, useCases.deleteWatch);
  serveStream(watchEventsOperation, useCases.watchEvents);
};
