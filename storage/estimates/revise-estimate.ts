import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../domain/errors.ts';
import type { Estimate } from '../../domain/estimate/estimate.ts';
import type { EstimateRevision, Estimates } from '../../domain/estimate/ports.ts';
import { otherVersion, type Revisable } from '../../domain/estimate/revise.ts';
import { appendAndCommit, type OnWrite } from '../event-log/event-store.ts';
import { takeKey } from '../idempotency/idempotency.ts';
import type { Sql, Transaction } from '../pool/pool.ts';
import { customerAlone, forTenant } from '../pool/tenant.ts';
import { type EstimateRow, estimateColumns, estimateOf } from './estimate-row.ts';

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
export const reviseEstimate =
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
