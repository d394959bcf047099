import type { Cause } from '../../domain/store-context.ts';
import { deliveryTimeMs } from '../../domain/webhooks/delivery.ts';
import { type Notice, type NoticeType, noticeBody } from '../../domain/webhooks/notice.ts';
import { arrayLiteral } from '../pool/array-literal.ts';
import { run, type Transaction } from '../pool/pool.ts';
import { orderSubjects } from './pending-deliveries.ts';

/** What an endpoint wants to hear of. */
export interface Subscription {
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
export const endpointsFor = async (
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
