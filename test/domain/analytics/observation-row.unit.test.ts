import { expect, test } from 'vitest';
import { observationRow } from '../../../domain/analytics/observation-row.ts';
import { offerId } from '../../../domain/ids.ts';
import type { Observation } from '../../../domain/ingestion/observation.ts';
import { amount, amountText } from '../../../domain/money.ts';

const observation = (stated: Partial<Observation>): Observation => ({
  id: 'obs_1',
  supplierId: 'acme',
  supplierSku: 'SKU-1',
  credentialId: 'crd_1',
  observedAt: new Date('2026-03-01T12:00:00Z'),
  runId: 'run_1',
  phase: 'prices',
  ...stated,
});

const stepsOf = (priceBase: number | undefined, price: string): readonly string[] => {
  const ladder = { currency: 'EUR', priceBase, breaks: [{ quantity: 1, price: amount(price) }] };
  const row = observationRow(observation({ price: { kind: 'ladder', ladder } }));
  return row.price?.kind === 'ladder' ? row.price.steps.map(({ unitPrice }) => amountText(unitPrice)) : [];
};

test('what an observation does not mention is unknown', () => {
  const row = observationRow(observation({}));
  expect(row).toMatchObject({ messageId: 'obs_1', offerId: offerId('acme', 'SKU-1') });
  expect([row.price, row.stock, row.leadTimeDays]).toEqual([undefined, undefined, undefined]);
});

test('a price is told for one piece, to twelve decimal places', () => {
  expect(stepsOf(undefined, '0.1')).toEqual(['0.1']);
  expect(stepsOf(1_000, '12.5')).toEqual(['0.0125']);
  expect(stepsOf(3, '1')).toEqual(['0.333333333333']);
});

test('stock is the sum of what warehouses tell, and unknown when none tells', () => {
  const stock = (...quantities: readonly (number | undefined)[]) =>
    observationRow(
      observation({ stock: quantities.map((quantity, index) => ({ warehouseRef: `w${index}`, quantity })) }),
    ).stock;
  expect(stock(3, undefined, 4)).toBe(7);
  expect(stock(0)).toBe(0);
  expect(stock(undefined)).toBeUndefined();
  expect(stock()).toBeUndefined();
});
