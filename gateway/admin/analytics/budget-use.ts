import { createRoute } from '@hono/zod-openapi';
import type { BudgetDay } from '../../../domain/analytics/queries.ts';
import { budgetUseJson } from '../../analytics/analytics.ts';
import type { Answer, SupplierDays } from '../../analytics/use-cases.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { supplierQuery, supplierQuestionOf } from '../../http/operations/day-query.ts';
import { responses } from '../../http/responses.ts';
import { analyticsOperation } from '../request/operation.ts';
import { budgetUseSchema } from './schema.ts';

/** `GET /v1/admin/analytics/budget-use`. */
export const viewBudgetUseOperation: HttpOperation<SupplierDays, Answer<BudgetDay>> = {
  ...analyticsOperation('ViewBudgetUse'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/budget-use',
    operationId: 'viewBudgetUse',
    summary: 'What the ticks of each credential took of its budget, day by day',
    tags: ['Admin'],
    request: { query: supplierQuery },
    responses: responses('The pages that were asked for and what they brought, by credential.', budgetUseSchema, {
      isAnalytical: true,
    }),
  }),
  decode: supplierQuestionOf,
  encode: budgetUseJson,
};
