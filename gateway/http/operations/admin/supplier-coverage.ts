import { createRoute } from '@hono/zod-openapi';
import type { SupplierCoverage } from '../../../../domain/analytics/queries.ts';
import { coverageJson } from '../../../mapping/analytics.ts';
import type { Nothing } from '../../../usecases/admin/use-cases.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { supplierCoverageSchema } from '../../schemas/admin/analytics.ts';
import { analyticsOperation } from './operation.ts';

/** `GET /v1/admin/analytics/supplier-coverage`. */
export const viewSupplierCoverageOperation: HttpOperation<Nothing, readonly SupplierCoverage[]> = {
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
