import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshnessStatuses, type QuotedPrice, unknownReasons } from '../../../domain/analytics/quoted-price.ts';
import { givenPricesSubject } from '../../../domain/events.ts';
import { credentialScopes } from '../../../domain/offers/offer.ts';
import { decodeQuotedPrices, encodeQuotedPrices } from '../../../streams/codec/codec.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { givenPrice, unknownPrice } from '../../support/given-prices.ts';

const filled = fc.string({ minLength: 1, unit: anyCharacter });
const instant = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const unknown = { nil: undefined };

const told = {
  customerId: filled,
  offerId: filled,
  productId: fc.option(filled, unknown),
  quantity: fc.integer({ min: 1, max: 2_147_483_647 }),
  source: fc.option(fc.constantFrom(...credentialScopes), unknown),
  freshness: fc.constantFrom(...freshnessStatuses),
  answeredAt: instant,
  askedDate: fc.option(instant, unknown),
};
const prices: fc.Arbitrary<QuotedPrice> = fc.oneof(
  fc.record({
    ...told,
    mode: fc.constant('fixed' as const),
    unitPrice: fc.constantFrom('0', '0.000000001', '12.5', '123456789012345', '-0.5'),
    currency: fc.constantFrom('EUR', 'JPY'),
  }),
  fc.record({ ...told, mode: fc.constant('on_request' as const) }),
  fc.record({ ...told, mode: fc.constant('unknown' as const), reason: fc.constantFrom(...unknownReasons) }),
);

test('prices given come back as they were and in their order, what is unknown unknown', () => {
  fc.assert(
    fc.property(fc.array(prices, { maxLength: 5 }), (given) => {
      const message = encodeQuotedPrices({ id: 'pgv_1', prices: given });
      expect(message).toMatchObject({ subject: givenPricesSubject, messageId: 'pgv_1', headers: { 'ce-id': 'pgv_1' } });
      expect(decodeQuotedPrices(message.payload)).toEqual(given);
    }),
  );
});

test('one batch is one message to the letter, so that its rows are the same however often it is sent', () => {
  const batch = { id: 'pgv_1', prices: [givenPrice(), unknownPrice()] };
  expect(encodeQuotedPrices(batch)).toEqual(encodeQuotedPrices(batch));
});

test.each([
  ['prices[1].customer_id', { customer_id: '' }],
  ['prices[1].offer_id', { offer_id: null }],
  ['prices[1].quantity', { quantity: 0 }],
  ['prices[1].pricing_mode', { pricing_mode: 'free' }],
  ['prices[1].unit_price', { unit_price: '1e3' }],
  ['prices[1].unit_price', { unit_price: null }],
  ['prices[1].currency', { currency: 'euro' }],
  ['prices[1].source', { source: 'SYSTEM_CREDENTIAL' }],
  ['prices[1].freshness', { freshness: 'NEW' }],
  ['prices[1].answered_at', { answered_at: 'today' }],
  ['prices[1].asked_date', { asked_date: 'today' }],
  ['prices[1].unknown_reason', { pricing_mode: 'unknown' }],
])('a bad field is refused by its name: %s', (field, change) => {
  const { payload } = encodeQuotedPrices({ id: 'pgv_1', prices: [givenPrice(), givenPrice()] });
  const [first, second] = JSON.parse(Buffer.from(payload).toString()).prices;
  const changed = Buffer.from(JSON.stringify({ prices: [first, { ...second, ...change }] }));
  expect(() => decodeQuotedPrices(changed)).toThrow(
    expect.objectContaining({ violations: [expect.objectContaining({ field })] }),
  );
});
