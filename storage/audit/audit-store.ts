import type { ChainHead } from '../../domain/audit/chain.ts';
import type { AuditTrail } from '../../domain/audit/ports.ts';
import type { AuditEntry, AuditRecord } from '../../domain/audit/record.ts';
import { type Nullable, withoutNulls } from '../pool/nullable-row.ts';
import { type AnySql, run, type Sql } from '../pool/pool.ts';
import { snapshotOf } from './snapshots.ts';

interface RecordRow extends Nullable<Omit<AuditRecord, 'target'>> {
  readonly targetKind: string | null;
  readonly targetId: string | null;
}

const recordOf = ({ targetKind, targetId, ...row }: RecordRow): AuditRecord => ({
  ...withoutNulls<Omit<AuditRecord, 'target'>>(row),
  target: targetKind === null ? undefined : { kind: targetKind, id: targetId ?? '' },
});

const records = (sql: AnySql) => sql`
  select position, audit_time(recorded_at) as "recordedAt", actor, customer_id as "customerId", origin,
    request_id as "requestId", operation, target_kind as "targetKind", target_id as "targetId", outcome, reason, before,
    after, encode(previous_hash, 'hex') as "previousHash", encode(hash, 'hex') as hash
  from audit_record`;

/**
 * Writes a record. In a transaction it comes last: from then on no other record is written until
 * the transaction ends.
 */
export const appendAudit = async (sql: AnySql, entry: AuditEntry): Promise<void> => {
  const { actor, customerId, origin, requestId, operation, target, outcome, reason, before, after } = entry;
  await run(sql`
    select append_audit(
      ${actor}, ${customerId ?? null}, ${origin ?? null}, ${requestId ?? null}, ${operation}, ${target?.kind ?? null},
      ${target?.id ?? null}, ${outcome}, ${reason ?? null}, ${before ?? null}, ${after ?? null}
    )`);
};

/** Creates the audit trail on a migrated database. */
export const createAuditTrail = (sql: Sql): AuditTrail => ({
  append: (entry) => appendAudit(sql, entry),

  page: async ({ actor, operation, target, targetKind, outcome, from, to }, before, limit, options) => {
    const rows = await run(
      sql<RecordRow[]>`
        ${records(sql)}
        where true
          ${before === undefined ? sql`` : sql`and position < ${before}`}
          ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
          ${operation === undefined ? sql`` : sql`and operation = ${operation}`}
          ${target === undefined ? sql`` : sql`and target_id = ${target}`}
          ${targetKind === undefined ? sql`` : sql`and target_kind = ${targetKind}`}
          ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
          ${from === undefined ? sql`` : sql`and recorded_at >= ${from}`}
          ${to === undefined ? sql`` : sql`and recorded_at < ${to}`}
        order by position desc limit ${limit}`,
      options,
    );
    return rows.map(recordOf);
  },

  tagOf: async (target, options) => (await snapshotOf(sql, target, { ...options, holds: false }))?.tag,

  chain: async (after, limit) => {
    const rows = await run(sql<RecordRow[]>`
      ${records(sql)} where position > ${after} order by position limit ${limit}`);
    return rows.map(recordOf);
  },

  head: async (options) => {
    const [head] = await run(
      sql<ChainHead[]>`
        select position, encode(hash, 'hex') as hash from audit_record order by position desc limit 1`,
      options,
    );
    return head;
  },

  cut: async (before, atMost) => {
    const [row] = await run(sql<{ count: number }[]>`select cut_audit(${before}, ${atMost}::int)::float8 as count`);
    return row?.count ?? 0;
  },
});
