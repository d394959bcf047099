/**
 * Deliveries as those who make them know them. One process at a time has the lease of an endpoint;
 * what its former process still writes is refused. An attempt that was made and could not be
 * written is made again, under the same id.
 *
 * Database down: every method throws `Failure` of kind `unavailable`.
 */
import { Failure } from '../../domain/errors.ts';
import type { Cause } from '../../domain/store-context.ts';
import { type Attempt, maxKeptAttempts, type Settlement } from '../../domain/webhooks/delivery.ts';
import type { ClaimedEndpoint, DeliveryQueue, DueDelivery, EndpointClaim } from '../../domain/webhooks/ports.ts';
import { createWorkLeases, isUnleased, leasedRow, takenBy } from '../held-work/work-leases.ts';
import type { Nullable } from '../pool/nullable-row.ts';
import { inTransaction, run, type Sql, type Transaction } from '../pool/pool.ts';
import type { Sealer } from '../secrets/sealing.ts';
import { openSigningSecret } from './endpoint-row.ts';
import { disableEndpoint, orderSubjects } from './pending-deliveries.ts';

const table = { name: 'webhook_endpoint', isUnderWay: 'disabled_at is null', claimLock: 7_200_171 } as const;

interface ClaimedRow {
  readonly id: string;
  readonly customerId: string;
  readonly url: string;
  readonly token: number;
  readonly secret: string;
  readonly previousSecret: string | null;
}

type DueRow = Omit<DueDelivery, 'cause'> & Nullable<Cause>;

const take = (transaction: Transaction, claim: EndpointClaim) =>
  run(transaction<ClaimedRow[]>`
    with due as materialized (
      select endpoint.id from webhook_endpoint as endpoint
      cross join lateral (
        select min(next_at) as since from webhook_delivery where endpoint_id = endpoint.id and next_at <= ${claim.now}
      ) as oldest
      where since is not null and disabled_at is null and ${isUnleased(transaction)}
      order by since limit ${claim.places}
    )
    update webhook_endpoint as endpoint set ${takenBy(transaction, claim)}
    from due where endpoint.id = due.id
    returning endpoint.id, customer_id as "customerId", url, token, secret,
      case when previous_until > ${claim.now} then previous_secret end as "previousSecret"`);

/** None where the row was changed or this process lacks the key: it has no bearing on others. */
const openedOf = (sealer: Sealer, endpointId: string, sealed: string | null): readonly string[] => {
  if (sealed === null) return [];
  try {
    const secret = openSigningSecret(sealer, endpointId, sealed);
    return secret === undefined ? [] : [secret];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
};

const claimedOf =
  (sealer: Sealer) =>
  ({ token, secret, previousSecret, ...endpoint }: ClaimedRow): ClaimedEndpoint => ({
    endpoint,
    token,
    secrets: [secret, previousSecret].flatMap((sealed) => openedOf(sealer, endpoint.id, sealed)),
  });

/** Holds the endpoint until the transaction ends, if it still is in this hand. */
const holdClaimed = async (transaction: Transaction, { endpoint: { id }, token }: ClaimedEndpoint): Promise<void> => {
  leasedRow(
    await run(transaction`
      select from webhook_endpoint where id = ${id} and token = ${token} and disabled_at is null for no key update`),
    `endpoint ${id}`,
  );
};

const stateAfter = (settlement: Settlement) => {
  switch (settlement.kind) {
    case 'delivered':
      return { state: 'delivered', reason: null, nextAt: null } as const;
    case 'again':
      return { state: 'pending', reason: null, nextAt: settlement.nextAt } as const;
    case 'dead':
      return { state: 'dead', reason: 'deadline', nextAt: null } as const;
    case 'gone':
      return { state: 'dead', reason: 'gone', nextAt: null } as const;
  }
};

/** The time at which an attempt had come to what it came to. */
const endOf = ({ at, tookMs }: Attempt): Date => new Date(at.getTime() + tookMs);

const settle = async (
  transaction: Transaction,
  { endpoint }: ClaimedEndpoint,
  { id, attempt, settlement }: { readonly id: string; readonly attempt: Attempt; readonly settlement: Settlement },
): Promise<void> => {
  const { state, reason, nextAt } = stateAfter(settlement);
  const now = endOf(attempt);
  const rows = await run(transaction<{ subject: string }[]>`
    update webhook_delivery set
      state = ${state}, reason = ${reason}, next_at = ${nextAt}, attempts = ${attempt.number},
      failures = failures + ${state === 'delivered' ? 0 : 1}::int,
      attempt_log = (case when jsonb_array_length(attempt_log) >= ${maxKeptAttempts} then attempt_log - 0 else attempt_log end)
        || jsonb_build_array(${JSON.stringify(attempt)}::text::jsonb),
      settled_at = case when ${state !== 'pending'} then ${now}::timestamptz end
    where endpoint_id = ${endpoint.id} and id = ${id} and state = 'pending' returning subject`);
  const subjects = rows.map(({ subject }) => subject);
  await orderSubjects(transaction, { endpointId: endpoint.id, subjects, now });
  if (settlement.kind === 'gone') await disableEndpoint(transaction, { endpointId: endpoint.id, why: 'gone', now });
};

const giveUp = async (
  transaction: Transaction,
  { endpoint: { id: endpointId } }: ClaimedEndpoint,
  ids: readonly string[],
  now: Date,
): Promise<void> => {
  const rows = await run(transaction<{ subject: string }[]>`
    update webhook_delivery set state = 'dead', reason = 'deadline', next_at = null, settled_at = ${now}
    where endpoint_id = ${endpointId} and id = any(${[...ids]}::text[]) and state = 'pending' returning subject`);
  await orderSubjects(transaction, { endpointId, subjects: rows.map(({ subject }) => subject), now });
};

/** Creates the queue over a migrated database. */
export const createDeliveryQueue = (sql: Sql, sealer: Sealer): DeliveryQueue => {
  const leases = createWorkLeases(sql, table);
  const leasesOf = (held: readonly ClaimedEndpoint[]) => held.map(({ endpoint: { id }, token }) => ({ id, token }));
  return {
    claim: async (claim) => {
      const rows = await leases.claim((transaction) => take(transaction, claim));
      return rows.map(claimedOf(sealer));
    },

    renew: (held, ttlMs) => leases.renew(leasesOf(held), ttlMs),
    release: (held, restMs) => leases.release(leasesOf(held), restMs),

    due: async (endpointId, now, limit) => {
      const rows = await run(sql<DueRow[]>`
        select id, type, subject, body, correlation_id as "correlationId", traceparent, created_at as "createdAt",
          deadline_at as "deadlineAt", failures, attempts
        from webhook_delivery where endpoint_id = ${endpointId} and next_at <= ${now}
        order by next_at, place limit ${limit}`);
      return rows.map(({ correlationId, traceparent, ...row }) => ({
        ...row,
        cause: { correlationId, traceparent: traceparent ?? undefined },
      }));
    },

    settle: (claimed, id, attempt, settlement) =>
      inTransaction(sql, async (transaction) => {
        await holdClaimed(transaction, claimed);
        await settle(transaction, claimed, { id, attempt, settlement });
      }),

    giveUp: (claimed, ids, now) =>
      inTransaction(sql, async (transaction) => {
        await holdClaimed(transaction, claimed);
        await giveUp(transaction, claimed, ids, now);
      }),

    forget: async (endedBefore, limit) => {
      const { count } = await run(sql`
        delete from webhook_delivery where ctid = any(array(
          select ctid from webhook_delivery where settled_at < ${endedBefore} limit ${limit}))`);
      return count;
    },
  };
};
