import type { z } from '@hono/zod-openapi';
import type { issuedKeySchema, keysSchema } from '../admin/api-keys/schema.ts';
import type { auditPageSchema } from '../admin/audit/operations.ts';
import type { connectorSchema, ingestionSchema } from '../admin/connectors/schema.ts';
import type { contradictedFactsSchema } from '../admin/contradicted-facts/operations.ts';
import type { customersSchema } from '../admin/customers/schema.ts';
import type { heldPricesSchema } from '../admin/held-prices/operations.ts';
import type { doubtfulSchema, matchingSchema, matchSchema, orphansSchema } from '../admin/matching/schema.ts';
import type { outboxSchema } from '../admin/outbox/operations.ts';
import type { overviewSchema } from '../admin/overview/operations.ts';
import type { packageAttritionsSchema } from '../admin/package-attrition/operations.ts';
import type { profilesSchema, profileTrialSchema } from '../admin/profiles/schema.ts';
import type { supplierOffersSchema } from '../admin/suppliers/schema.ts';
import type { policiesSchema, policyTrialSchema } from '../admin/visibility-policies/schema.ts';
import type { customerWebhooksSchema } from '../admin/webhooks/operations.ts';
import type { issuedWebhookSchema, webhookDeliveryPageSchema, webhookPageSchema } from '../http/schemas/webhooks.ts';

/** What the API answers to pages, as its schemas say it. */

/** A page of the audit trail. */
export type AuditPage = z.output<typeof auditPageSchema>;
/** What was done. */
export type AuditRecord = AuditPage['items'][number];

/** Suppliers as operators see them. */
export interface Connectors {
  readonly connectors: readonly Connector[];
}
/** A supplier as operators see it. */
export type Connector = z.output<typeof connectorSchema>;
/** An order that holds for a while. */
export type Order = Connector['orders'][number];
/** The limits of one endpoint. */
export type EndpointRates = NonNullable<Connector['endpoints']>[string];
/** So many units in any such period. */
export type Rate = EndpointRates['configured'][number];
/** A credential as operators see it. */
export type Credential = Connector['credentials'][number];
/** A tick: what it is doing, or how it ended. */
export type Tick = NonNullable<Credential['tick']>;
/** How far the cards of suppliers are filled. */
export type Ingestion = z.output<typeof ingestionSchema>;
/** Offers of a supplier, as operators have them listed. */
export type SupplierOffers = z.output<typeof supplierOffersSchema>;

/** How the service stands. */
export type Overview = z.output<typeof overviewSchema>;
/** An alert that fires. */
export type Alert = Overview['alerts'][number];
/** How an objective is met. */
export type Objective = Overview['objectives'][number];
/** How fresh a supplier keeps what is most wanted. */
export type SupplierFreshness = NonNullable<Overview['freshness']>['suppliers'][number];
/** How publishing stands, with what was set aside. */
export type Outbox = z.output<typeof outboxSchema>;

/** How matching stands. */
export type Matching = z.output<typeof matchingSchema>;
/** The match of an offer. */
export type Match = z.output<typeof matchSchema>;
/** Offers without a product. */
export type Orphans = z.output<typeof orphansSchema>;
/** An offer that was decided. */
export type DecidedOffer = Orphans['items'][number];
/** Offers that are matched, and not for sure. */
export type DoubtfulMatches = z.output<typeof doubtfulSchema>;
/** Products of which sources contradict each other. */
export type ContradictedFacts = z.output<typeof contradictedFactsSchema>;
/** Prices that are held back. */
export type HeldPrices = z.output<typeof heldPricesSchema>;

/** Customers. */
export type Customers = z.output<typeof customersSchema>;
/** The keys of a customer. */
export type Keys = z.output<typeof keysSchema>;
/** A key. */
export type Key = Keys['keys'][number];
/** A key with its secret, which is shown this once. */
export type IssuedKey = z.output<typeof issuedKeySchema>;
/** Visibility policies. */
export type Policies = z.output<typeof policiesSchema>;
/** What a draft of a policy would change. */
export type PolicyTrial = z.output<typeof policyTrialSchema>;
/** Identity profiles. */
export type Profiles = z.output<typeof profilesSchema>;
/** What a draft of a profile would change. */
export type ProfileTrial = z.output<typeof profileTrialSchema>;
/** What is lost of parts, by their package. */
export type PackageAttritions = z.output<typeof packageAttritionsSchema>;
/** Endpoints of all customers. */
export type CustomerWebhooks = z.output<typeof customerWebhooksSchema>;

/** A page of a customer's endpoints. */
export type WebhookPage = z.output<typeof webhookPageSchema>;
/** An endpoint. */
export type Webhook = WebhookPage['items'][number];
/** A page of what was told to one. */
export type DeliveryPage = z.output<typeof webhookDeliveryPageSchema>;
/** A notice on its way. */
export type Delivery = DeliveryPage['items'][number];
/** An endpoint with its secret, which is shown this once. */
export type IssuedWebhook = z.output<typeof issuedWebhookSchema>;
