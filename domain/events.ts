import type { CallerEvent } from './callers/events.ts';
import type { LifecycleStatus } from './catalog/catalog.ts';
import type { FollowedFact } from './catalog/fact-precedence.ts';
import type { FailureReason } from './credential-failure.ts';
import type { EnrichmentEvent } from './enrichment/events.ts';
import type { EstimateEvent } from './estimate/events.ts';
import type { ConnectorOrder, OrderKind } from './ingestion/connector-control.ts';
import type { MatchConfidence, PriceJump } from './offers/offer.ts';
import type { SecretBinding } from './secret-binding.ts';

/**
 * Domain events as stored: what happened to which aggregate. They are appended with an expected
 * version and published from the outbox under `{aggregate}.{event}.v1`; `streams/codec/codec.ts` is
 * the only place that knows both these and the public messages of `svc.events.v1`.
 */
export type DomainEvent =
  | ProductEvent
  | OfferEvent
  | IngestionRunEvent
  | CredentialEvent
  | SupplierEvent
  | ConnectorEvent
  | IdentityEvent
  | VisibilityPolicyEvent
  | CallerEvent
  | PricingEvent
  | EnrichmentEvent
  | EstimateEvent;

/** What happens to a product. */
export type ProductEvent =
  | {
      readonly type: 'product.created';
      readonly productId: string;
      readonly profileId: string;
      readonly manufacturer: string;
      readonly mpn: string;
      readonly lifecycle: LifecycleStatus | undefined;
    }
  | {
      readonly type: 'product.updated';
      readonly productId: string;
      readonly changed: readonly string[];
      /** Left out where it is not sources that changed it by what they state. */
      readonly changes?: readonly FactChange[];
    };

/** A fact of a product that another statement is served for. */
export interface FactChange {
  readonly fact: FollowedFact;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** `catalogue`, or the supplier that states it; undefined where nobody does. */
  readonly by: string | undefined;
}

/** What happens to an offer. */
export type OfferEvent =
  | {
      readonly type: 'offer.created';
      readonly offerId: string;
      readonly supplierId: string;
      readonly supplierSku: string;
    }
  | SeenOffer<'offer.repriced'>
  | (SeenOffer<'offer.price_held'> & { readonly jump: PriceJump })
  /** A full walk of a credential no longer holds its SKU. */
  | {
      readonly type: 'offer.withdrawn';
      readonly offerId: string;
      readonly credentialId: string;
      readonly runId: string;
    }
  /** The credential has seen its SKU again. */
  | SeenOffer<'offer.returned'>
  | {
      readonly type: 'offer.matched';
      readonly offerId: string;
      readonly productId: string | undefined;
      readonly confidence: MatchConfidence;
      readonly rule: string;
      /** The product that the offer was until then; left out when it was none, or is the same. */
      readonly previousProductId?: string | undefined;
    }
  | JudgedMatch<'offer.match_confirmed'>
  | JudgedMatch<'offer.match_rejected'>
  | JudgedMatch<'offer.match_verdict_withdrawn'>;

/** What an observation of a credential has brought. */
interface SeenOffer<Type extends string> {
  readonly type: Type;
  readonly offerId: string;
  readonly credentialId: string;
  readonly observationId: string;
}

/** What a human says of an offer and a product. */
interface JudgedMatch<Type extends string> {
  readonly type: Type;
  readonly offerId: string;
  readonly productId: string;
  /** The key of the operator who did it. */
  readonly by: string;
}

/** Which ingestion run it happens to. */
interface OfIngestionRun {
  readonly runId: string;
  readonly supplierId: string;
  /** Left out in events from before it was told. */
  readonly credentialId?: string | undefined;
  /** Pages that the supplier was asked for; left out in events from before it was told. */
  readonly pages?: number | undefined;
}

/** What happens to an ingestion run. */
export type IngestionRunEvent =
  | (OfIngestionRun & {
      readonly type: 'ingestion_run.completed';
      readonly items: number;
      readonly prices: number;
      readonly stocks: number;
    })
  | (OfIngestionRun & { readonly type: 'ingestion_run.failed'; readonly reason: string });

/** What an operator does to a supplier's credential. */
interface ManagedCredential<Type extends string> {
  readonly type: Type;
  readonly credentialId: string;
  readonly supplierId: string;
  /** The key of the operator who did it. */
  readonly by: string;
}

/** What happens to a supplier's credential. */
export type CredentialEvent =
  | ManagedCredential<'credential.added'>
  | ManagedCredential<'credential.rotated'>
  | ManagedCredential<'credential.disabled'>
  | ManagedCredential<'credential.enabled'>
  | {
      readonly type: 'credential.failing';
      readonly credentialId: string;
      readonly supplierId: string;
      readonly reason: FailureReason;
    }
  | { readonly type: 'credential.recovered'; readonly credentialId: string; readonly supplierId: string };

/** What happens to a supplier. */
export interface SupplierEvent {
  readonly type: 'supplier.origin_changed';
  readonly supplierId: string;
  /** The key of the operator who did it, or the name of the command. */
  readonly by: string;
  readonly from: SecretBinding;
  readonly to: SecretBinding;
  /** How many credentials have no secret since then. */
  readonly detached: number;
}

/** What operators tell the connectors of a supplier. */
export type ConnectorEvent =
  | {
      readonly type: 'connector.ordered';
      readonly supplierId: string;
      readonly order: ConnectorOrder;
      /** An instant as RFC 3339 text. */
      readonly until: string;
      /** The key of the operator who did it. */
      readonly by: string;
    }
  | {
      readonly type: 'connector.order_ended';
      readonly supplierId: string;
      readonly order: OrderKind;
      readonly how: 'expired' | 'withdrawn';
    };

/** What operators decide about identity. */
export type IdentityEvent =
  | {
      readonly type: 'identity_profile.changed';
      readonly profileId: string;
      readonly version: number;
      /** The key of the operator who did it. */
      readonly by: string;
    }
  | {
      readonly type: 'manufacturer_alias.added';
      readonly aliasKey: string;
      readonly alias: string;
      readonly manufacturer: string;
      /** The operator's key or the import. */
      readonly by: string;
    }
  | {
      readonly type: 'manufacturer_alias.moved';
      readonly aliasKey: string;
      readonly alias: string;
      readonly previousManufacturer: string;
      readonly manufacturer: string;
      readonly by: string;
    }
  | {
      readonly type: 'manufacturer_alias.removed';
      readonly aliasKey: string;
      readonly alias: string;
      /** The one that it named. */
      readonly manufacturer: string;
      readonly by: string;
    };

/** What an operator can do to a visibility policy. */
export const policyChanges = ['created', 'updated', 'removed'] as const;

/** What an operator does to a visibility policy. */
export interface VisibilityPolicyEvent {
  readonly type: 'visibility_policy.changed';
  readonly policyId: string;
  /** The version that it has since. */
  readonly version: number;
  readonly change: (typeof policyChanges)[number];
  /** The key of the operator who did it. */
  readonly by: string;
}
/** What becomes of a pricing rule. */
export const ruleChanges = ['created', 'updated', 'deleted'] as const;

/** What operators change of how prices are made. */
export type PricingEvent =
  | {
      readonly type: 'pricing_rule.changed';
      readonly ruleId: string;
      readonly version: number;
      readonly change: (typeof ruleChanges)[number];
      /** The key of the operator who did it. */
      readonly by: string;
    }
  | {
      readonly type: 'exchange_rates.imported';
      /** Days as `2026-03-01`. */
      readonly firstDay: string;
      readonly lastDay: string;
      /** How many were new or another than before. */
      readonly rates: number;
      /** The key of the operator who did it, or the name of the command. */
      readonly by: string;
    };

/** The name of an event kind. */
export type EventType = DomainEvent['type'];

/** Every event kind with its subject on the bus. A kind that is missing here does not compile. */
export const eventSubjects = {
  'product.created': 'product.created.v1',
  'product.updated': 'product.updated.v1',
  'offer.created': 'offer.created.v1',
  'offer.repriced': 'offer.repriced.v1',
  'offer.price_held': 'offer.price_held.v1',
  'offer.withdrawn': 'offer.withdrawn.v1',
  'offer.returned': 'offer.returned.v1',
  'offer.matched': 'offer.matched.v1',
  'offer.match_confirmed': 'offer.match_confirmed.v1',
  'offer.match_rejected': 'offer.match_rejected.v1',
  'offer.match_verdict_withdrawn': 'offer.match_verdict_withdrawn.v1',
  'ingestion_run.completed': 'ingestion_run.completed.v1',
  'ingestion_run.failed': 'ingestion_run.failed.v1',
  'credential.added': 'credential.added.v1',
  'credential.rotated': 'credential.rotated.v1',
  'credential.disabled': 'credential.disabled.v1',
  'credential.enabled': 'credential.enabled.v1',
  'credential.failing': 'credential.failing.v1',
  'credential.recovered': 'credential.recovered.v1',
  'supplier.origin_changed': 'supplier.origin_changed.v1',
  'connector.ordered': 'connector.ordered.v1',
  'connector.order_ended': 'connector.order_ended.v1',
  'identity_profile.changed': 'identity_profile.changed.v1',
  'manufacturer_alias.added': 'manufacturer_alias.added.v1',
  'manufacturer_alias.moved': 'manufacturer_alias.moved.v1',
  'manufacturer_alias.removed': 'manufacturer_alias.removed.v1',
  'visibility_policy.changed': 'visibility_policy.changed.v1',
  'customer.changed': 'customer.changed.v1',
  'customer_group.changed': 'customer_group.changed.v1',
  'api_key.created': 'api_key.created.v1',
  'api_key.changed': 'api_key.changed.v1',
  'api_key.rotated': 'api_key.rotated.v1',
  'api_key.revoked': 'api_key.revoked.v1',
  'pricing_rule.changed': 'pricing_rule.changed.v1',
  'exchange_rates.imported': 'exchange_rates.imported.v1',
  'enrichment_job.queued': 'enrichment_job.queued.v1',
  'enrichment_job.started': 'enrichment_job.started.v1',
  'enrichment_job.completed': 'enrichment_job.completed.v1',
  'enrichment_job.failed': 'enrichment_job.failed.v1',
  'estimate.started': 'estimate.started.v1',
  'estimate.optimizing': 'estimate.optimizing.v1',
  'estimate.ready': 'estimate.ready.v1',
  'estimate.error': 'estimate.error.v1',
  'estimate.deleted': 'estimate.deleted.v1',
} as const satisfies Record<EventType, string>;

/** The subject that observations travel on; part of the contract. */
export const observationSubject = 'offer.observation.v1';

/** The subject that confirmations travel on, many offers to a message; part of the contract. */
export const confirmationSubject = 'offer.confirmation.v1';

/** The subject that prices given travel on, many to a message; part of the contract. */
export const givenPricesSubject = 'price.given.v1';

/** An event with its place in its stream, as the store returns and the relay publishes it. */
export interface StoredEvent {
  /** Position in the whole store; unique, growing, may have gaps. */
  readonly position: bigint;
  readonly aggregateType: string;
  readonly aggregateId: string;
  /** Version of the aggregate after this event, from 1 without gaps. */
  readonly version: number;
  readonly event: DomainEvent;
  readonly recordedAt: Date;
  readonly correlationId: string;
  /** W3C trace context of the work that caused it; undefined when it was not traced. */
  readonly traceparent: string | undefined;
}

/** An event's type begins with that of its aggregate. */
type TypeBeforeDot<Type> = Type extends `${infer Before}.${string}` ? Before : never;
type AggregateType = TypeBeforeDot<DomainEvent['type']>;

/** What identifies the aggregate of each type in its events. */
const aggregateIds: {
  readonly [Type in AggregateType]: (event: Extract<DomainEvent, { readonly type: `${Type}.${string}` }>) => string;
} = {
  product: ({ productId }) => productId,
  offer: ({ offerId }) => offerId,
  ingestion_run: ({ runId }) => runId,
  credential: ({ credentialId }) => credentialId,
  supplier: ({ supplierId }) => supplierId,
  connector: ({ supplierId }) => supplierId,
  identity_profile: ({ profileId }) => profileId,
  manufacturer_alias: ({ aliasKey }) => aliasKey,
  visibility_policy: ({ policyId }) => policyId,
  customer: ({ customerId }) => customerId,
  customer_group: ({ groupId }) => groupId,
  api_key: ({ keyId }) => keyId,
  pricing_rule: ({ ruleId }) => ruleId,
  exchange_rates: () => 'EUR',
  enrichment_job: ({ jobId }) => jobId,
  estimate: ({ estimateId }) => estimateId,
};

/** The aggregate that an event belongs to. */
export const aggregateOf = (event: DomainEvent): { type: string; id: string } => {
  const type = event.type.slice(0, event.type.indexOf('.')) as AggregateType;
  return { type, id: (aggregateIds[type] as (event: DomainEvent) => string)(event) };
};
