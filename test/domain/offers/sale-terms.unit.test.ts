import { expect, it } from 'vitest';
import type { StatedFacts } from '../../../domain/catalog/part-facts.ts';
import { type SaleTerms, saleTermsOf } from '../../../domain/offers/sale-terms.ts';

it.each<[StatedFacts, SaleTerms | undefined]>([
  [{}, undefined],
  [{ rohs: 'yes', is_authorized: 'false', is_broker: 'false' }, undefined],
  [
    { seller: 'Acme', is_authorized: 'true' },
    { seller: 'Acme', sellerKind: 'authorized' },
  ],
  [{ is_authorized: 'true', is_broker: 'true' }, { sellerKind: 'broker' }],
  [{ maximum_order_quantity: '5000' }, { maximumOrderQuantity: 5_000 }],
  [{ seller: 'Acme', maximum_order_quantity: '0' }, { seller: 'Acme' }],
  [{ maximum_order_quantity: '1,000' }, undefined],
  [{ ships_from: 'Poland' }, { shipsFrom: 'PL' }],
  [{ seller: 'Acme', ships_from: 'Europe' }, { seller: 'Acme' }],
  [{ product_url: 'https://a.example/1' }, { productUrl: 'https://a.example/1' }],
])('facts %j say of the sale %j', (facts, terms) => {
  expect(saleTermsOf(facts)).toEqual(terms);
});
