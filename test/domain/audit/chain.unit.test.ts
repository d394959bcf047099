import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ChainHead, walkChain } from '../../../domain/audit/chain.ts';
import type { AuditRecord } from '../../../domain/audit/record.ts';

const genesis = '0'.repeat(64);

type Content = Omit<AuditRecord, 'hash' | 'previousHash' | 'position'>;

const content = (changes: Partial<Content> = {}): Content => ({
  recordedAt: '2026-03-01T10:00:00.000000Z',
  actor: 'key:1',
  customerId: undefined,
  origin: '10.0.0.1',
  requestId: 'req-1',
  operation: 'supplier.put',
  target: { kind: 'supplier', id: 'größe' },
  outcome: 'done',
  reason: undefined,
  before: undefined,
  after: '{"a":1}',
  ...changes,
});

/** As the comment of `chain.ts` states it, one field after the other. */
const hashed = (record: Omit<AuditRecord, 'hash'>): AuditRecord => {
  const fields = [
    record.previousHash,
    String(record.position),
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
  ].map((field) => (field === undefined ? '-,' : `${Buffer.byteLength(field)}:${field},`));
  return { ...record, hash: hash('sha256', fields.join(''), 'hex') };
};

/** Records in a chain from a position on. */
const chained = (contents: readonly Content[], position = 1n, previousHash = genesis): readonly AuditRecord[] => {
  const records: AuditRecord[] = [];
  for (const each of contents) {
    const at = position + BigInt(records.length);
    records.push(hashed({ ...each, position: at, previousHash: records.at(-1)?.hash ?? previousHash }));
  }
  return records;
};

const verdictOf = (records: readonly AuditRecord[], kept?: ChainHead) => {
  const walk = walkChain(kept);
  for (const record of records) walk.take([record]);
  return walk.end();
};

const broken = (kind: string, position: bigint) => ({ kind: 'broken', fault: { kind, position } });
const headOf = ({ position, hash }: AuditRecord): ChainHead => ({ position, hash });
const four = chained([content(), content({ target: undefined }), content({ reason: 'no' }), content()]);
const [one, two, three, last] = four as [AuditRecord, AuditRecord, AuditRecord, AuditRecord];

describe('a chain of audit records', () => {
  it('is intact from its first record to its head', () => {
    const intact = { kind: 'intact', first: 1n, head: headOf(last), records: 4 };
    expect(verdictOf(four)).toEqual(intact);
    expect(verdictOf(four, headOf(two))).toEqual(intact);
    expect(verdictOf(four, headOf(last))).toEqual(intact);
    expect(verdictOf([])).toEqual({ kind: 'empty' });
  });

  it.each<[string, Partial<AuditRecord>]>([
    ['time', { recordedAt: '2026-03-01T10:00:00.000001Z' }],
    ['actor', { actor: 'key:2' }],
    ['customer', { customerId: 'acme' }],
    ['origin', { origin: undefined }],
    ['request', { requestId: 'req-2' }],
    ['operation', { operation: 'supplier.delete' }],
    ['target', { target: { kind: 'supplier', id: 'grosse' } }],
    ['outcome', { outcome: 'failed' }],
    ['reason', { reason: '' }],
    ['state before', { before: '{}' }],
    ['state after', { after: '{"a":2}' }],
  ])('shows that the %s of a record was altered', (_, change) => {
    expect(verdictOf([{ ...one, ...change }, two])).toEqual(broken('altered', 1n));
  });

  it('shows where a record is missing, and tells the first fault for good', () => {
    expect(verdictOf([one, three, last])).toEqual(broken('missing', 2n));
    const walk = walkChain();
    expect(walk.take([one, two])).toBeUndefined();
    expect(walk.take([last])).toEqual({ kind: 'missing', position: 3n });
    expect(walk.take([{ ...one, actor: 'other' }])).toEqual({ kind: 'missing', position: 3n });
    expect(walk.end()).toEqual(broken('missing', 3n));
  });

  it('shows a record that was written anew with a hash of its own', () => {
    const forged = hashed({ ...two, actor: 'somebody else' });
    expect(verdictOf([one, forged, three])).toEqual(broken('unlinked', 3n));
  });
});

describe('a head that was kept elsewhere', () => {
  it('shows that the whole chain was written anew', () => {
    const anew = chained([content(), content({ actor: 'somebody else' }), content()]);
    expect(verdictOf(anew)).toMatchObject({ kind: 'intact' });
    expect(verdictOf(anew, headOf(two))).toEqual(broken('head_differs', 2n));
  });

  it('shows that the newest records are missing, also all of them', () => {
    expect(verdictOf([one, two], headOf(last))).toEqual(broken('tail_missing', 3n));
    expect(verdictOf([], headOf(last))).toEqual(broken('tail_missing', 1n));
  });
});

describe('a chain that begins later', () => {
  const cut = (through: string, hash: string) =>
    content({ operation: 'audit.cut', after: JSON.stringify({ through, hash }) });
  const from = (...contents: readonly Content[]) => chained(contents, 5n, last.hash);

  it('is intact where a record tells that it was cut there', () => {
    expect(verdictOf(from(content(), cut('4', last.hash), content()))).toMatchObject({ kind: 'intact', first: 5n });
    // An older cut, which the newer one has made meaningless, may follow it or come before.
    expect(verdictOf(from(cut('2', two.hash), cut('4', last.hash)))).toMatchObject({ kind: 'intact' });
    expect(verdictOf(from(cut('4', last.hash), cut('2', two.hash)))).toMatchObject({ kind: 'intact' });
  });

  it('lacks its beginning where none does', () => {
    const missing = broken('beginning_missing', 5n);
    expect(verdictOf(from(content(), content()))).toEqual(missing);
    expect(verdictOf(from(cut('3', last.hash)))).toEqual(missing);
    expect(verdictOf(from(cut('4', three.hash)))).toEqual(missing);
    expect(verdictOf(from(content({ after: JSON.stringify({ through: '4', hash: last.hash }) })))).toEqual(missing);
    expect(verdictOf(from(content({ operation: 'audit.cut', after: undefined })))).toEqual(missing);
    expect(verdictOf(chained([content()], 1n, last.hash))).toEqual(broken('beginning_missing', 1n));
  });
});
