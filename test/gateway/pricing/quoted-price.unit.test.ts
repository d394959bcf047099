import { expect, test } from 'vitest';
import { calculatePrice } from '../../../domain/pricing/calculate.ts';
import { toPricingResponse } from '../../../gateway/pricing/price.ts';
import { toQuotedPrice } from '../../../gateway/pricing/quoted-price.ts';
import { hiddenPrice, maskPrice } from '../../../gateway/visibility/masks.ts';
import { caller, noon, offer, view } from '../../support/offers.ts';

const asked = { customerId: 'acme', productId: 'prd_1', answeredAt: noon, askedDate: undefined };
const answer = (views: Parameters<typeof offer>[0]) =>
  toPricingResponse(calculatePrice({ offer: offer(views), caller, quantity: 7, at: noon }));
const priced = () => answer([view()]);

test('an answer is noted with the price of a piece, its source and its freshness', () => {
  const response = priced();
  expect(toQuotedPrice(response, asked)).toEqual({
    ...asked,
    offerId: response.offerId,
    quantity: 7,
    source: 'system',
    freshness: response.freshness?.status,
    mode: 'fixed',
    unitPrice: response.unitPriceDecimal,
    currency: response.currency,
  });
});

test('an answer without a price says why, and has no source', () => {
  const { offerId } = priced();
  const told = { ...asked, offerId, quantity: 7, source: undefined, freshness: 'EMPTY' };
  expect(toQuotedPrice(answer([]), asked)).toEqual({ ...told, mode: 'unknown', reason: 'no_observation' });
  expect(toQuotedPrice(hiddenPrice(answer([])), asked)).toEqual({ ...told, mode: 'unknown', reason: 'not_visible' });
});

test('a price on request is noted as such', () => {
  const onRequest = view({ price: { value: { kind: 'on_request' }, observedAt: noon } });
  expect(toQuotedPrice(answer([onRequest]), asked)).toMatchObject({ mode: 'on_request', source: 'system' });
});

test('what is hidden from the customer is not noted either', () => {
  const none = new Set<never>();
  expect(toQuotedPrice(maskPrice(priced(), new Set(['observation_source']), none), asked)).toMatchObject({
    mode: 'fixed',
    source: undefined,
  });
  const withoutAmounts = toQuotedPrice(maskPrice(priced(), new Set(['amounts']), none), asked);
  expect(withoutAmounts).toMatchObject({ mode: 'unknown', reason: 'not_visible' });
  expect(withoutAmounts).not.toHaveProperty('unitPrice');
});
