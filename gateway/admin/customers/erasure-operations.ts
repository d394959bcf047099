import { adminOperationsOf } from '../request/operation.ts';
import type { ErasureAdministration } from './erase.ts';
import { erasureReportSchema } from './erasure-schema.ts';
import { customerParams } from './schema.ts';

const { operation } = adminOperationsOf<ErasureAdministration>('Callers');

/** What operators do when a customer's data is to go. */
export const erasureOperations = [
  operation(({ eraseCustomer }) => eraseCustomer, {
    name: 'EraseCustomer',
    scope: 'admin:keys',
    at: 'POST /v1/admin/customers/{customer}/erasure',
    summary: 'Erase everything that is known of a customer, for good; it may be asked for again',
    params: customerParams,
    answer: erasureReportSchema,
    answered: 'What went, what stays and what cannot be reached.',
    conflicts: true,
    decode: ({ params }) => ({ customerId: params.customer }),
    encode: ({ customerId, requestedAt, finishedAt, erased, kept, unreachable }) => ({
      customer_id: customerId,
      requested_at: requestedAt.toISOString(),
      finished_at: finishedAt.toISOString(),
      erased: Object.entries(erased).map(([place, rows]) => ({ place, rows })),
      kept,
      unreachable,
    }),
  }),
];
