import { walkChain } from '../../domain/audit/chain.ts';
import type { AuditEntry, AuditRecord } from '../../domain/audit/record.ts';
import { type AuditDesk, createAuditDesk } from '../../gateway/audit/audit-desk.ts';
import { createRefusalTally } from '../../gateway/audit/refusal-tally.ts';
import { createAuditTrail } from '../../storage/audit/audit-store.ts';
import type { TestDatabase } from './postgres.ts';

/** The audit trail of a test's database. */
export interface TestAudit {
  readonly desk: AuditDesk;
  /** Writes the refusals that were counted. */
  flush(): Promise<void>;
  /** What could not be recorded afterwards since this was last asked. */
  unrecorded(): readonly AuditEntry[];
  /** Every record, oldest first, of a chain that was found intact. */
  records(): Promise<readonly AuditRecord[]>;
}

/** Records what comes in at an edge, and reads what was recorded. */
export const testAudit = ({ pool }: TestDatabase): TestAudit => {
  const trail = createAuditTrail(pool.sql);
  const tally = createRefusalTally({ append: trail.append, now: () => new Date() });
  let unrecorded: AuditEntry[] = [];
  return {
    desk: createAuditDesk({ trail, tally, onFailed: (_, entry) => void unrecorded.push(entry) }),
    flush: () => tally.flush(true),
    unrecorded: () => {
      const told = unrecorded;
      unrecorded = [];
      return told;
    },
    records: async () => {
      if (unrecorded.length > 0) throw new Error(`${unrecorded.length} acts were not recorded`);
      const records = await trail.chain(0n, 10_000);
      const walk = walkChain();
      walk.take(records);
      const verdict = walk.end();
      if (verdict.kind === 'broken') throw new Error(`the chain is ${verdict.fault.kind} at ${verdict.fault.position}`);
      return records;
    },
  };
};
