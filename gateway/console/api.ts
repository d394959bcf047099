import type { HttpBindings } from '@hono/node-server';
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
import type { Problem } from '../errors/problem.ts';
import type { issuedWebhookSchema, webhookDeliveryPageSchema, webhookPageSchema } from '../http/schemas/webhooks.ts';

/**
 * The service's own HTTP API, called within the process with the credential of a session. So the
 * console can do nothing that the API cannot: keys, scopes, limits, visibility, metrics and the
 * audit trail are those of any other caller.
 */
export interface ConsoleApi {
  /** A message of the contract. Throws `ApiProblem`. */
  get<Message>(codec: Reader<Message>, path: string, query?: Query): Promise<Message>;
  /**
   * Sends a document, and gives the answer; under an `Idempotency-Key` it is done once, however
   * often it is sent. Throws `ApiProblem`.
   */
  send(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, document?: object, key?: string): Promise<unknown>;
  /** The answer as it comes, whatever its status. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Parameters of a query; an empty one is left out. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads a message out of JSON. */
export interface Reader<Message> {
  fromJSON(document: unknown): Message;
}

/** Reads an answer of the admin API, which has no messages, as what its document says. */
export const documentOf = <Document>(): Reader<Document> => ({ fromJSON: (document) => document as Document });

/** An answer of the API that is a problem. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** What a page shows beside the rest may be missing without the rest. */
export const orNothing = async <Message>(asked: Promise<Message>): Promise<Message | undefined> => {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof ApiProblem) return undefined;
    throw thrown;
  }
};

/** What calls the API: the application of the HTTP edge. */
export type Dispatch = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/** The request on whose behalf the API is called. */
export interface Behalf {
  readonly env: HttpBindings;
  readonly credential: string;
  readonly correlationId: string;
  readonly forwardedFor: string | undefined;
}

const pathWith = (path: string, query: Query): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of typeof value === 'string' ? [value] : (value ?? []))
      if (each !== '') parameters.append(name, each);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
};

const problemOf = async (answer: Response): Promise<ApiProblem> => new ApiProblem((await answer.json()) as Problem);

/** The API as a session may use it. */
export const createConsoleApi = (dispatch: Dispatch, behalf: Behalf): ConsoleApi => {
  const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', behalf.credential);
    headers.set('x-correlation-id', behalf.correlationId);
    if (behalf.forwardedFor !== undefined) headers.set('x-forwarded-for', behalf.forwardedFor);
    return dispatch(new Request(new URL(path, 'http://console.internal'), { ...init, headers }), behalf.env);
  };
  return {
    fetch,
    get: async (codec, path, query = {}) => {
      const answer = await fetch(pathWith(path, query));
      if (!answer.ok) throw await problemOf(answer);
      return codec.fromJSON(await answer.json());
    },
    send: async (method, path, document, key = '') => {
      const headers = {
        ...(document && { 'content-type': 'application/json' }),
        ...(key !== '' && { 'idempotency-key': key }),
      };
      const body = document && { body: JSON.stringify(document) };
      const answer = await fetch(path, { method, headers, ...body });
      if (!answer.ok) throw await problemOf(answer);
      return answer.json();
    },
  };
};

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
