import { expect, it } from 'vitest';
import { maskOffer } from '../../../gateway/visibility/masks.ts';
import { Offer } from '../../../proto/gen/svc/public/v1/offers.ts';

const offer = Offer.fromPartial({ supplierId: 'acme', supplierSku: 'A-1', shipsFrom: 'PL' });

it('an offer whose supplier may not be named does not tell the country that it ships from', () => {
  const masked = maskOffer(offer, new Set(['supplier_id'] as const), new Set());
  expect(masked).toMatchObject({ supplierId: '', supplierSku: 'A-1', shipsFrom: '' });
  expect(maskOffer(offer, new Set(['supplier_sku'] as const), new Set())).toMatchObject({ shipsFrom: 'PL' });
});
