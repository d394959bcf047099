import type { Problem } from '../errors/problem.ts';
import { ApiProblem } from './api.ts';
import type { ActionHandler, PageHandler } from './page.ts';
import { auditPage } from './pages/audit.ts';
import { connectorsPage, fetchConnector, pauseConnector, resumeConnector } from './pages/connectors.ts';
import { changeLine, deleteEstimate, estimatePage } from './pages/estimate.ts';
import { estimatesPage, startEstimate, startTypedEstimate } from './pages/estimates.ts';
import { nowPage } from './pages/now.ts';
import { pricePage } from './pages/price.ts';
import { productPage, refreshProduct } from './pages/product.ts';
import { judgeMatch, reviewPage } from './pages/review.ts';
import { searchPage } from './pages/search.ts';

/** What stands at which path of the console. */

/** Pages by their paths. */
export const pages: readonly (readonly [path: string, handler: PageHandler])[] = [
  ['/console/search', searchPage],
  ['/console/products/:id', productPage],
  ['/console/price', pricePage],
  ['/console/estimates', estimatesPage],
  ['/console/estimates/:id', estimatePage],
  ['/console/now', nowPage],
  ['/console/connectors', connectorsPage],
  ['/console/review', reviewPage],
  ['/console/audit', auditPage],
];

const refuseWith = async (answer: Response): Promise<never> => {
  throw new ApiProblem((await answer.json()) as Problem);
};

/** What forms do, by the paths that they are sent to. */
export const actions: readonly (readonly [path: string, handler: ActionHandler])[] = [
  ['/console/products/:id/refresh', refreshProduct],
  ['/console/estimates', startEstimate(refuseWith)],
  ['/console/estimates/typed', startTypedEstimate],
  ['/console/estimates/:id/lines/:line', changeLine],
  ['/console/estimates/:id/delete', deleteEstimate],
  ['/console/connectors/:supplier/pause', pauseConnector],
  ['/console/connectors/:supplier/resume', resumeConnector],
  ['/console/connectors/:supplier/fetch', fetchConnector],
  ['/console/review/:offer', judgeMatch],
];

/** Answers of the API that go to the browser as they are: event streams and files. */
export const passed: readonly (readonly [path: string, target: (param: (name: string) => string) => string])[] = [
  ['/console/estimates/:id/events', (param) => `/v1/estimates/${param('id')}/events`],
  ['/console/jobs/:id/events', (param) => `/v1/enrichment-jobs/${param('id')}/events`],
  ['/console/estimates/:id/export', (param) => `/v1/estimates/${param('id')}/export`],
];
