import { notFound } from '../../domain/errors.ts';
import {
  type ConnectorOrder,
  controlOf,
  type OrderKind,
  type StandingOrder,
} from '../../domain/ingestion/connector-control.ts';
import type { ConnectorOrders } from '../../domain/ingestion/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { withAuditRecord } from '../audit/with-audit-record.ts';
import { appendInTransaction, type OnWrite } from '../event-log/event-store.ts';
import { violationOf } from '../pool/constraint.ts';
import { type AnySql, inTransaction, run, type Sql } from '../pool/pool.ts';

interface OrderRow {
  readonly detail: ConnectorOrder;
  readonly until: Date;
  readonly givenAt: Date;
}

/** Operators' orders, one row each while they hold. */
export const createConnectorOrders = (sql: Sql, options: { readonly onWrite?: OnWrite } = {}): ConnectorOrders => {
  const append = (
    transaction: AnySql,
    supplierId: string,
    ended: readonly OrderKind[],
    how: 'expired' | 'withdrawn',
  ) => ({
    with: (context: WriteContext) =>
      appendInTransaction(
        transaction,
        ended.map((order) => ({
          event: { type: 'connector.order_ended', supplierId, order, how } as const,
          expected: 'any' as const,
        })),
        context,
        options.onWrite,
      ),
  });

  return {
    control: async (supplierId) => {
      const rows = await run(sql<OrderRow[]>`
        select detail, until, given_at as "givenAt" from connector_order
        where supplier_id = ${supplierId} and until > clock_timestamp()`);
      return controlOf(rows.map(({ detail, ...when }) => ({ ...detail, ...when })));
    },

    give: async (supplierId, standing, by, context) => {
      const { until, order } = split(standing);
      try {
        await withAuditRecord(sql, acting(supplierId, context), async (transaction) => {
          await run(transaction`
            insert into connector_order (supplier_id, kind, detail, until, given_by)
            values (${supplierId}, ${order.kind}, ${JSON.stringify(order)}::text::jsonb, ${until}, ${by})
            on conflict (supplier_id, kind) do update set
              detail = excluded.detail, until = excluded.until, given_at = now(), given_by = excluded.given_by`);
          const event = { type: 'connector.ordered', supplierId, order, until: until.toISOString(), by } as const;
          await appendInTransaction(transaction, [{ event, expected: 'any' }], context, options.onWrite);
        });
      } catch (error) {
        throw violationOf(error) === 'foreign_key' ? notFound('supplier', supplierId) : error;
      }
    },

    withdraw: (supplierId, kind, context) =>
      withAuditRecord(sql, acting(supplierId, context), async (transaction) => {
        const gone = await run(transaction`
          delete from connector_order where supplier_id = ${supplierId} and kind = ${kind} returning kind`);
        if (gone.length === 0) return false;
        await append(transaction, supplierId, [kind], 'withdrawn').with(context);
        return true;
      }),

    expire: (supplierId, context) =>
      inTransaction(sql, async (transaction) => {
        const gone = await run(transaction<{ kind: OrderKind }[]>`
          delete from connector_order where supplier_id = ${supplierId} and until <= clock_timestamp() returning kind`);
        await append(
          transaction,
          supplierId,
          gone.map(({ kind }) => kind),
          'expired',
        ).with(context);
      }),
  };
};

const acting = (supplierId: string, { act }: WriteContext) => ({ act, target: { kind: 'connector', id: supplierId } });

const split = ({ until, ...order }: StandingOrder): { until: Date; order: ConnectorOrder } => ({ until, order });
