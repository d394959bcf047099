import type { Caller } from '../../domain/callers/caller.ts';
import type { Product } from '../../domain/catalog/catalog.ts';
import { amount } from '../../domain/money.ts';
import type { CredentialRef, Offer, OfferView, PriceLadder } from '../../domain/offers/offer.ts';

/**
 * Builders for offers in tests; every default is an ordinary value, every difference that matters
 * stands in the test.
 */

/** The instant that tests call now. */
export const noon = new Date('2026-03-01T12:00:00.000Z');

/** An instant so many hours before noon. */
export const hoursBefore = (hours: number): Date => new Date(noon.getTime() - hours * 3_600_000);

/** A customer with one group and every right. */
export const caller: Caller = {
  keyId: 'key_1',
  customerId: 'acme',
  groupIds: ['buyers-club'],
  scopes: ['catalog', 'pricing', 'estimate', 'enrichment'],
  deliveryZone: undefined,
};

/** A system credential unless told otherwise. */
export const credential = (given: Partial<CredentialRef> = {}): CredentialRef => ({
  id: 'crd_system',
  supplierId: 'borealis',
  scope: 'system',
  ownerId: undefined,
  label: 'house account',
  failingSince: undefined,
  ...given,
});

/** A ladder from pairs of quantity and decimal text. */
export const ladder = (
  breaks: readonly (readonly [number, string])[],
  given: Partial<PriceLadder> = {},
): PriceLadder => ({
  currency: 'EUR',
  priceBase: undefined,
  breaks: breaks.map(([quantity, price]) => ({ quantity, price: amount(price) })),
  ...given,
});

/** A view with a price and stock seen an hour before noon. */
export const view = (given: Partial<OfferView> = {}): OfferView => ({
  credential: credential(),
  price: { value: { kind: 'ladder', ladder: ladder([[1, '0.10']]) }, observedAt: hoursBefore(1) },
  priceHeld: undefined,
  minimumOrderQuantity: undefined,
  orderMultiple: undefined,
  packaging: undefined,
  stock: { value: [{ warehouseRef: 'main', quantity: 1000 }], observedAt: hoursBefore(1) },
  leadTimeDays: undefined,
  refreshEta: undefined,
  ...given,
});

/** An offer with these views. */
export const offer = (views: readonly OfferView[], given: Partial<Offer> = {}): Offer => ({
  id: 'ofr_1',
  supplierId: 'borealis',
  supplierSku: 'BC-1',
  manufacturer: 'Yageo',
  mpn: 'RC0603FR-0710KL',
  productId: undefined,
  matchConfidence: 'unmatched',
  matchRule: undefined,
  product: undefined,
  views,
  ...given,
});

/** The product that an offer is matched to. */
export const matchedProduct = (given: Partial<Product> = {}): Product => ({
  id: 'prd_1',
  profileId: 'electronic-component',
  manufacturer: 'YAGEO',
  manufacturerKey: 'YAGEO',
  mpn: 'RC0603FR-0710KL',
  description: undefined,
  characteristics: {},
  lifecycle: undefined,
  replacedBy: undefined,
  observedAt: undefined,
  ...given,
});
