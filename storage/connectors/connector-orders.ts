import { notFound } from '../../domain/errors.ts';
import {
  type ConnectorOrder,
  controlOf,
  type OrderKind,
  type StandingOrder,
} from '../../domain/ingestion/connector-control.ts';
import type { ConnectorOrders } from '../../domain/ingestion/ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendAndCommit, appendEvents, type OnWrite } from '../event-log/event-store.ts';
import { violationOf } from '../pool/constraint.ts';
import { inTransaction, run, type Sql } from '../pool/pool.ts';

interface OrderRow {
  readonly detail: ConnectorOrder;
  readonly until: Date;
  readonly givenAt: Date;
}

/** Operators' orders, one row each while they hold. */
export const createConnectorOrders = (sql: Sql, { onWrite }: { readonly onWrite?: OnWrite } = {}): ConnectorOrders => ({
  control: async (supplierId) => {
    const rows = await run(sql<OrderRow[]>`
      select detail, until, given_at as "givenAt" from connector_order
      where supplier_id = ${supplierId} and until > clock_timestamp()`);
    return controlOf(rows.map(({ detail, ...when }) => ({ ...detail, ...when })));
  },

  give: async (supplierId, standing, by, context) => {
    const { until, order } = split(standing);
    try {
      await withAuditRecord(sql, audited('connector', supplierId, context), async (transaction) => {
        await run(transaction`
          insert into connector_order (supplier_id, kind, detail, until, given_by)
          values (${supplierId}, ${order.kind}, ${JSON.stringify(order)}::text::jsonb, ${until}, ${by})
          on conflict (supplier_id, kind) do update set
            detail = excluded.detail, until = excluded.until, given_at = now(), given_by = excluded.given_by`);
        const event = { type: 'connector.ordered', supplierId, order, until: until.toISOString(), by } as const;
        await appendEvents(transaction, [event], context, onWrite);
      });
    } catch (error) {
      throw violationOf(error) === 'foreign_key' ? notFound('supplier', supplierId) : error;
    }
  },

  withdraw: (supplierId, kind, context) =>
    withAuditRecord(sql, audited('connector', supplierId, context), async (transaction) => {
      const gone = await run(transaction`
        delete from connector_order where supplier_id = ${supplierId} and kind = ${kind} returning kind`);
      if (gone.length === 0) return false;
      await appendEvents(transaction, [endedBy('withdrawn', supplierId, kind)], context, onWrite);
      return true;
    }),

  expire: (supplierId, context) =>
    inTransaction(sql, async (transaction) => {
      const gone = await run(transaction<{ kind: OrderKind }[]>`
        delete from connector_order where supplier_id = ${supplierId} and until <= clock_timestamp() returning kind`);
      const events = gone.map(({ kind }) => endedBy('expired', supplierId, kind));
      await appendAndCommit(transaction, events, context, onWrite);
    }),
});

const endedBy = (how: 'expired' | 'withdrawn', supplierId: string, order: OrderKind) =>
  ({ type: 'connector.order_ended', supplierId, order, how }) as const;

const split = ({ until, ...order }: StandingOrder): { until: Date; order: ConnectorOrder } => ({ until, order });
