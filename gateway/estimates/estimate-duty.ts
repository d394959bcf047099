import type { PurchaseDuty } from '../../domain/estimate/purchase-duty.ts';
import type { Duty } from '../../proto/gen/svc/public/v1/estimate.ts';

/** The contract's form of where a purchase comes from, and of the duty on it. */
export const toImport = (
  { shipsFrom = '', duty }: { readonly shipsFrom?: string; readonly duty?: PurchaseDuty },
  currency: string,
): { readonly shipsFrom: string; readonly duty: Duty | undefined } => {
  if (duty === undefined) return { shipsFrom, duty };
  const { kind: status } = duty;
  const missing = duty.kind === 'unknown' ? [...duty.missing] : [];
  const due = duty.kind === 'due' ? duty : undefined;
  const amountDue = due && { amount: due.amount, currency };
  const told = { rate: due?.rate ?? '', htsCode: due?.htsCode ?? '', countryOfOrigin: due?.origin ?? '' };
  return { shipsFrom, duty: { status, amount: amountDue, ...told, missing } };
};
