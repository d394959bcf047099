import type { CustomerCaps } from '../../domain/callers/customer-caps.ts';
import { Failure } from '../../domain/errors.ts';
import { lockCustomer } from '../callers/customer-lock.ts';
import type { Transaction } from '../pool/pool.ts';

/**
 * When a refused request may be repeated: running work ends within seconds, stored estimates only
 * when they are deleted.
 */
const retryAfterMs = { pending: 5_000, kept: 3_600_000 } as const;

interface Held {
  readonly pending: number;
  readonly documentBytes: number;
  readonly kept: number;
}

const refusal = (text: string, when: keyof typeof retryAfterMs): Failure =>
  new Failure('exhausted', text, { retryAfterMs: retryAfterMs[when] });

const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/**
 * Throws `exhausted` when the customer has as many estimates as it may have, under way or in all,
 * or documents of as many bytes that wait to be read. Until the transaction ends nobody else
 * creates one for this customer.
 */
export const refuseOverCaps = async (
  transaction: Transaction,
  customerId: string,
  newBytes: number,
  caps: CustomerCaps,
): Promise<void> => {
  await lockCustomer(transaction, 'estimates', customerId);
  const [held = { pending: 0, documentBytes: 0, kept: 0 }] = await transaction<Held[]>`
    select pending.count as pending, pending.bytes as "documentBytes",
      (select count(*)::int from estimate where customer_id = ${customerId}) as kept
    from (
      select count(*)::int as count,
        coalesce(sum(octet_length(bytes)) filter (where status = 'parsing'), 0)::float8 as bytes
      from estimate left join estimate_document on estimate_id = id
      where customer_id = ${customerId} and status in ('parsing', 'optimizing')
    ) as pending`;
  if (held.pending >= caps.pendingEstimates)
    throw refusal(
      `${held.pending} of your estimates are under way, and ${caps.pendingEstimates} may be; wait for some of them`,
      'pending',
    );
  if (newBytes > 0 && held.documentBytes + newBytes > caps.pendingDocumentBytes)
    throw refusal(
      `${inMiB(held.documentBytes)} of your documents wait to be read, and ${inMiB(caps.pendingDocumentBytes)} may, ` +
        `with this one of ${inMiB(newBytes)}; wait for some of them`,
      'pending',
    );
  if (held.kept >= caps.estimates)
    throw refusal(`you have ${held.kept} estimates, and ${caps.estimates} are kept; delete some of them`, 'kept');
};
