import { createRoute } from '@hono/zod-openapi';
import type { LeadTimeDay } from '../../../../domain/analytics/queries.ts';
import { leadTimesJson } from '../../../mapping/analytics.ts';
import type { Answer, SupplierDays } from '../../../usecases/admin/analytics.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { leadTimesSchema } from '../../schemas/admin/analytics.ts';
import { supplierQuery, supplierQuestionOf } from '../day-query.ts';
import { analyticsOperation } from './operation.ts';

/** `GET /v1/admin/analytics/lead-times`. */
export const viewLeadTimesOperation: HttpOperation<SupplierDays, Answer<LeadTimeDay>> = {
  ...analyticsOperation('ViewLeadTimes'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/lead-times',
    operationId: 'viewLeadTimes',
    summary: 'The lead times that suppliers named, day by day',
    tags: ['Admin'],
    request: { query: supplierQuery },
    responses: responses('The lead times, by supplier.', leadTimesSchema, { isAnalytical: true }),
  }),
  decode: supplierQuestionOf,
  encode: leadTimesJson,
};
