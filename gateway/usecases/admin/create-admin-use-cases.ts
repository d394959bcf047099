import type { AdminDependencies } from './dependencies.ts';
import { eraseCustomer } from './erase-customer.ts';
import { giveOrder, resume } from './give-orders.ts';
import { judgeMatches } from './judge-matches.ts';
import { manageAliases } from './manage-aliases.ts';
import { manageApiKeys } from './manage-api-keys.ts';
import { manageCredentials } from './manage-credentials.ts';
import { manageCustomers } from './manage-customers.ts';
import { manageExchangeRates } from './manage-exchange-rates.ts';
import { manageOutbox } from './manage-outbox.ts';
import { managePricingRules } from './manage-pricing-rules.ts';
import { manageProfiles } from './manage-profiles.ts';
import { markProduct } from './mark-product.ts';
import { putSupplier } from './put-supplier.ts';
import { tryPricingRule } from './try-pricing-rule.ts';
import type { AdminUseCases } from './use-cases.ts';
import { viewAnalytics } from './view-analytics.ts';
import { viewAudit } from './view-audit.ts';
import { getConnector, getIngestion, listConnectors } from './view-connectors.ts';
import { viewMatching } from './view-matching.ts';
import { visibilityPolicies } from './visibility-policies.ts';

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
