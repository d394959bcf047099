import { expect, test } from 'vitest';
import type { WantCost } from '../../../domain/wants/lookup-cost.ts';
import type { PartWants, WantLookup } from '../../../domain/wants/ports.ts';
import { askForNumber } from '../../../gateway/parts/ask-for-number.ts';

const now = new Date('2026-03-01T12:00:00Z');

/** A supplier that answers between the question and the look at how it stands. */
const answeringAtOnce = (): Pick<PartWants, 'ask' | 'survey' | 'costs'> => {
  let answeredAt: Date | undefined;
  return {
    ask: async () => {
      answeredAt = now;
      return [];
    },
    survey: async ({ wants }) =>
      new Map([
        ['buyer', wants.map(({ id }): WantLookup => ({ wantId: id, supplierId: 's', state: { kind: 'not_carried' } }))],
      ]),
    costs: async ({ wants }) => {
      const tariff = { unit: 'calls', byNumber: { units: 1, parts: 1 } } as const;
      const own = { supplierId: 's', credentialId: 'c', tariff, askedAt: answeredAt, units: answeredAt && 1 };
      return new Map([['buyer', wants.map(({ id }): WantCost => ({ wantId: id, ...own }))]]);
    },
  };
};

test('a look-up that is told as answered has its cost told as spent', async () => {
  const ask = askForNumber({ wants: answeringAtOnce(), nudge: () => {} }, { of: () => undefined });
  const caller = { keyId: 'key', customerId: 'buyer', groupIds: [], scopes: [], deliveryZone: undefined };
  const context = { caller, correlationId: 'c-1', traceparent: undefined, now: () => now };
  const told = await ask('NE555', {}, { ...context, signal: new AbortController().signal });
  expect(told.lookups).toMatchObject([{ supplierId: 's', status: 'not_carried' }]);
  expect(told.lookupCosts).toMatchObject([{ supplierId: 's', estimated: 1, spent: 1 }]);
});
