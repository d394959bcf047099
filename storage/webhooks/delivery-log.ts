/**
 * Deliveries as the customer of their endpoint knows them: what was sent, how it was answered, and
 * what was given up, which can be sent again.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import { Failure, notFound } from '../../domain/errors.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type DeadReason,
  type Delivery,
  type DeliveryState,
  deliveryTimeMs,
} from '../../domain/webhooks/delivery.ts';
import { maxPending } from '../../domain/webhooks/endpoint.ts';
import type { DeliveryLog, OwnEndpoint } from '../../domain/webhooks/ports.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';
import { customerAlone, forTenant, readForTenant } from '../pool/tenant.ts';
import { orderSubjects } from './pending-deliveries.ts';
import { writeDeliveries } from './write-deliveries.ts';

/** Dead deliveries that one request replays. */
const replayedAtOnce = 1_000;

/** A number above every place. */
const aboveAll = Number.MAX_SAFE_INTEGER;

interface LoggedAttempt extends Omit<Attempt, 'at'> {
  readonly at: string;
  readonly outcome: AttemptOutcome;
}

interface DeliveryRow extends Omit<Delivery, 'place' | 'latestAttempts' | 'state'> {
  readonly place: bigint;
  readonly attemptLog: readonly LoggedAttempt[];
  readonly state: DeliveryState['kind'];
  readonly reason: DeadReason | null;
  readonly nextAt: Date | null;
  readonly deadlineAt: Date;
  readonly settledAt: Date | null;
}

const stateOf = ({ state, reason, nextAt, deadlineAt, settledAt }: DeliveryRow): DeliveryState => {
  if (settledAt === null) return { kind: 'pending', nextAt: nextAt ?? undefined, deadlineAt };
  if (state === 'dead') return { kind: 'dead', at: settledAt, reason: reason ?? 'deadline' };
  return { kind: 'delivered', at: settledAt };
};

const deliveryOf = (row: DeliveryRow): Delivery => ({
  id: row.id,
  place: Number(row.place),
  type: row.type,
  subject: row.subject,
  createdAt: row.createdAt,
  correlationId: row.correlationId,
  attempts: row.attempts,
  latestAttempts: row.attemptLog.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) })),
  state: stateOf(row),
});

/** Holds an endpoint that is in use. Throws `not_found`, `failed_precondition`. */
const holdInUse = async (transaction: Transaction, { endpointId, customerId }: OwnEndpoint): Promise<void> => {
  const [row] = await run(transaction<{ isDisabled: boolean }[]>`
    select disabled_at is not null as "isDisabled" from webhook_endpoint
    where id = ${endpointId} and customer_id = ${customerId} for no key update`);
  if (row === undefined) throw notFound('webhook', endpointId);
  if (row.isDisabled) throw new Failure('failed_precondition', 'the endpoint is disabled; enable it first');
};

const pendingCount = async (transaction: Transaction, endpointId: string): Promise<number> => {
  const [row] = await run(transaction<{ count: number }[]>`
    select count(*)::int as count from (
      select from webhook_delivery where endpoint_id = ${endpointId} and state = 'pending' limit ${maxPending}
    ) as waiting`);
  return row?.count ?? 0;
};

/** Never more than there is room for, so that a replay disables nothing. */
const replayable = (sql: Transaction, endpointId: string, which: string | 'all', room: number) => sql`
  select id from webhook_delivery where endpoint_id = ${endpointId} and state = 'dead'
    ${which === 'all' ? sql`` : sql`and id = ${which}`}
  order by place limit ${Math.min(replayedAtOnce, room)}`;

const replay =
  (sql: Sql): DeliveryLog['replay'] =>
  (of, which, now) =>
    forTenant(sql, customerAlone(of.customerId), async (transaction) => {
      const { endpointId } = of;
      await holdInUse(transaction, of);
      const room = maxPending - (await pendingCount(transaction, endpointId));
      const rows = await run(transaction<{ subject: string }[]>`
        update webhook_delivery set state = 'pending', reason = null, settled_at = null, failures = 0,
          deadline_at = ${new Date(now.getTime() + deliveryTimeMs)}
        where endpoint_id = ${endpointId} and id in (${replayable(transaction, endpointId, which, room)})
        returning subject`);
      await orderSubjects(transaction, { endpointId, subjects: [...new Set(rows.map(({ subject }) => subject))], now });
      return rows.length;
    });

/** Creates the log over a migrated database. */
export const createDeliveryLog = (sql: Sql): DeliveryLog => ({
  page: async ({ endpointId, customerId }, below, limit, options) => {
    const rows = await readForTenant<DeliveryRow>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select id, place, type, subject, created_at as "createdAt", correlation_id as "correlationId", attempts,
          attempt_log as "attemptLog", state, reason, next_at as "nextAt", deadline_at as "deadlineAt",
          settled_at as "settledAt"
        from webhook_delivery
        where endpoint_id = ${endpointId} and customer_id = ${customerId} and place < ${String(below ?? aboveAll)}::bigint
        order by place desc limit ${limit}`,
      options,
    );
    return rows.map(deliveryOf);
  },

  replay: replay(sql),

  send: (of, notice, cause) =>
    forTenant(sql, customerAlone(of.customerId), async (transaction) => {
      await holdInUse(transaction, of);
      if ((await pendingCount(transaction, of.endpointId)) >= maxPending)
        throw new Failure('exhausted', `${maxPending} notices wait for the endpoint already`);
      await writeDeliveries(transaction, [{ endpointId: of.endpointId, notice, cause }], notice.occurredAt);
    }),
});
