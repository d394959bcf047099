import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../domain/audit/record.ts';
import { createRefusalTally, type Refusal } from '../../../gateway/audit/refusal-tally.ts';

const refusal = (given: Partial<Refusal> = {}): Refusal => ({
  actor: 'anonymous',
  customerId: undefined,
  origin: '10.0.0.7',
  requestId: 'cor_1',
  operation: 'svc.public.v1.Catalog/GetProduct',
  reason: 'unauthenticated',
  ...given,
});

const world = (given: { maxSubjects?: number } = {}) => {
  const written: AuditEntry[] = [];
  let nowMs = Date.parse('2026-03-01T00:00:00Z');
  let isDown = false;
  const append = async (entry: AuditEntry): Promise<void> => {
    if (isDown) throw new Error('down');
    written.push(entry);
  };
  return {
    written,
    tally: createRefusalTally({ append, now: () => new Date(nowMs), ...given }),
    pass: (ms: number) => {
      nowMs += ms;
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
  };
};

const after = (entry: AuditEntry | undefined): { count: number; operations: Record<string, number> } =>
  JSON.parse(entry?.after ?? '{}');

test('a thousand refused logins of one address are one record, written when its minute is over', async () => {
  const { tally, written, pass } = world();
  for (let n = 0; n < 1_000; n += 1) tally.count(refusal({ operation: `op${n % 20}` }));
  await tally.flush();
  expect(written).toEqual([]);
  pass(60_000);
  await tally.flush();
  await tally.flush();
  expect(written).toHaveLength(1);
  expect(written[0]).toMatchObject({ actor: 'anonymous', origin: '10.0.0.7', operation: 'login', outcome: 'refused' });
  expect(after(written[0]).count).toBe(1_000);
  expect(Object.keys(after(written[0]).operations)).toHaveLength(8);
});

test('addresses, keys and reasons are told apart', async () => {
  const { tally, written } = world();
  tally.count(refusal());
  tally.count(refusal({ origin: '10.0.0.8' }));
  tally.count(refusal({ actor: 'key:key_1', customerId: 'acme', reason: 'permission_denied' }));
  await tally.flush(true);
  expect(written.map(({ actor, origin, operation }) => [actor, origin, operation])).toEqual([
    ['anonymous', '10.0.0.7', 'login'],
    ['anonymous', '10.0.0.8', 'login'],
    ['key:key_1', '10.0.0.7', 'admission'],
  ]);
});

test('an attacker of many addresses makes no more records than there are places, and is counted whole', async () => {
  const { tally, written } = world({ maxSubjects: 10 });
  for (let n = 0; n < 5_000; n += 1) tally.count(refusal({ origin: `10.0.${n >> 8}.${n & 255}` }));
  await tally.flush(true);
  expect(written).toHaveLength(11);
  expect(written.at(-1)).toMatchObject({ actor: 'others', origin: undefined });
  expect(written.reduce((sum, entry) => sum + after(entry).count, 0)).toBe(5_000);
});

test('what cannot be written is counted on and written later, once', async () => {
  const { tally, written, setDown } = world();
  tally.count(refusal());
  setDown(true);
  await expect(tally.flush(true)).rejects.toThrow('down');
  tally.count(refusal());
  setDown(false);
  await tally.flush(true);
  expect(written).toHaveLength(1);
  expect(after(written[0]).count).toBe(2);
});
