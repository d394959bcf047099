import { hash } from 'node:crypto';
import type { AuditRecord } from './record.ts';

/**
 * The chain of audit records. Each holds the hash of the one before, and its own hash is the
 * SHA-256 of the fields below in this order. A field is written as its length in bytes, `:`, its
 * bytes in UTF-8 and `,`; one that is absent as `-,`. The function `append_audit` of the database
 * does the same.
 */
const fieldsOf = (record: Omit<AuditRecord, 'hash'>): readonly (string | undefined)[] => [
  record.previousHash,
  record.position.toString(),
  record.recordedAt,
  record.actor,
  record.customerId,
  record.origin,
  record.requestId,
  record.operation,
  record.target?.kind,
  record.target?.id,
  record.outcome,
  record.reason,
  record.before,
  record.after,
];

const written = (field: string | undefined): string =>
  field === undefined ? '-,' : `${Buffer.byteLength(field)}:${field},`;

/** The hash that a record must have, in hexadecimal. */
const hashOfRecord = (record: Omit<AuditRecord, 'hash'>): string =>
  hash('sha256', fieldsOf(record).map(written).join(''), 'hex');

/** What the first record of all names as the hash before it. */
const genesisHash = '0'.repeat(64);

/** A place of the chain that somebody has kept elsewhere. */
export interface ChainHead {
  readonly position: bigint;
  /** Hexadecimal. */
  readonly hash: string;
}

/** What is wrong with a chain, and the first position at which it shows. */
export interface ChainFault {
  readonly position: bigint;
  readonly kind: 'altered' | 'missing' | 'unlinked' | 'head_differs' | 'tail_missing' | 'beginning_missing';
}

/** The outcome of a walk over a chain. */
export type ChainVerdict =
  | { readonly kind: 'empty' }
  | { readonly kind: 'intact'; readonly first: bigint; readonly head: ChainHead; readonly records: number }
  | { readonly kind: 'broken'; readonly fault: ChainFault };

/** A walk over a chain, from its oldest record to its newest. */
export interface ChainWalk {
  /** Takes the next records; the fault that they show, the first one found for good. */
  take(records: readonly AuditRecord[]): ChainFault | undefined;
  /** There are no more records. */
  end(): ChainVerdict;
}

/** Where a cut has taken the records before away, as its record tells. */
const cutOf = ({ operation, after }: AuditRecord): { readonly through: string; readonly hash: string } | undefined =>
  operation === 'audit.cut' && after !== undefined ? JSON.parse(after) : undefined;

/** What is wrong between a record and the one before it. */
const linkFault = (record: AuditRecord, last: ChainHead | undefined): ChainFault['kind'] | undefined => {
  if (last !== undefined && record.position !== last.position + 1n) return 'missing';
  if (hashOfRecord(record) !== record.hash) return 'altered';
  return last !== undefined && record.previousHash !== last.hash ? 'unlinked' : undefined;
};

/**
 * Begins a walk. With a head that was kept, the record of its position must be the one it was then;
 * this alone finds a tail that was cut off, and a chain that was written anew as a whole.
 */
export const walkChain = (kept?: ChainHead): ChainWalk => {
  let first: AuditRecord | undefined;
  let last: ChainHead | undefined;
  let isBeginningTold = false;
  let fault: ChainFault | undefined;
  let records = 0;

  const check = (record: AuditRecord): ChainFault | undefined => {
    const broken = linkFault(record, last);
    // What is missing is missed where it should be.
    const position = broken === 'missing' && last !== undefined ? last.position + 1n : record.position;
    if (broken !== undefined) return { position, kind: broken };
    if (kept?.position === record.position && kept.hash !== record.hash) return { position, kind: 'head_differs' };
    return undefined;
  };

  const takeOne = (record: AuditRecord): void => {
    fault = check(record);
    first ??= record;
    const cut = cutOf(record);
    isBeginningTold ||= cut?.through === (first.position - 1n).toString() && cut.hash === first.previousHash;
    last = record;
    records += 1;
  };

  /** A chain begins at 1, or where the newest cut says that it was cut. */
  const beginningFault = ({ position, previousHash }: AuditRecord): ChainFault | undefined =>
    isBeginningTold || (position === 1n && previousHash === genesisHash)
      ? undefined
      : { position, kind: 'beginning_missing' };

  return {
    take: (taken) => {
      for (const record of taken) {
        if (fault !== undefined) break;
        takeOne(record);
      }
      return fault;
    },
    end: () => {
      const isTailMissing = kept !== undefined && kept.position > (last?.position ?? 0n);
      fault ??= first && beginningFault(first);
      if (isTailMissing) fault ??= { position: (last?.position ?? 0n) + 1n, kind: 'tail_missing' };
      if (fault !== undefined) return { kind: 'broken', fault };
      return first === undefined || last === undefined
        ? { kind: 'empty' }
        : { kind: 'intact', first: first.position, head: { position: last.position, hash: last.hash }, records };
    },
  };
};
