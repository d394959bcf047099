import { createRoute } from '@hono/zod-openapi';
import type { SupplierCoverage } from '../../../domain/analytics/queries.ts';
import { coverageJson } from '../../analytics/analytics.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { analyticsOperation } from '../request/operation.ts';
import type { EmptyRequest } from '../use-cases.ts';
import { supplierCoverageSchema } from './schema.ts';

/** `GET /v1/admin/analytics/supplier-coverage`. */
export const viewSupplierCoverageOperation: HttpOperation<EmptyRequest, readonly SupplierCoverage[]> = {
  ...analyticsOperation('ViewSupplierCoverage'),
  route: createRoute({
    method: 'get',
    path: '/v1/admin/analytics/supplier-coverage',
    operationId: 'viewSupplierCoverage',
    summary: 'How many offers of each supplier are known, and how many of them have fresh prices and stocks',
    tags: ['Admin'],
    responses: responses('The suppliers.', supplierCoverageSchema, { isAnalytical: true }),
  }),
  decode: () => ({}),
  encode: (suppliers) => ({ suppliers: suppliers.map(coverageJson) }),
};
