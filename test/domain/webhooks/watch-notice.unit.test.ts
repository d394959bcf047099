import { describe, expect, it } from 'vitest';
import type { Look, Watch } from '../../../domain/webhooks/watch.ts';
import { noticeOfLook } from '../../../domain/webhooks/watch-notice.ts';

const now = new Date('2026-03-01T12:00:00Z');
const watch = (changes: object) => ({ id: 'wch_1', customerId: 'acme', quantity: 10, ...changes }) as unknown as Watch;
const look = (told: object | undefined) => ({ told }) as unknown as Look;
const ofStock = watch({ target: { kind: 'offer', offerId: 'ofr_1' }, rule: { kind: 'stock_reaches', quantity: 5 } });
const ofPrice = watch({
  target: { kind: 'product', productId: 'prd_1' },
  rule: { kind: 'price_falls', currency: 'EUR' },
});

describe('what a customer is told of a look', () => {
  it('is nothing where there is nothing to tell', () => {
    expect(noticeOfLook(ofStock, look(undefined), 1, now)).toBeUndefined();
  });

  it('is what the rule watches of an offer or a product, before and now', () => {
    expect(noticeOfLook(ofStock, look({ now: '7' }), 1, now)).toMatchObject({
      customerId: 'acme',
      subject: 'watch/wch_1',
      occurredAt: now,
      data: { watch_id: 'wch_1', number: 1, offer_id: 'ofr_1', rule: 'stock_reaches', value: '7' },
    });
    const told = noticeOfLook(ofPrice, look({ now: '0.9', before: '1' }), 2, now);
    expect(told?.data).toEqual({
      watch_id: 'wch_1',
      number: 2,
      product_id: 'prd_1',
      rule: 'price_falls',
      value: '0.9',
      previous_value: '1',
      currency: 'EUR',
      quantity: 10,
    });
  });

  it('has no currency and no value before where there is none', () => {
    const told = noticeOfLook(ofStock, look({ now: '7' }), 1, now);
    expect(Object.keys(told?.data ?? {})).toEqual(['watch_id', 'number', 'offer_id', 'rule', 'value']);
  });

  it('has an id of its own for each number of a watch', () => {
    const ids = [1, 2].map((number) => noticeOfLook(ofStock, look({ now: '7' }), number, now)?.id);
    expect(new Set(ids).size).toBe(2);
    expect(noticeOfLook(ofStock, look({ now: '8' }), 1, now)?.id).toBe(ids[0]);
  });
});
