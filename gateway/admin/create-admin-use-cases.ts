import { manageAliases } from './aliases/manage.ts';
import { viewAnalytics } from './analytics/view.ts';
import { manageApiKeys } from './api-keys/manage.ts';
import { viewAudit } from './audit/view.ts';
import { giveOrder, resume } from './connectors/give-orders.ts';
import { getConnector, getIngestion, listConnectors } from './connectors/view.ts';
import { manageCredentials } from './credentials/manage.ts';
import { eraseCustomer } from './customers/erase.ts';
import { manageCustomers } from './customers/manage.ts';
import type { AdminDependencies } from './dependencies.ts';
import { manageExchangeRates } from './exchange-rates/manage.ts';
import { judgeMatches } from './matching/judge.ts';
import { markProduct } from './matching/mark-product.ts';
import { viewMatching } from './matching/view.ts';
import { manageOutbox } from './outbox/manage.ts';
import { managePricingRules } from './pricing-rules/manage.ts';
import { tryPricingRule } from './pricing-rules/try.ts';
import { manageProfiles } from './profiles/manage.ts';
import { putSupplier } from './suppliers/put.ts';
import type { AdminUseCases } from './use-cases.ts';
import { visibilityPolicies } from './visibility-policies/manage.ts';

/** Creates the operations for operators. */
export const createAdminUseCases = (deps: AdminDependencies): AdminUseCases => ({
  listConnectors: listConnectors(deps),
  getConnector: getConnector(deps),
  getIngestion: getIngestion(deps),
  giveOrder: giveOrder(deps),
  resume: resume(deps),
  ...manageCredentials(deps),
  putSupplier: putSupplier(deps),
  markProduct: markProduct(deps),
  ...judgeMatches(deps),
  ...viewMatching(deps),
  ...manageAliases(deps),
  ...manageProfiles(deps),
  ...visibilityPolicies(deps),
  ...manageCustomers(deps),
  ...manageApiKeys(deps),
  ...managePricingRules(deps),
  tryPricingRule: tryPricingRule(deps),
  ...manageExchangeRates(deps),
  ...viewAnalytics(deps),
  ...manageOutbox(deps),
  ...viewAudit(deps),
  ...eraseCustomer(deps),
});
