import { noticeId } from '../ids.ts';
import type { Notice } from './notice.ts';
import { type Look, ruleNotices, type Watch } from './watch.ts';

const targetData = ({ target }: Watch) =>
  target.kind === 'product' ? { product_id: target.productId } : { offer_id: target.offerId };

/** What a customer is told of a look by the notice with this number; undefined: nothing. */
export const noticeOfLook = (watch: Watch, { told }: Look, number: number, now: Date): Notice | undefined =>
  told && {
    id: noticeId(['watch', watch.id, String(number)]),
    customerId: watch.customerId,
    type: ruleNotices[watch.rule.kind],
    subject: `watch/${watch.id}`,
    occurredAt: now,
    data: {
      watch_id: watch.id,
      number,
      ...targetData(watch),
      rule: watch.rule.kind,
      value: told.now,
      ...(told.before !== undefined && { previous_value: told.before }),
      ...('currency' in watch.rule && { currency: watch.rule.currency, quantity: watch.quantity }),
    },
  };
