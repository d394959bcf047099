import type { Serve } from '../http/operation.ts';
import {
  addAliasesOperation,
  listAliasesOperation,
  moveAliasOperation,
  removeAliasOperation,
} from './aliases/operations.ts';
import { viewBudgetUseOperation } from './analytics/budget-use.ts';
import { viewLeadTimesOperation } from './analytics/lead-times.ts';
import { viewPriceHistoryOperation } from './analytics/price-history.ts';
import { viewPriceSpreadOperation } from './analytics/price-spread.ts';
import { viewPricesGivenOperation } from './analytics/prices-given.ts';
import { viewSupplierCoverageOperation } from './analytics/supplier-coverage.ts';
import {
  createKeyOperation,
  listKeysOperation,
  revokeKeyOperation,
  rotateKeyOperation,
  updateKeyOperation,
} from './api-keys/operations.ts';
import { listAuditOperation } from './audit/operations.ts';
import { getConnectorOperation, getIngestionOperation, listConnectorsOperation } from './connectors/operations.ts';
import { pauseOperation, ratesOperation, resumeOperation, workersOperation } from './connectors/order-operations.ts';
import {
  addCredentialOperation,
  disableCredentialOperation,
  enableCredentialOperation,
  listCredentialsOperation,
  rotateCredentialOperation,
} from './credentials/operations.ts';
import { eraseCustomerOperation } from './customers/erasure-operations.ts';
import {
  listGroupsOperation,
  putGroupOperation,
  putMemberOperation,
  removeMemberOperation,
} from './customers/group-operations.ts';
import {
  createCustomerOperation,
  getCustomerOperation,
  listCustomersOperation,
  updateCustomerOperation,
} from './customers/operations.ts';
import { addRatesOperation, listRatesOperation } from './exchange-rates/operations.ts';
import { markProductOperation, unmarkProductOperation } from './matching/mark-operations.ts';
import {
  getMatchingOperation,
  getMatchOperation,
  judgeMatchOperation,
  listOrphansOperation,
  startRematchOperation,
  withdrawVerdictsOperation,
} from './matching/operations.ts';
import { getOutboxOperation, replayEventOperation, replayEventsOperation } from './outbox/operations.ts';
import {
  addPricingRuleOperation,
  getPricingRuleOperation,
  listPricingRulesOperation,
  putPricingRuleOperation,
  removePricingRuleOperation,
  tryPricingRuleOperation,
} from './pricing-rules/operations.ts';
import { getProfileOperation, listProfilesOperation, putProfileOperation } from './profiles/operations.ts';
import { putSupplierOperation } from './suppliers/operations.ts';
import type { AdminUseCases } from './use-cases.ts';
import {
  createPolicyOperation,
  getPolicyOperation,
  listPoliciesOperation,
  removePolicyOperation,
  tryPolicyOperation,
  updatePolicyOperation,
} from './visibility-policies/operations.ts';

/** Puts every operation for operators on its path. */
export const serveAdmin =
  (admin: AdminUseCases) =>
  (serve: Serve): void => {
    serve(listConnectorsOperation, admin.listConnectors);
    serve(getConnectorOperation, admin.getConnector);
    serve(workersOperation, admin.giveOrder);
    serve(pauseOperation, admin.giveOrder);
    serve(ratesOperation, admin.giveOrder);
    serve(resumeOperation, admin.resume);
    serve(getIngestionOperation, admin.getIngestion);
    serve(listCredentialsOperation, admin.getConnector);
    serve(addCredentialOperation, admin.addCredential);
    serve(rotateCredentialOperation, admin.rotateCredential);
    serve(disableCredentialOperation, admin.disableCredential);
    serve(enableCredentialOperation, admin.enableCredential);
    serve(putSupplierOperation, admin.putSupplier);
    serve(markProductOperation, admin.markProduct);
    serve(unmarkProductOperation, admin.markProduct);
    serve(getMatchOperation, admin.getMatch);
    serve(judgeMatchOperation, admin.judgeMatch);
    serve(withdrawVerdictsOperation, admin.withdrawVerdicts);
    serve(getMatchingOperation, admin.getMatching);
    serve(listOrphansOperation, admin.listOrphans);
    serve(startRematchOperation, admin.startRematch);
    serve(listAliasesOperation, admin.listAliases);
    serve(addAliasesOperation, admin.addAliases);
    serve(removeAliasOperation, admin.removeAlias);
    serve(moveAliasOperation, admin.moveAlias);
    serve(listProfilesOperation, admin.listProfiles);
    serve(getProfileOperation, admin.getProfile);
    serve(putProfileOperation, admin.putProfile);
    serve(listPoliciesOperation, admin.listPolicies);
    serve(getPolicyOperation, admin.getPolicy);
    serve(createPolicyOperation, admin.createPolicy);
    serve(updatePolicyOperation, admin.updatePolicy);
    serve(removePolicyOperation, admin.removePolicy);
    serve(tryPolicyOperation, admin.tryPolicy);
    serve(createCustomerOperation, admin.createCustomer);
    serve(updateCustomerOperation, admin.updateCustomer);
    serve(getCustomerOperation, admin.getCustomer);
    serve(listCustomersOperation, admin.listCustomers);
    serve(eraseCustomerOperation, admin.eraseCustomer);
    serve(putGroupOperation, admin.putGroup);
    serve(listGroupsOperation, admin.listGroups);
    serve(putMemberOperation, admin.setMember);
    serve(removeMemberOperation, admin.setMember);
    serve(createKeyOperation, admin.createKey);
    serve(updateKeyOperation, admin.updateKey);
    serve(rotateKeyOperation, admin.rotateKey);
    serve(revokeKeyOperation, admin.revokeKey);
    serve(listKeysOperation, admin.listKeys);
    serve(listPricingRulesOperation, admin.listPricingRules);
    serve(addPricingRuleOperation, admin.addPricingRule);
    serve(tryPricingRuleOperation, admin.tryPricingRule);
    serve(getPricingRuleOperation, admin.getPricingRule);
    serve(putPricingRuleOperation, admin.putPricingRule);
    serve(removePricingRuleOperation, admin.removePricingRule);
    serve(listRatesOperation, admin.listExchangeRates);
    serve(addRatesOperation, admin.addExchangeRates);
    serve(viewPriceHistoryOperation, admin.viewPriceHistory);
    serve(viewPriceSpreadOperation, admin.viewPriceSpread);
    serve(viewPricesGivenOperation, admin.viewPricesGiven);
    serve(viewSupplierCoverageOperation, admin.viewSupplierCoverage);
    serve(viewLeadTimesOperation, admin.viewLeadTimes);
    serve(viewBudgetUseOperation, admin.viewBudgetUse);
    serve(listAuditOperation, admin.listAudit);
    serve(getOutboxOperation, admin.getOutbox);
    serve(replayEventsOperation, admin.replayEvents);
    serve(replayEventOperation, admin.replayEvent);
  };
