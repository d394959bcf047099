import { createRoute } from '@hono/zod-openapi';
import type { BudgetDay } from '../../../../domain/analytics/queries.ts';
import { budgetUseJson } from '../../../mapping/analytics.ts';
import type { Answer, SupplierDays } from '../../../usecases/admin/analytics.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { budgetUseSchema } from '../../schemas/admin/analytics.ts';
import { supplierQuery, supplierQuestionOf } from '../day-query.ts';
import { analyticsOperation } from './operation.ts';

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
