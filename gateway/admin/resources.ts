import type { Serve, ServeStream } from '../http/operation.ts';
import { manageAliases } from './aliases/manage.ts';
import { aliasOperations } from './aliases/operations.ts';
import { analyticsOperations } from './analytics/operations.ts';
import { viewAnalytics } from './analytics/view.ts';
import { manageApiKeys } from './api-keys/manage.ts';
import { apiKeyOperations } from './api-keys/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { viewAudit } from './audit/view.ts';
import { giveOrders } from './connectors/give-orders.ts';
import { connectorOperations } from './connectors/operations.ts';
import { orderOperations } from './connectors/order-operations.ts';
import { viewConnectors } from './connectors/view.ts';
import { contradictionOperations } from './contradicted-facts/operations.ts';
import { viewContradictions } from './contradicted-facts/view.ts';
import { manageCredentials } from './credentials/manage.ts';
import { credentialOperations } from './credentials/operations.ts';
import { eraseCustomer } from './customers/erase.ts';
import { erasureOperations } from './customers/erasure-operations.ts';
import { groupOperations } from './customers/group-operations.ts';
import { manageCustomers, manageGroups } from './customers/manage.ts';
import { customerOperations } from './customers/operations.ts';
import { manageDutyRates } from './duty-rates/manage.ts';
import { dutyRateOperations } from './duty-rates/operations.ts';
import { manageExchangeRates } from './exchange-rates/manage.ts';
import { exchangeRateOperations } from './exchange-rates/operations.ts';
import { heldPriceOperations } from './held-prices/operations.ts';
import { viewHeldPrices } from './held-prices/view.ts';
import { judgeMatches } from './matching/judge.ts';
import { markOperations } from './matching/mark-operations.ts';
import { markProducts } from './matching/mark-product.ts';
import { matchOperations } from './matching/operations.ts';
import { viewMatching } from './matching/view.ts';
import { manageOutbox } from './outbox/manage.ts';
import { outboxOperations } from './outbox/operations.ts';
import { overviewOperations } from './overview/operations.ts';
import { viewOverview } from './overview/view.ts';
import { managePackageAttrition } from './package-attrition/manage.ts';
import { packageAttritionOperations } from './package-attrition/operations.ts';
import { managePricingRules } from './pricing-rules/manage.ts';
import { pricingRuleOperations } from './pricing-rules/operations.ts';
import { tryPricingRules } from './pricing-rules/try.ts';
import { manageProfiles } from './profiles/manage.ts';
import { profileOperations } from './profiles/operations.ts';
import { tryProfiles } from './profiles/try.ts';
import { manageSuppliers } from './suppliers/manage.ts';
import { supplierOperations } from './suppliers/operations.ts';
import { tailOperations } from './tail/operations.ts';
import { tailBus } from './tail/view.ts';
import { visibilityPolicies } from './visibility-policies/manage.ts';
import { policyOperations } from './visibility-policies/operations.ts';
import { manageWebhooks } from './webhooks/manage.ts';
import { webhookOperations } from './webhooks/operations.ts';

/**
 * Everything that operators deal with: what makes its use cases, and the operations that they
 * serve. All else follows from it.
 */
const resources = {
  overview: { manage: viewOverview, operations: overviewOperations },
  connectors: { manage: viewConnectors, operations: connectorOperations },
  orders: { manage: giveOrders, operations: orderOperations },
  credentials: { manage: manageCredentials, operations: credentialOperations },
  suppliers: { manage: manageSuppliers, operations: supplierOperations },
  heldPrices: { manage: viewHeldPrices, operations: heldPriceOperations },
  contradictions: { manage: viewContradictions, operations: contradictionOperations },
  marks: { manage: markProducts, operations: markOperations },
  verdicts: { manage: judgeMatches, operations: matchOperations },
  matching: { manage: viewMatching, operations: [] },
  aliases: { manage: manageAliases, operations: aliasOperations },
  profiles: { manage: manageProfiles, operations: profileOperations },
  profileTrials: { manage: tryProfiles, operations: [] },
  policies: { manage: visibilityPolicies, operations: policyOperations },
  customers: { manage: manageCustomers, operations: customerOperations },
  erasure: { manage: eraseCustomer, operations: erasureOperations },
  groups: { manage: manageGroups, operations: groupOperations },
  keys: { manage: manageApiKeys, operations: apiKeyOperations },
  pricingRules: { manage: managePricingRules, operations: pricingRuleOperations },
  pricingTrials: { manage: tryPricingRules, operations: [] },
  exchangeRates: { manage: manageExchangeRates, operations: exchangeRateOperations },
  dutyRates: { manage: manageDutyRates, operations: dutyRateOperations },
  packageAttrition: { manage: managePackageAttrition, operations: packageAttritionOperations },
  analytics: { manage: viewAnalytics, operations: analyticsOperations },
  audit: { manage: viewAudit, operations: auditOperations },
  outbox: { manage: manageOutbox, operations: outboxOperations },
  tail: { manage: tailBus, operations: tailOperations },
  webhooks: { manage: manageWebhooks, operations: webhookOperations },
};

type Manage = (typeof resources)[keyof typeof resources]['manage'];

/** All of a union at once. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Each) => void
  ? Each
  : never;

/** Dependencies of the operations of all resources. */
export type AdminDependencies = All<Parameters<Manage>[0]>;

/** What operators do. */
export type AdminUseCases = All<ReturnType<Manage>>;

/** Creates what operators do. */
export const createAdminUseCases = (dependencies: AdminDependencies): AdminUseCases =>
  Object.assign({}, ...Object.values(resources).map(({ manage }) => manage(dependencies)));

/** Puts every operation for operators on its path. */
export const serveAdmin =
  (admin: AdminUseCases) =>
  (serve: Serve, serveStream: ServeStream): void => {
    for (const { operations } of Object.values(resources))
      for (const { serveWith } of operations) serveWith(serve, admin, serveStream);
  };
