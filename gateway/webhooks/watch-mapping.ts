import type { Watch, WatchTarget } from '../../domain/webhooks/watch.ts';
import type { WatchEvent } from './watch-use-cases.ts';

const targetJson = (target: WatchTarget) =>
  target.kind === 'product' ? { product_id: target.productId } : { offer_id: target.offerId };

/** A watch as JSON has it. */
export const watchJson = (watch: Watch) => ({
  id: watch.id,
  target: targetJson(watch.target),
  quantity: watch.quantity,
  rule: watch.rule,
  created_at: watch.createdAt.toISOString(),
  ...(watch.checkedAt && { checked_at: watch.checkedAt.toISOString() }),
  ...(watch.state.value !== undefined && { value: watch.state.value }),
  holds: watch.state.holds,
  notice_count: watch.latest,
});

/** What a reader of a watch is told, as JSON has it. */
export const watchEventJson = (event: WatchEvent) =>
  event.kind === 'state'
    ? { type: 'watch.state', data: watchJson(event.watch) }
    : {
        type: event.notice.type,
        timestamp: event.notice.occurredAt.toISOString(),
        correlation_id: event.notice.correlationId,
        data: event.notice.data,
      };
