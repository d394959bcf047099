import { dayMs } from '../duration.ts';
import type { NoticeType } from './notice.ts';

/** Why nothing is delivered to an endpoint. */
export const disabledReasons = ['by_customer', 'by_operator', 'gone', 'backlog'] as const;

/**
 * Why nothing is delivered to an endpoint: its customer or an operator wants it so; it has answered
 * 410; or so many notices waited for it that no more are kept.
 */
export type DisabledReason = (typeof disabledReasons)[number];

/** Whether an endpoint is delivered to. */
export type EndpointState =
  | { readonly kind: 'enabled' }
  | { readonly kind: 'disabled'; readonly since: Date; readonly why: DisabledReason };

/** Where a customer wants notices to be sent. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly customerId: string;
  readonly url: string;
  readonly description: string;
  /** Never empty. */
  readonly eventTypes: readonly NoticeType[];
  readonly createdAt: Date;
  readonly state: EndpointState;
  /** Grows with every change by somebody. */
  readonly version: number;
  /** Until when the secret before the last rotation signs too; undefined: it does not. */
  readonly previousSecretUntil: Date | undefined;
}

/** Endpoints that a customer may have. */
export const maxEndpoints = 20;

/** Notices that wait for one endpoint; with one more it is disabled. */
export const maxPending = 10_000;

/** How long deliveries that have come to an end are kept. */
export const deliveriesKeptMs = 30 * dayMs;
