import type { ObservationDraft } from '../../../domain/ingestion/observation.ts';
import { isCurrencyCode } from '../../../domain/money.ts';
import type { PriceStatement } from '../../../domain/offers/offer.ts';

const isWhole = (value: number | undefined, least: number): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= least);

const isGoodPrice = (price: PriceStatement | undefined): boolean => {
  if (price === undefined || price.kind === 'on_request') return true;
  const { breaks, currency, priceBase } = price.ladder;
  const ascends = breaks.every(({ quantity }, at) => quantity > (breaks[at - 1]?.quantity ?? 0));
  const costs = breaks.every((each) => each.price.greaterThan(0));
  return breaks.length > 0 && ascends && costs && isCurrencyCode(currency) && isWhole(priceBase, 1);
};

/** What is wrong with what a plug-in decoded, by what it is; nothing when it is well-formed. */
export const faultsOf = (draft: ObservationDraft): readonly string[] => {
  const checks: Readonly<Record<string, boolean>> = {
    sku: draft.supplierSku.trim() === draft.supplierSku && draft.supplierSku !== '',
    price: isGoodPrice(draft.price),
    minimum: isWhole(draft.minimumOrderQuantity, 1),
    multiple: isWhole(draft.orderMultiple, 1),
    'lead time': isWhole(draft.leadTimeDays, 0),
    stock: (draft.stock ?? []).every(({ warehouseRef, quantity }) => warehouseRef !== '' && isWhole(quantity, 0)),
    absence: [draft, draft.description ?? {}].every((part) =>
      Object.values(part).every((value) => value !== undefined),
    ),
  };
  return Object.entries(checks)
    .filter(([, holds]) => !holds)
    .map(([check]) => check);
};
