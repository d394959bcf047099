/**
 * Visibility policies, version by version. A policy is an aggregate of the event store, whose
 * versions are its own: two operators who change one policy meet there, and the second one gets
 * `conflict`.
 *
 * Database down: throws `Failure` of kind `unavailable`.
 */
import { notFound } from '../../domain/errors.ts';
import type { VisibilityPolicyEvent } from '../../domain/events.ts';
import type { Change } from '../../domain/store-context.ts';
import type { PolicyDraft, VisibilityPolicy } from '../../domain/visibility/policy.ts';
import type { VisibilityPolicyStore } from '../../domain/visibility/ports.ts';
import { audited, withAuditRecord } from '../audit/with-audit-record.ts';
import { appendInTransaction, type OnWrite } from '../event-log/event-store.ts';
import { run, type Sql, type Transaction } from '../pool/pool.ts';

/** A draft as JSON has it. */
interface PolicyDocument extends Omit<PolicyDraft, 'validFrom' | 'validUntil'> {
  readonly validFrom?: string;
  readonly validUntil?: string;
}

interface PolicyRow {
  readonly id: string;
  readonly version: number;
  readonly document: PolicyDocument;
}

const instantOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

const policyOf = ({ id, version, document }: PolicyRow): VisibilityPolicy => ({
  ...document,
  id,
  version,
  validFrom: instantOf(document.validFrom),
  validUntil: instantOf(document.validUntil),
});

/** One change of a policy; without a draft it is removed. */
interface PolicyChange extends Change {
  readonly id: string;
  readonly expectedVersion: number;
  readonly draft: PolicyDraft | undefined;
  readonly how: VisibilityPolicyEvent['change'];
}

/** Writes a change with its event; the version that it makes. */
const recordChange = async (
  transaction: Transaction,
  { id, expectedVersion, draft, how, by, context }: PolicyChange,
  onWrite: OnWrite | undefined,
): Promise<number> => {
  const [latest] = await run(transaction<{ isThere: boolean }[]>`
    select document is not null as "isThere" from visibility_policy
    where id = ${id} order by version desc limit 1`);
  if (how !== 'created' && !latest?.isThere) throw notFound('visibility policy', id);
  const version = expectedVersion + 1;
  const event = { type: 'visibility_policy.changed', policyId: id, version, change: how, by } as const;
  await appendInTransaction(transaction, [{ event, expected: expectedVersion }], context, { onWrite });
  await run(transaction`
    insert into visibility_policy (id, version, document, recorded_by)
    values (${id}, ${version}, ${draft === undefined ? null : JSON.stringify(draft)}::text::jsonb, ${by})`);
  return version;
};

/** Creates the store on a migrated database. */
export const createVisibilityPolicyStore = (
  sql: Sql,
  { onWrite }: { readonly onWrite?: OnWrite } = {},
): VisibilityPolicyStore => {
  const change = (changed: PolicyChange): Promise<number> =>
    withAuditRecord(sql, audited('visibility_policy', changed.id, changed.context), (transaction) =>
      recordChange(transaction, changed, onWrite),
    );

  return {
    all: async (read) => {
      const rows = await run(
        sql<(Omit<PolicyRow, 'document'> & { readonly document: PolicyDocument | null; readonly revision: string })[]>`
          select distinct on (id) id, version, document, count(*) over () || '' as revision
          from visibility_policy order by id, version desc`,
        read,
      );
      const policies = rows.flatMap(({ document, ...row }) =>
        document === null ? [] : [policyOf({ ...row, document })],
      );
      return { revision: rows[0]?.revision ?? '0', policies };
    },

    revision: async (read) => {
      const [row] = await run(
        sql<{ revision: string }[]>`select count(*) || '' as revision from visibility_policy`,
        read,
      );
      return row?.revision ?? '0';
    },

    create: async (id, draft, { by, context }) => {
      const version = await change({ id, expectedVersion: 0, draft, how: 'created', by, context });
      return { ...draft, id, version };
    },

    update: async (id, expectedVersion, draft, { by, context }) => {
      const version = await change({ id, expectedVersion, draft, how: 'updated', by, context });
      return { ...draft, id, version };
    },

    remove: async (id, expectedVersion, { by, context }) => {
      await change({ id, expectedVersion, draft: undefined, how: 'removed', by, context });
    },
  };
};
