import type { AuditedAction } from '../audit/record.ts';
import type { StoredEvent } from '../events.ts';
import type { Cause, CreationMark, ReadOptions } from '../store-context.ts';
import type { Attempt, AttemptOutcome, Delivery, Settlement } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { Audience } from './event-notices.ts';
import type { Notice, NoticeType } from './notice.ts';

/**
 * What webhooks need from outside. All throw `Failure` of kind `unavailable` when what stands
 * behind them does not answer.
 */

/** An endpoint to be registered. */
export interface NewEndpoint extends Pick<WebhookEndpoint, 'id' | 'customerId' | 'url' | 'description' | 'eventTypes'> {
  readonly secret: string;
  readonly now: Date;
  /** The key under which the request may be sent again, with what it asked for; left out: none. */
  readonly repeat?: { readonly key: string; readonly digest: string } | undefined;
}

/** The key under which a rotation may be asked for again, with what it asked for. */
interface RepeatableRotation {
  readonly key: string;
  readonly digest: string;
  /** Of this request alone. */
  readonly rotationId: string;
}

/** What is to be different about an endpoint; what is left out stays. */
export interface EndpointChange {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly eventTypes?: readonly NoticeType[] | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** Names an endpoint of a customer. */
export interface OwnEndpoint {
  readonly customerId: string;
  readonly endpointId: string;
}

/** Endpoints as their customers know them; to everybody else they do not exist. */
export interface WebhookEndpoints {
  /**
   * Stores an endpoint with its sealed secret; one of a request that was sent before is answered as
   * it was made then. Throws `exhausted` when the customer has as many as it may have.
   */
  create(endpoint: NewEndpoint): Promise<{ readonly endpoint: WebhookEndpoint; readonly isNew: boolean }>;
  endpoint(of: OwnEndpoint, options?: ReadOptions): Promise<WebhookEndpoint | undefined>;
  page(
    customerId: string,
    after: CreationMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly WebhookEndpoint[]>;
  /**
   * Undefined when it is unknown. Notices that wait for an endpoint that is disabled become dead.
   */
  change(of: OwnEndpoint, change: EndpointChange, now: Date): Promise<WebhookEndpoint | undefined>;
  /**
   * Gives it another secret; the one before signs too until the instant. Under a key that was used
   * before it stays as it is, which is not new. Undefined when it is unknown.
   */
  rotate(
    of: OwnEndpoint,
    secret: string,
    previousUntil: Date,
    repeat?: RepeatableRotation,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly isNew: boolean } | undefined>;
  /** Whether there was one. */
  remove(of: OwnEndpoint): Promise<boolean>;
}

/** Which endpoints of all customers to list; every given part must hold. */
export interface EndpointQuery {
  readonly customerId?: string | undefined;
  readonly isEnabled?: boolean | undefined;
  /** A piece of the URL or of the description, in any case. */
  readonly text?: string | undefined;
}

/** Endpoints of all customers, as operators know them. */
export interface WebhookAdministration {
  /** In the order of their ids, after the id. */
  page(
    query: EndpointQuery,
    page: { readonly afterId: string | undefined; readonly limit: number },
    options?: ReadOptions,
  ): Promise<readonly WebhookEndpoint[]>;
  /**
   * Takes an endpoint out of use, so that its customer cannot put it back, or puts it back. Throws
   * `not_found`.
   */
  setDisabled(id: string, isDisabled: boolean, now: Date, act?: AuditedAction): Promise<WebhookEndpoint>;
}

/** Deliveries as customers know them. */
export interface DeliveryLog {
  /** Newest first, below the place. */
  page(of: OwnEndpoint, below: number | undefined, limit: number, options?: ReadOptions): Promise<readonly Delivery[]>;
  /**
   * Gives dead deliveries of the endpoint their time again: one by its id, or as many as a request
   * may. Returns how many there were.
   */
  replay(of: OwnEndpoint, which: string | 'all', now: Date): Promise<number>;
  /** Sends a notice to one endpoint whatever it asks for. */
  send(of: OwnEndpoint, notice: Notice, cause: Cause): Promise<void>;
}

/** What the fan-out of one batch came to. */
export interface FannedOut {
  /** Causes that were taken away; fewer than the limit: there are no more. */
  readonly causes: number;
  /** Deliveries that were written. */
  readonly deliveries: number;
  /** Endpoints that were disabled because too much waits for them. */
  readonly overfull: readonly string[];
}

/** Says what customers are told of an event. */
export type NoticesOf = (stored: StoredEvent, audience: Audience) => readonly Notice[];

/** Events that nobody has been told of yet. */
export interface NoticeQueue {
  /**
   * Takes up to `limit` events in their order and writes a delivery for every endpoint that wants a
   * notice of them, all in one transaction. Does nothing while another process does it.
   */
  fanOut(noticesOf: NoticesOf, limit: number, now: Date): Promise<FannedOut>;
}

/** An endpoint in hand: one process delivers to it, under a token that grows with every hand. */
export interface ClaimedEndpoint {
  readonly endpoint: Pick<WebhookEndpoint, 'id' | 'customerId' | 'url'>;
  readonly token: number;
  /** Those in force, the newest first; none where this process cannot open them. */
  readonly secrets: readonly string[];
}

/** A delivery whose attempt is due. */
export interface DueDelivery {
  readonly id: string;
  readonly type: NoticeType;
  readonly subject: string;
  readonly body: string;
  readonly cause: Cause;
  readonly createdAt: Date;
  readonly deadlineAt: Date;
  /** Since the notice arose or was replayed. */
  readonly failures: number;
  /** In all. */
  readonly attempts: number;
}

/** Who claims, for how long and how many. */
export interface EndpointClaim {
  readonly owner: string;
  readonly ttlMs: number;
  readonly places: number;
  readonly now: Date;
}

/** Deliveries as those who make them know them. */
export interface DeliveryQueue {
  /** Takes endpoints of which an attempt is due, those first that have waited longest. */
  claim(claim: EndpointClaim): Promise<readonly ClaimedEndpoint[]>;
  renew(held: readonly ClaimedEndpoint[], ttlMs: number): Promise<readonly string[]>;
  /** Gives endpoints up; nobody takes them for so long. */
  release(held: readonly ClaimedEndpoint[], restMs: number): Promise<void>;
  /** Up to `limit` that are due, each the first pending one of its subject. */
  due(endpointId: string, now: Date, limit: number): Promise<readonly DueDelivery[]>;
  /**
   * Keeps what an attempt came to, and makes the next notice of the subject due. Throws `conflict`
   * when the endpoint has passed to another process, or is no more.
   */
  settle(claimed: ClaimedEndpoint, id: string, attempt: Attempt, settlement: Settlement): Promise<void>;
  /**
   * Gives up notices whose time was over before an attempt began, and makes the next ones of their
   * subjects due. Throws `conflict` as `settle` does.
   */
  giveUp(claimed: ClaimedEndpoint, ids: readonly string[], now: Date): Promise<void>;
  /** Removes deliveries that ended before; returns how many, up to the limit. */
  forget(endedBefore: Date, limit: number): Promise<number>;
}

/** Posts to an endpoint. Never rejects but for the reason of the signal. */
export type PostNotice = (
  request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  signal: AbortSignal,
) => Promise<AttemptOutcome>;
