import type { ObservationRow } from '../../domain/analytics/rows.ts';
import { offerId } from '../../domain/ids.ts';
import { amount } from '../../domain/money.ts';

/**
 * A row of `observation` that states nothing besides what is given; the offer is SKU 1 of `acme`,
 * seen by `crd_1`.
 */
export const observationRowOf = (
  messageId: string,
  given: Partial<Omit<ObservationRow, 'messageId' | 'offerId'>> = {},
): ObservationRow => {
  const row = {
    supplierId: 'acme',
    supplierSku: 'SKU-1',
    credentialId: 'crd_1',
    observedAt: new Date('2026-03-01T12:00:00Z'),
    runId: 'run_1',
    phase: 'prices',
    price: undefined,
    stock: undefined,
    leadTimeDays: undefined,
    ...given,
  };
  return { messageId, offerId: offerId(row.supplierId, row.supplierSku), ...row };
};

/** A price in euros by its steps: quantity and price of one piece. */
export const euros = (
  ...steps: readonly (readonly [quantity: number, unitPrice: string])[]
): ObservationRow['price'] => ({
  kind: 'ladder',
  currency: 'EUR',
  steps: steps.map(([quantity, unitPrice]) => ({ quantity, unitPrice: amount(unitPrice) })),
});
