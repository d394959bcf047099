import type { Cause } from '../../domain/store-context.ts';
import { deliveryTimeMs } from '../../domain/webhooks/delivery.ts';
import { maxPending } from '../../domain/webhooks/endpoint.ts';
import { type Notice, type NoticeType, noticeBody } from '../../domain/webhooks/notice.ts';
import type { FannedOut } from '../../domain/webhooks/ports.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { run, type Transaction } from '../pool/pool.ts';
import { disableEndpoint, lockEndpoints, orderSubjects } from './pending-deliveries.ts';

/** What an endpoint wants to hear of. */
interface Subscription {
  readonly endpointId: string;
  readonly customerId: string;
  readonly eventTypes: readonly NoticeType[];
}

/** A notice for one endpoint, with what caused it. */
export interface WantedNotice {
  readonly endpointId: string;
  readonly notice: Notice;
  readonly cause: Cause;
}

/** The endpoints of customers that are in use. */
const endpointsFor = async (
  transaction: Transaction,
  customerIds: readonly string[],
): Promise<readonly Subscription[]> =>
  customerIds.length === 0
    ? []
    : run(transaction<Subscription[]>`
        select id as "endpointId", customer_id as "customerId", event_types as "eventTypes" from webhook_endpoint
        where customer_id = any(${[...customerIds]}::text[]) and disabled_at is null order by id`);

const subjectsOf = (wanted: readonly WantedNotice[]): ReadonlyMap<string, Set<string>> => {
  const byEndpoint = new Map<string, Set<string>>();
  for (const { endpointId, notice } of wanted)
    byEndpoint.set(endpointId, (byEndpoint.get(endpointId) ?? new Set()).add(notice.subject));
  return byEndpoint;
};

/**
 * Writes deliveries in the order given, for endpoints whose lock is held; one that is there already
 * stays as it is. Returns how many are new.
 */
export const writeDeliveries = async (
  transaction: Transaction,
  wanted: readonly WantedNotice[],
  now: Date,
): Promise<number> => {
  const column = (read: (each: WantedNotice) => string | undefined): string => arrayLiteral(wanted.map(read));
  const { count } = await run(transaction`
    insert into webhook_delivery
      (endpoint_id, id, customer_id, type, subject, body, correlation_id, traceparent, created_at, state, deadline_at)
    select endpoint_id, id, customer_id, type, subject, body, correlation_id, traceparent, ${now}, 'pending',
      ${new Date(now.getTime() + deliveryTimeMs)}
    from unnest(
      ${column(({ endpointId }) => endpointId)}::text[], ${column(({ notice }) => notice.id)}::text[],
      ${column(({ notice }) => notice.customerId)}::text[], ${column(({ notice }) => notice.type)}::text[],
      ${column(({ notice }) => notice.subject)}::text[], ${column(({ notice }) => noticeBody(notice))}::text[],
      ${column(({ cause }) => cause.correlationId)}::text[], ${column(({ cause }) => cause.traceparent)}::text[]
    ) with ordinality as wanted
      (endpoint_id, id, customer_id, type, subject, body, correlation_id, traceparent, turn)
    order by turn
    on conflict (endpoint_id, id) do nothing`);
  for (const [endpointId, subjects] of subjectsOf(wanted))
    await orderSubjects(transaction, { endpointId, subjects: [...subjects], now });
  return count;
};

/** Disables those for which too much waits. */
const disableOverfull = async (
  transaction: Transaction,
  endpointIds: readonly string[],
  now: Date,
): Promise<readonly string[]> => {
  const rows = await run(transaction<{ id: string }[]>`
    select endpoint.id from unnest(${[...endpointIds]}::text[]) as endpoint (id)
    where (select count(*) from (
      select from webhook_delivery where endpoint_id = endpoint.id and state = 'pending' limit ${maxPending + 1}
    ) as waiting) > ${maxPending} order by 1`);
  for (const { id: endpointId } of rows) await disableEndpoint(transaction, { endpointId, why: 'backlog', now });
  return rows.map(({ id }) => id);
};

/** A notice with what caused it. */
type CausedNotice = Notice & { readonly cause: Cause };

/**
 * Writes the notices for every endpoint of their customers that wants them, in their order. An
 * endpoint for which too much waits then is disabled.
 */
export const deliverNotices = async (
  transaction: Transaction,
  notices: readonly CausedNotice[],
  now: Date,
): Promise<Pick<FannedOut, 'deliveries' | 'overfull'>> => {
  const subscriptions = await endpointsFor(transaction, [...new Set(notices.map(({ customerId }) => customerId))]);
  const wanted = notices.flatMap((notice) =>
    subscriptions
      .filter(
        ({ customerId, eventTypes }: Subscription) =>
          customerId === notice.customerId && eventTypes.includes(notice.type),
      )
      .map(({ endpointId }) => ({ endpointId, notice, cause: notice.cause })),
  );
  if (wanted.length === 0) return { deliveries: 0, overfull: [] };
  // Some may have been disabled or removed since they were read.
  const held = await lockEndpoints(transaction, [...new Set(wanted.map(({ endpointId }) => endpointId))]);
  const still = wanted.filter(({ endpointId }) => held.has(endpointId));
  if (still.length === 0) return { deliveries: 0, overfull: [] };
  const deliveries = await writeDeliveries(transaction, still, now);
  return { deliveries, overfull: await disableOverfull(transaction, [...held], now) };
};
