import type { Delivery } from '../../domain/webhooks/delivery.ts';
import type { WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Page, PageRequest } from '../request/paging.ts';
import type { UseCase } from '../request/request-context.ts';

/** An endpoint as a caller asks for it. */
export interface RequestedEndpoint {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
  /** The `Idempotency-Key` that it came with; left out: none. */
  readonly idempotencyKey?: string | undefined;
}

/** Names an endpoint. */
export interface EndpointName {
  readonly endpointId: string;
}

/** What is to be different about an endpoint; what is left out stays. */
export interface RequestedEndpointChange extends EndpointName {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly isEnabled?: boolean | undefined;
}

/** How a secret is rotated. */
export interface RequestedRotation extends EndpointName {
  /** How long the secret before signs besides, in milliseconds. */
  readonly overlapMs: number;
  /** The `Idempotency-Key` that it came with; left out: none. */
  readonly idempotencyKey?: string | undefined;
}

/** Which dead deliveries are to be replayed. */
export interface RequestedReplay extends EndpointName {
  /** Undefined: all. */
  readonly deliveryId: string | undefined;
}

/** An endpoint with its secret, which is shown this once. */
export interface IssuedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Undefined where a request was repeated: only its first answer has it. */
  readonly secret: string | undefined;
}

/** What callers do with webhooks. */
export interface WebhookUseCases {
  readonly createWebhook: UseCase<RequestedEndpoint, IssuedEndpoint>;
  /** Newest first. */
  readonly listWebhooks: UseCase<PageRequest, Page<WebhookEndpoint>>;
  readonly getWebhook: UseCase<EndpointName, WebhookEndpoint>;
  readonly updateWebhook: UseCase<RequestedEndpointChange, WebhookEndpoint>;
  readonly deleteWebhook: UseCase<EndpointName, EndpointName>;
  readonly rotateWebhookSecret: UseCase<RequestedRotation, IssuedEndpoint>;
  readonly testWebhook: UseCase<EndpointName, { readonly deliveryId: string }>;
  /** Newest first. */
  readonly listDeliveries: UseCase<PageRequest & EndpointName, Page<Delivery>>;
  readonly replayDeliveries: UseCase<RequestedReplay, { readonly replayed: number }>;
}
