import type { Problem } from '../errors/problem.ts';
import { ApiProblem } from './api.ts';
import type { ActionHandler, PageHandler } from './page.ts';
import { auditPage } from './pages/audit.ts';
import {
  addCredential,
  disableCredential,
  enableCredential,
  fetchConnector,
  limitWorkers,
  logCalls,
  lowerRate,
  pauseConnector,
  resumeConnector,
  rotateCredential,
} from './pages/connectors/actions.ts';
import { connectorsPage } from './pages/connectors/connectors.ts';
import { supplierPage } from './pages/connectors/supplier.ts';
import { changeLine, changeWishes, deleteEstimate, estimatePage } from './pages/estimates/estimate.ts';
import { estimatesPage, startEstimate, startTypedEstimate } from './pages/estimates/estimates.ts';
import { readAgain, sheetPage } from './pages/estimates/sheet.ts';
import { livePage } from './pages/live.ts';
import { nowPage } from './pages/now/now.ts';
import { runbookPage } from './pages/now/runbook.ts';
import { pricePage } from './pages/price.ts';
import { productPage, refreshProduct } from './pages/product.ts';
import { createProduct, judgeMatch, undoDecision } from './pages/review/decisions.ts';
import { doubtfulPage } from './pages/review/doubtful.ts';
import { factsPage } from './pages/review/facts.ts';
import { heldPricesPage } from './pages/review/held-prices.ts';
import { reviewPage } from './pages/review/orphans.ts';
import { searchPage } from './pages/search.ts';
import { attritionPage, removeAttrition, setAttrition } from './pages/settings/attrition.ts';
import { createKey, keysPage, revokeKey, rotateKey } from './pages/settings/keys.ts';
import {
  customersPage,
  customerWebhooksPage,
  disableWebhook,
  enableWebhook,
  policiesPage,
  profilesPage,
  ratesPage,
  rulesPage,
} from './pages/settings/lists.ts';
import { outboxPage, replayEvent, replayEvents } from './pages/settings/outbox.ts';
import { policyEditor } from './pages/settings/policy-editor.ts';
import { profileEditor } from './pages/settings/profile-editor.ts';
import { ruleEditor } from './pages/settings/rule-editor.ts';

import {
  changeWebhook,
  registerWebhook,
  removeWebhook,
  replayDeliveries,
  replayDelivery,
  rotateWebhook,
  testWebhook,
  webhookPage,
  webhooksPage,
} from './pages/webhooks/webhooks.ts';

/** What stands at which path of the console. */

/** Pages by their paths. */
export const pages: readonly (readonly [path: string, handler: PageHandler])[] = [
  ['/console/search', searchPage],
  ['/console/products/:id', productPage],
  ['/console/price', pricePage],
  ['/console/estimates', estimatesPage],
  ['/console/estimates/:id', estimatePage],
  ['/console/estimates/:id/sheet', sheetPage],
  ['/console/webhooks', webhooksPage],
  ['/console/webhooks/:id', webhookPage],
  ['/console/runbooks/:anchor', runbookPage],
  ['/console/live', livePage],
  ['/console/connectors', connectorsPage],
  ['/console/connectors/:supplier', supplierPage],
  ['/console/review', reviewPage],
  ['/console/review/doubtful', doubtfulPage],
  ['/console/review/facts', factsPage],
  ['/console/review/prices', heldPricesPage],
  ['/console/audit', auditPage],
  ['/console/settings/rules', rulesPage],
  ['/console/settings/rules/edit', ruleEditor.page],
  ['/console/settings/policies', policiesPage],
  ['/console/settings/policies/edit', policyEditor.page],
  ['/console/settings/webhooks', customerWebhooksPage],
  ['/console/settings/profiles', profilesPage],
  ['/console/settings/profiles/edit', profileEditor.page],
  ['/console/settings/customers', customersPage],
  ['/console/settings/customers/:customer', keysPage],
  ['/console/settings/rates', ratesPage],
  ['/console/settings/attrition', attritionPage],
  ['/console/settings/outbox', outboxPage],
];

/** Pages that show every operator the same, by their paths. */
export const sharedPages: readonly (readonly [path: string, handler: PageHandler])[] = [['/console/now', nowPage]];

const refuseWith = async (answer: Response): Promise<never> => {
  throw new ApiProblem((await answer.json()) as Problem);
};

/** What forms do, by the paths that they are sent to. */
export const actions: readonly (readonly [path: string, handler: ActionHandler])[] = [
  ['/console/products/:id/refresh', refreshProduct],
  ['/console/estimates', startEstimate(refuseWith)],
  ['/console/estimates/typed', startTypedEstimate],
  ['/console/estimates/:id/lines/:line', changeLine],
  ['/console/estimates/:id/wishes', changeWishes],
  ['/console/estimates/:id/read-again', readAgain],
  ['/console/estimates/:id/delete', deleteEstimate],
  ['/console/webhooks', registerWebhook],
  ['/console/webhooks/:id/change', changeWebhook],
  ['/console/webhooks/:id/rotate', rotateWebhook],
  ['/console/webhooks/:id/test', testWebhook],
  ['/console/webhooks/:id/delete', removeWebhook],
  ['/console/webhooks/:id/replay', replayDeliveries],
  ['/console/webhooks/:id/deliveries/:delivery/replay', replayDelivery],
  ['/console/connectors/:supplier/pause', pauseConnector],
  ['/console/connectors/:supplier/resume', resumeConnector],
  ['/console/connectors/:supplier/fetch', fetchConnector],
  ['/console/connectors/:supplier/rates', lowerRate],
  ['/console/connectors/:supplier/workers', limitWorkers],
  ['/console/connectors/:supplier/call-log', logCalls],
  ['/console/connectors/:supplier/credentials', addCredential],
  ['/console/connectors/:supplier/credentials/:credential/secret', rotateCredential],
  ['/console/connectors/:supplier/credentials/:credential/disable', disableCredential],
  ['/console/connectors/:supplier/credentials/:credential/enable', enableCredential],
  ['/console/review/:offer', judgeMatch],
  ['/console/review/:offer/product', createProduct],
  ['/console/review/:offer/undo', undoDecision],
  ['/console/settings/rules/edit', ruleEditor.submit],
  ['/console/settings/policies/edit', policyEditor.submit],
  ['/console/settings/profiles/edit', profileEditor.submit],
  ['/console/settings/attrition', setAttrition],
  ['/console/settings/attrition/remove', removeAttrition],
  ['/console/settings/customers/:customer/keys', createKey],
  ['/console/settings/customers/:customer/keys/:key/rotate', rotateKey],
  ['/console/settings/customers/:customer/keys/:key/revoke', revokeKey],
  ['/console/settings/webhooks/:webhook/disable', disableWebhook],
  ['/console/settings/webhooks/:webhook/enable', enableWebhook],
  ['/console/settings/outbox/replay', replayEvents],
  ['/console/settings/outbox/:position/replay', replayEvent],
];

/** Answers of the API that go to the browser as they are: event streams and files. */
export const passed: readonly (readonly [path: string, target: (param: (name: string) => string) => string])[] = [
  ['/console/audit/export', () => '/v1/admin/audit'],
  ['/console/live/messages', () => '/v1/admin/messages'],
  ['/console/estimates/:id/events', (param) => `/v1/estimates/${param('id')}/events`],
  ['/console/jobs/:id/events', (param) => `/v1/enrichment-jobs/${param('id')}/events`],
  ['/console/estimates/:id/export', (param) => `/v1/estimates/${param('id')}/export`],
];
