import type { UseCase } from '../request-context.ts';
import type { AdminUseCases } from '../usecases/admin/use-cases.ts';
import type { HttpOperation } from './operation.ts';
import {
  addAliasesOperation,
  listAliasesOperation,
  moveAliasOperation,
  removeAliasOperation,
} from './operations/admin/aliases.ts';
import {
  createKeyOperation,
  listKeysOperation,
  revokeKeyOperation,
  rotateKeyOperation,
  updateKeyOperation,
} from './operations/admin/api-keys.ts';
import { listAuditOperation } from './operations/admin/audit.ts';
import { viewBudgetUseOperation } from './operations/admin/budget-use.ts';
import {
  getConnectorOperation,
  getIngestionOperation,
  listConnectorsOperation,
} from './operations/admin/connectors.ts';
import {
  addCredentialOperation,
  disableCredentialOperation,
  enableCredentialOperation,
  listCredentialsOperation,
  rotateCredentialOperation,
} from './operations/admin/credentials.ts';
import {
  listGroupsOperation,
  putGroupOperation,
  putMemberOperation,
  removeMemberOperation,
} from './operations/admin/customer-groups.ts';
import {
  createCustomerOperation,
  getCustomerOperation,
  listCustomersOperation,
  updateCustomerOperation,
} from './operations/admin/customers.ts';
import { eraseCustomerOperation } from './operations/admin/erase-customer.ts';
import { addRatesOperation, listRatesOperation } from './operations/admin/exchange-rates.ts';
import { viewLeadTimesOperation } from './operations/admin/lead-times.ts';
import { markProductOperation, unmarkProductOperation } from './operations/admin/mark-product.ts';
import {
  getMatchingOperation,
  getMatchOperation,
  judgeMatchOperation,
  listOrphansOperation,
  startRematchOperation,
  withdrawVerdictsOperation,
} from './operations/admin/matching.ts';
import { pauseOperation, ratesOperation, resumeOperation, workersOperation } from './operations/admin/orders.ts';
import { getOutboxOperation, replayEventOperation, replayEventsOperation } from './operations/admin/outbox.ts';
import { viewPriceHistoryOperation } from './operations/admin/price-history.ts';
import { viewPriceSpreadOperation } from './operations/admin/price-spread.ts';
import { viewPricesGivenOperation } from './operations/admin/prices-given.ts';
import {
  addPricingRuleOperation,
  getPricingRuleOperation,
  listPricingRulesOperation,
  putPricingRuleOperation,
  removePricingRuleOperation,
  tryPricingRuleOperation,
} from './operations/admin/pricing-rules.ts';
import { getProfileOperation, listProfilesOperation, putProfileOperation } from './operations/admin/profiles.ts';
import { putSupplierOperation } from './operations/admin/put-supplier.ts';
import { viewSupplierCoverageOperation } from './operations/admin/supplier-coverage.ts';
import {
  createPolicyOperation,
  getPolicyOperation,
  listPoliciesOperation,
  removePolicyOperation,
  tryPolicyOperation,
  updatePolicyOperation,
} from './operations/admin/visibility-policies.ts';

/** Puts an operation on its path. */
export type Serve = <Input, Output>(operation: HttpOperation<Input, Output>, useCase: UseCase<Input, Output>) => void;

/** Puts every operation for operators on its path. */
export const serveAdmin = (serve: Serve, admin: AdminUseCases): void => {
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
