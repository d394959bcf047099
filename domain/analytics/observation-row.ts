import { offerId } from '../ids.ts';
import type { Observation } from '../ingestion/observation.ts';
import { type Amount, roundTo } from '../money.ts';
import type { PriceStatement, WarehouseStock } from '../offers/offer.ts';
import type { ObservationRow, ObservedPrice } from './rows.ts';

/** Decimal places of a price for one piece: as many as an amount may have. */
const unitPricePlaces = 12;

/** The price of one piece, of a price that is for so many. */
export const unitPriceOf = (price: Amount, priceBase = 1): Amount =>
  roundTo(price.dividedBy(priceBase), unitPricePlaces);

/** What is said of a price, for one piece. */
export const observedPrice = (price: PriceStatement): ObservedPrice => {
  if (price.kind === 'on_request') return price;
  const { currency, priceBase, breaks } = price.ladder;
  const steps = breaks.map((each) => ({
    quantity: each.quantity,
    unitPrice: unitPriceOf(each.price, priceBase),
  }));
  return { kind: 'ladder', currency, steps };
};

/** Pieces in all warehouses that tell how many they hold; undefined when none does. */
export const totalStock = (warehouses: readonly WarehouseStock[]): number | undefined => {
  const told = warehouses.flatMap(({ quantity }) => quantity ?? []);
  return told.length === 0 ? undefined : told.reduce((sum, quantity) => sum + quantity, 0);
};

/**
 * An observation as a row; its price is told for one piece, its stock as the sum over warehouses.
 */
export const observationRow = (observation: Observation): ObservationRow => ({
  messageId: observation.id,
  offerId: offerId(observation.supplierId, observation.supplierSku),
  supplierId: observation.supplierId,
  supplierSku: observation.supplierSku,
  credentialId: observation.credentialId,
  observedAt: observation.observedAt,
  runId: observation.runId,
  phase: observation.phase,
  price: observation.price && observedPrice(observation.price),
  stock: observation.stock && totalStock(observation.stock),
  leadTimeDays: observation.leadTimeDays,
});
