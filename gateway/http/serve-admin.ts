import type { UseCase } from '../request-context.ts';
import type { AdminUseCases } from '../usecases/admin/use-cases.ts';
import type { HttpOperation } from './operation.ts';
import { addAliasesOperation, listAliasesOperation } from './operations/admin/aliases.ts';
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
import { putSupplierOperation } from './operations/admin/put-supplier.ts';
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
  serve(listPoliciesOperation, admin.listPolicies);
  serve(getPolicyOperation, admin.getPolicy);
  serve(createPolicyOperation, admin.createPolicy);
  serve(updatePolicyOperation, admin.updatePolicy);
  serve(removePolicyOperation, admin.removePolicy);
  serve(tryPolicyOperation, admin.tryPolicy);
};
