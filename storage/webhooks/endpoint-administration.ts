import { notFound } from '../../domain/errors.ts';
import type { WebhookAdministration } from '../../domain/webhooks/ports.ts';
import { withAuditRecord } from '../audit/with-audit-record.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import { type EndpointRow, endpointColumns, endpointOf } from './endpoint-row.ts';
import { disableEndpoint } from './pending-deliveries.ts';

const rowOf = async (transaction: Transaction, id: string): Promise<EndpointRow> => {
  const [row] = await run(transaction<EndpointRow[]>`
    select ${endpointColumns(transaction)} from webhook_endpoint where id = ${id} for no key update`);
  if (row === undefined) throw notFound('webhook', id);
  return row;
};

/**
 * The endpoints of all customers, for operators. Every method throws `unavailable` when the
 * database does not answer.
 */
export const createWebhookAdministration = (sql: Sql): WebhookAdministration => ({
  page: async ({ customerId, isEnabled, text }, { afterId, limit }, options) => {
    const rows = await run(
      sql<EndpointRow[]>`
        select ${endpointColumns(sql)} from webhook_endpoint
        where id > ${afterId ?? ''}
          and (${customerId ?? null}::text is null or customer_id = ${customerId ?? null})
          and (${isEnabled ?? null}::boolean is null or (disabled_at is null) = ${isEnabled ?? null})
          and strpos(lower(url || ' ' || description), lower(${text ?? ''})) > 0
        order by id limit ${limit}`,
      options,
    );
    return rows.map(endpointOf);
  },

  setDisabled: (id, isDisabled, now, act) =>
    withAuditRecord(sql, { act, target: { kind: 'webhook', id } }, async (transaction) => {
      const before = await rowOf(transaction, id);
      if (isDisabled) {
        // What another reason has disabled is the operator's from now on.
        await disableEndpoint(transaction, { endpointId: id, why: 'by_operator', now });
        await run(transaction`
          update webhook_endpoint set disabled_why = 'by_operator' where id = ${id} and disabled_at is not null`);
      } else if (before.disabledAt !== null)
        await run(transaction`
          update webhook_endpoint set disabled_at = null, disabled_why = null, version = version + 1 where id = ${id}`);
      return endpointOf(await rowOf(transaction, id));
    }),
});
