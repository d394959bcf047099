import type { Serve } from '../http/operation.ts';
import { aliasOperations } from './aliases/operations.ts';
import { analyticsOperations } from './analytics/operations.ts';
import { apiKeyOperations } from './api-keys/operations.ts';
import { auditOperations } from './audit/operations.ts';
import { connectorOperations } from './connectors/operations.ts';
import { orderOperations } from './connectors/order-operations.ts';
import { credentialOperations } from './credentials/operations.ts';
import { erasureOperations } from './customers/erasure-operations.ts';
import { groupOperations } from './customers/group-operations.ts';
import { customerOperations } from './customers/operations.ts';
import { exchangeRateOperations } from './exchange-rates/operations.ts';
import { markOperations } from './matching/mark-operations.ts';
import { matchOperations } from './matching/operations.ts';
import { outboxOperations } from './outbox/operations.ts';
import { pricingRuleOperations } from './pricing-rules/operations.ts';
import { profileOperations } from './profiles/operations.ts';
import { supplierOperations } from './suppliers/operations.ts';
import type { AdminUseCases } from './use-cases.ts';
import { policyOperations } from './visibility-policies/operations.ts';

const operations = [
  ...connectorOperations,
  ...orderOperations,
  ...credentialOperations,
  ...supplierOperations,
  ...markOperations,
  ...matchOperations,
  ...aliasOperations,
  ...profileOperations,
  ...policyOperations,
  ...customerOperations,
  ...erasureOperations,
  ...groupOperations,
  ...apiKeyOperations,
  ...pricingRuleOperations,
  ...exchangeRateOperations,
  ...analyticsOperations,
  ...auditOperations,
  ...outboxOperations,
];

/** Puts every operation for operators on its path. */
export const serveAdmin =
  (admin: AdminUseCases) =>
  (serve: Serve): void => {
    for (const { serveWith } of operations) serveWith(serve, admin);
  };
