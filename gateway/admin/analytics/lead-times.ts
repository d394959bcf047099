import { createRoute } from '@hono/zod-openapi';
import type { LeadTimeDay } from '../../../domain/analytics/queries.ts';
import { leadTimesJson } from '../../analytics/analytics.ts';
import type { Answer, SupplierDays } from '../../analytics/use-cases.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { supplierQuery, supplierQuestionOf } from '../../http/operations/day-query.ts';
import { responses } from '../../http/responses.ts';
import { analyticsOperation } from '../request/operation.ts';
import { leadTimesSchema } from './schema.ts';

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
