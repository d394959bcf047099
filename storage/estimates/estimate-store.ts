/**
 * Estimates as their owners know them. Each belongs to one customer; to everybody else it does not
 * exist. What changes an estimate and the event that tells of it are one transaction. The bytes of
 * a document are kept beside; most go when they have been read (`kept-documents.ts`).
 *
 * Database down: every method throws `Failure` of kind `unavailable`; a request is written whole or
 * not at all.
 */

import { isDeepStrictEqual } from 'node:util';
import { type CustomerCaps, usualCaps } from '../../domain/callers/customer-caps.ts';
import { Failure } from '../../domain/errors.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { EstimateRevision, Estimates, NewEstimate } from '../../domain/estimate/ports.ts';
import { otherVersion, type Revisable } from '../../domain/estimate/revise.ts';
import { lockCustomer } from '../callers/customer-lock.ts';
import { appendAndCommit, type OnWrite } from '../event-log/event-store.ts';
import { takeKey } from '../idempotency/idempotency.ts';
import { type AnySql, run, type Sql, type Transaction } from '../pool/pool.ts';
import { customerAlone, forTenant, readForTenant } from '../pool/tenant.ts';
import {
  type EstimateRow,
  estimateColumns,
  estimateOf,
  type SummaryRow,
  summaryColumns,
  summaryOf,
} from './estimate-row.ts';
import { keptDocuments } from './kept-documents.ts';

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
const refuseOverCaps = async (
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

/** What is changed; an estimate that never was ready has nothing that a person could correct. */
const revisable = ({ state, request }: Estimate) => {
  if (state.kind === 'ready' || (state.kind === 'optimizing' && request.lineEdits !== undefined))
    return { request, draft: state.draft, outcome: state.outcome };
  throw new Failure('failed_precondition', `the estimate is ${state.kind}; only a ready one is changed`);
};

/**
 * Writes what the estimate is computed from. The token grows, so that what somebody works out from
 * before the change is not written.
 */
const write = async (transaction: Transaction, id: string, { request, draft }: Revisable): Promise<Estimate> => {
  const [row] = await transaction<EstimateRow[]>`
    update estimate set status = 'optimizing', version = version + 1, mode = ${request.mode},
      request = ${JSON.stringify(request)}::text::json, draft = ${JSON.stringify(draft)}::text::json,
      token = token + 1, owner = null, owned_until = null, is_recomputing = false, seen_at = now()
    where id = ${id} returning ${estimateColumns(transaction)}`;
  if (row === undefined) throw new TypeError('an estimate was not written');
  return estimateOf(row);
};

const isRepeated = async (
  transaction: Transaction,
  { customerId, repeat }: Pick<EstimateRevision, 'customerId' | 'repeat'>,
): Promise<boolean> => {
  if (repeat === undefined) return false;
  const { key, digest, changeId } = repeat;
  const request = { customerId, operation: 'estimate.update', key, digest, resourceId: changeId };
  return (await takeKey(transaction, request)) !== undefined;
};

/** Changes an estimate as its owner says. */
const reviseEstimate =
  ({ sql, onWrite }: { readonly sql: Sql; readonly onWrite?: OnWrite }): Estimates['revise'] =>
  (revision, context) =>
    forTenant(sql, customerAlone(revision.customerId), async (transaction) => {
      const { id, customerId, expectedVersion } = revision;
      const [row] = await transaction<EstimateRow[]>`
        select ${estimateColumns(transaction)} from estimate
        where id = ${id} and customer_id = ${customerId} for update`;
      if (row === undefined) return undefined;
      const before = estimateOf(row);
      if (await isRepeated(transaction, revision)) return { estimate: before, isRevised: false };
      if (expectedVersion !== undefined && expectedVersion !== before.version)
        throw otherVersion(before.version, expectedVersion);
      const from = revisable(before);
      const after = revision.apply(from);
      const unchanged = { request: { lineEdits: [], ...from.request }, draft: from.draft };
      if (isDeepStrictEqual(after, unchanged)) return { estimate: before, isRevised: false };
      const estimate = await write(transaction, id, after);
      const { lines } = after.draft;
      const unresolved = lines.filter(({ resolution }) => resolution.kind !== 'resolved').length;
      const { version } = estimate;
      const event = { type: 'estimate.optimizing', estimateId: id, version, lines: lines.length, unresolved } as const;
      await appendAndCommit(transaction, [event], context, onWrite);
      return { estimate, isRevised: true };
    });

const operation = 'estimate';

/** That somebody looks at an estimate is written no more often than this. */
const writtenEveryMs = 10_000;

/** Later than every estimate. */
const endOfTime = new Date(8.64e15 / 1_000);

/** What the store may be given. */
export interface EstimateStoreOptions {
  readonly onWrite?: OnWrite;
  /** The usual ones when left out. */
  readonly caps?: CustomerCaps;
}

interface Dependencies extends EstimateStoreOptions {
  readonly sql: Sql;
}

/** Creates the store. */
export const createEstimateStore = (sql: Sql, options: EstimateStoreOptions = {}): Estimates => ({
  create: create({ sql, ...options }),
  ...reads(sql),
  ...keptDocuments(sql),
  cancel: cancel({ sql, ...options }),
  revise: reviseEstimate({ sql, ...options }),
  remove: (id, customerId, context) =>
    forTenant(sql, customerAlone(customerId), async (transaction) => {
      const rows = await transaction`
        delete from estimate where id = ${id} and customer_id = ${customerId} returning id`;
      if (rows.length === 0) return false;
      await appendAndCommit(transaction, [{ type: 'estimate.deleted', estimateId: id }], context, options.onWrite);
      return true;
    }),
  markViewed: markViewed(sql),
});

const create =
  ({ sql, onWrite, caps = usualCaps }: Dependencies): Estimates['create'] =>
  (given, context) =>
    forTenant(sql, customerAlone(given.caller.customerId), async (transaction) => {
      const { customerId } = given.caller;
      const repeatable = given.repeat && { ...given.repeat, customerId, operation, resourceId: given.id };
      const before = repeatable && (await takeKey(transaction, repeatable));
      if (before !== undefined) {
        const [row] = await transaction<EstimateRow[]>`
          select ${estimateColumns(transaction)} from estimate where id = ${before}`;
        if (row !== undefined) return { estimate: estimateOf(row), isNew: false };
        throw new Failure('conflict', 'the estimate of this Idempotency-Key was deleted; take a new key');
      }
      await refuseOverCaps(transaction, customerId, given.document?.byteLength ?? 0, caps);
      const estimate = estimateOf(await insert(transaction, given));
      const { mode } = given.request;
      const event = { type: 'estimate.started', estimateId: given.id, customerId, mode } as const;
      await appendAndCommit(transaction, [event], context, onWrite);
      return { estimate, isNew: true };
    });

const insert = async (transaction: Transaction, given: NewEstimate): Promise<EstimateRow> => {
  const { id, request, document, caller, now } = given;
  const sourceName = request.source.kind === 'document' ? request.source.name : undefined;
  const [row] = await transaction<EstimateRow[]>`
    insert into estimate (id, customer_id, key_id, group_ids, request, mode, source_name, status, created_at)
    values (${id}, ${caller.customerId}, ${caller.keyId}, ${[...caller.groupIds]}::text[],
      ${JSON.stringify(request)}::text::json, ${request.mode}, ${sourceName ?? null}, 'parsing', ${now})
    returning ${estimateColumns(transaction)}`;
  if (row === undefined) throw new TypeError('an estimate was not written');
  if (document !== undefined)
    await transaction`insert into estimate_document (estimate_id, bytes) values (${id}, ${Buffer.from(document)})`;
  return row;
};

const reads = (sql: Sql): Pick<Estimates, 'estimate' | 'page'> => ({
  estimate: async (id, customerId, readOptions) => {
    const [row] = await readForTenant<EstimateRow>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select ${estimateColumns(client)} from estimate where id = ${id} and customer_id = ${customerId}`,
      readOptions,
    );
    return row && estimateOf(row);
  },

  page: async (customerId, after, limit, readOptions) => {
    const rows = await readForTenant<SummaryRow>(
      sql,
      customerAlone(customerId),
      (client) => client`
        select ${summaryColumns(client)} from estimate
        where customer_id = ${customerId}
          and (created_at, id) < (${after?.createdAt ?? endOfTime}, ${after?.id ?? ''})
        order by created_at desc, id desc limit ${limit}`,
      readOptions,
    );
    return rows.map(summaryOf);
  },
});

const cancel =
  ({ sql, onWrite }: Dependencies): Estimates['cancel'] =>
  (id, customerId, context) =>
    forTenant(sql, customerAlone(customerId), async (transaction) => {
      const [ended] = await transaction<EstimateRow[]>`
        update estimate set status = 'error', failure = 'cancelled', version = version + 1
        where id = ${id} and customer_id = ${customerId} and status in ('parsing', 'optimizing')
        returning ${estimateColumns(transaction)}`;
      if (ended === undefined) {
        const [row] = await transaction<EstimateRow[]>`
          select ${estimateColumns(transaction)} from estimate where id = ${id} and customer_id = ${customerId}`;
        return row && { estimate: estimateOf(row), hasEnded: false };
      }
      await transaction`delete from estimate_document where estimate_id = ${id}`;
      const estimate = estimateOf(ended);
      const { version } = ended;
      const event = { type: 'estimate.error', estimateId: id, version, reason: 'cancelled' } as const;
      await appendAndCommit(transaction, [event], context, onWrite);
      return { estimate, hasEnded: true };
    });

const markViewed =
  (sql: Sql): Estimates['markViewed'] =>
  async (id, customerId, liveMs) => {
    const tenant = customerAlone(customerId);
    // Written now and then, however many watch; and at once where it decides whether to
    // recompute.
    const isDue = (client: AnySql) => client`
      seen_at < now() - ${Math.min(writtenEveryMs, liveMs)} * interval '1 ms' or wanted_at is not null`;
    const due = await readForTenant(
      sql,
      tenant,
      (client) => client`
        select id from estimate where id = ${id} and customer_id = ${customerId} and (${isDue(client)})`,
    );
    if (due.length === 0) return false;
    return forTenant(sql, tenant, async (transaction) => {
      const [row] = await run(transaction<{ isWanted: boolean }[]>`
        update estimate set
          seen_at = now(),
          wanted_at = case
            when status in ('optimizing', 'ready') and seen_at < now() - ${liveMs} * interval '1 ms'
              then coalesce(wanted_at, now())
            else wanted_at
          end
        where id = ${id} and customer_id = ${customerId} and (${isDue(transaction)})
        returning status = 'ready' and wanted_at is not null as "isWanted"`);
      return row?.isWanted ?? false;
    });
  };
