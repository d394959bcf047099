import type { Scope } from '../callers/caller.ts';

/**
 * Notices: what customers are told of a change. A notice holds what its customer may see and no
 * more, whoever else the change concerns.
 */

/** Every type of notice with the scope that who wants it must have. */
export const noticeScopes = {
  'estimate.started': 'estimate',
  'estimate.optimizing': 'estimate',
  'estimate.ready': 'estimate',
  'estimate.error': 'estimate',
  'estimate.deleted': 'estimate',
  'enrichment_job.queued': 'enrichment',
  'enrichment_job.started': 'enrichment',
  'enrichment_job.completed': 'enrichment',
  'enrichment_job.failed': 'enrichment',
  'watch.price': 'pricing',
  'watch.stock': 'catalog',
  'watch.lead_time': 'catalog',
  'watch.lifecycle': 'catalog',
} as const satisfies Readonly<Record<string, Scope>>;

/** What a notice is of. */
export type NoticeType = keyof typeof noticeScopes | typeof testType;

/** Of a notice that a customer sends to an endpoint to try it. Every endpoint takes it. */
export const testType = 'webhook.test';

/** The types that an endpoint may ask for. */
export const noticeTypes = Object.keys(noticeScopes) as readonly (keyof typeof noticeScopes)[];

/** Whether a text is a type that an endpoint may ask for. */
export const isNoticeType = (text: string): text is keyof typeof noticeScopes => Object.hasOwn(noticeScopes, text);

/** What one customer is told of one change. */
export interface Notice {
  /** The same for the same change, and the id by which a receiver knows a repetition. */
  readonly id: string;
  readonly customerId: string;
  readonly type: NoticeType;
  /** Notices of one subject are delivered in their order. */
  readonly subject: string;
  readonly occurredAt: Date;
  /** As JSON has it, with the contract's field names. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The body of a notice, as Standard Webhooks has it. */
export const noticeBody = ({ type, occurredAt, data }: Pick<Notice, 'type' | 'occurredAt' | 'data'>): string =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
