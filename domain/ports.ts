/**
 * Every interface that the core needs from outside, types only. Storage, streams and actors are siblings that meet here and
 * nowhere else; the composition root hands one to the other. Each port has one contract suite in `test/contract/`.
 *
 * All of them throw `Failure` of kind `unavailable` when what stands behind them does not answer.
 */
import type { Act } from './audit/record.ts';
import type { Caller, Scope, Tenant } from './callers/caller.ts';
import type { FoundProduct, LifecycleStatus, Product, ProductDraft, Replacement } from './catalog/catalog.ts';
import type { DomainEvent, StoredEvent } from './events.ts';
import type { Profiles } from './identity/profile.ts';
import type { ConnectorControl, GivenOrder, OrderKind, StandingOrder } from './ingestion/connector-control.ts';
import type { Health } from './ingestion/credential-health.ts';
import type { Lesson } from './ingestion/learned-rate.ts';
import type { Observation } from './ingestion/observation.ts';
import type { Asking } from './ingestion/rate-budget.ts';
import type { PageError } from './ingestion/row-tally.ts';
import type { TickHistory } from './ingestion/schedule.ts';
import type { Tick } from './ingestion/tick.ts';
import type { CredentialRef, MatchConfidence, Offer } from './offers/offer.ts';
import type { CredentialState, OfferRecord } from './offers/offer-record.ts';
import type { SupplyRoute } from './offers/supply-chain.ts';
import type { Money } from './pricing/rules/rule.ts';
import type { BoundSupplier, SecretBinding, SecretState } from './secret-binding.ts';

// ---------------------------------------------------------------------------------------------------------------- the bus

/** A message to publish. */
export interface OutgoingMessage {
  readonly subject: string;
  /** Two messages of one stream with one id within the deduplication window (an hour) count once. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
}

/** A message as a consumer gets it. Exactly one of ack, nak and term must be called. */
export interface Delivery {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Uint8Array;
  /** 1 at the first delivery. */
  readonly attempt: number;
  /** Position in the stream; grows with the order of publication. */
  readonly sequence: number;
  readonly publishedAt: Date;
  /** Done; never delivered again. */
  ack(): void;
  /** Not now: delivered again after the delay, or dead-lettered with the reason when this was the last attempt. */
  nak(delayMs: number, reason: string): void;
  /** Never: dead-lettered at once with the reason. */
  term(reason: string): void;
  /** Still at it: restarts the time after which the bus would deliver it again. */
  working(): void;
}

/** How a durable consumer reads. */
export interface ConsumerOptions {
  /** One of the streams that exist. */
  readonly stream: StreamName;
  /** The name under which the position is kept; consumers of one name share the work. */
  readonly durable: string;
  /** Subjects of the stream to read; all when left out. */
  readonly subjects?: readonly string[];
  /** Messages handed over at a time. */
  readonly batch: number;
  /** The most that may be handed over and not yet settled. */
  readonly maxUnsettled: number;
  /** After this long without ack, nak or working a message is delivered again. */
  readonly ackWaitMs: number;
  /** After this many deliveries a message that is not acked goes to `dead.{subject}`. */
  readonly maxDeliveries: number;
}

/** A running consumer. */
export interface Consumption {
  /** Stops pulling, waits for the batch in hand to settle, then resolves. */
  drain(): Promise<void>;
  /** Resolves with the error that ended it, or undefined after `drain`. */
  readonly ended: Promise<Error | undefined>;
}

/** How far a durable has come, in sequences of its stream. */
export interface StreamPosition {
  /** Of the newest message; 0 before the first. */
  readonly newest: number;
  /** Up to which everything that concerns the durable is settled; 0 when nothing is, or there is no such durable. */
  readonly settled: number;
}

/** The streams that exist, by name. */
export type StreamName = 'OBSERVATIONS' | 'EVENTS' | 'PRICES' | 'DEAD';

/** The message bus: durable streams with acknowledged publishing, and signals that are not stored. */
export interface Bus {
  /**
   * Publishes in order. Resolves when every message is stored (a duplicate counts as stored); rejects with `unavailable`
   * when the bus did not acknowledge in time, after which any part may have been stored: publish again with the same ids.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Hands batches to `handle` one after another; a throw naks what the handler left unsettled in that batch. */
  consume(options: ConsumerOptions, handle: (batch: readonly Delivery[]) => Promise<void>): Promise<Consumption>;
  /** Messages of the durable's subjects that are not yet acked. */
  lag(stream: StreamName, durable: string): Promise<number>;
  /** How far the durable has come in the stream. */
  position(stream: StreamName, durable: string): Promise<StreamPosition>;
  /** Tells whoever listens now; not stored, not acknowledged, may be lost. */
  signal(subject: string, payload: Uint8Array): void;
  /** Listens to signals; `*` stands for one token, `>` for the rest. Returns how to stop. */
  onSignal(subject: string, listener: (subject: string, payload: Uint8Array) => void): () => void;
  /** Whether the bus answers right now. */
  isHealthy(): Promise<boolean>;
  /** Lets go of everything; consumers must be drained before. */
  close(): Promise<void>;
}

// ------------------------------------------------------------------------------------------------------------- the context

/** Who and what a write is done for; stored with every event. */
export interface WriteContext {
  readonly correlationId: string;
  readonly traceparent: string | undefined;
  /** The act of an operator that it is part of, which is recorded with it; left out: none. */
  readonly act?: Act | undefined;
}

/** Lets a caller give up: aborted reads cancel their statement in the database. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** For whom offers are read. */
export interface OfferReadOptions extends ReadOptions {
  /**
   * Views through credentials of other tenants are not read at all; left out: all are, for work
   * that acts for everybody.
   */
  readonly tenant?: Tenant;
}

// ---------------------------------------------------------------------------------------------------- event store and outbox

/** What an append must find; `any` skips the check. */
export type ExpectedVersion = number | 'any';

/** Appends domain events with their outbox rows in one transaction. */
export interface EventStore {
  /** Appends to one aggregate. Throws `Failure` of kind `conflict` when the version is not as expected. */
  append(
    events: readonly [DomainEvent, ...DomainEvent[]],
    expected: ExpectedVersion,
    context: WriteContext,
  ): Promise<{ version: number }>;
  /** An aggregate's events in order. Throws `failed_precondition` when some of them are in the archive, rather than give the rest. */
  read(aggregateType: string, aggregateId: string): Promise<readonly StoredEvent[]>;
}

/** What the relay reads and marks. One relay works at a time; `hold` says whether this process is the one. */
export interface Outbox {
  /** Takes or keeps the right to publish; false while another process holds it. */
  hold(): Promise<boolean>;
  /** The oldest unpublished, unparked events, in order; an aggregate with a failed event before is left out until its turn. */
  pending(limit: number): Promise<readonly StoredEvent[]>;
  /** These are published. */
  published(positions: readonly bigint[]): Promise<void>;
  /** This one failed; after five times it is parked. Says whether it now is. */
  failed(position: bigint, reason: string): Promise<{ parked: boolean }>;
  stats(): Promise<{ unpublished: number; parked: number; oldestAgeSeconds: number }>;
  /** Calls back soon after something was appended by any process. Returns how to stop. */
  onAppend(listener: () => void): Promise<() => Promise<void>>;
  /** Gives up the right to publish. */
  release(): Promise<void>;
}

// -------------------------------------------------------------------------------------------------------------- ingestion

/** What a batch of observations changed. */
export interface ApplyOutcome {
  /** Observations that were new; the others had been applied before. */
  readonly applied: number;
  readonly duplicates: number;
  readonly createdOfferIds: readonly string[];
  /** Offers of which any part changed, created ones included. */
  readonly changedOfferIds: readonly string[];
}

/** Writes observations into offers, latest views, history and events, in one transaction. */
export interface ObservationStore {
  /** Idempotent; any order; a batch may hold one SKU several times. An unknown credential fails the batch with `not_found`. */
  apply(batch: readonly Observation[], context: WriteContext): Promise<ApplyOutcome>;
}

/** Puts observations of one credential on the bus; resolves when all are acknowledged. Safe to repeat. */
export type PublishObservations = (
  observations: readonly Observation[],
  credential: CredentialRef,
  context: WriteContext,
) => Promise<void>;

/**
 * The right to work for a credential, which one process of the cluster has at a time, by the store's clock. Every change of
 * hands has a greater token than the one before; a connector's writes name theirs, and fail with `conflict` once it is not the
 * present one.
 */
export interface ConnectorLeases {
  /** Takes the lease when nobody holds it, or the same owner does; undefined while another does, or nobody may. */
  acquire(credentialId: string, owner: string, ttlMs: number): Promise<LeaseToken | undefined>;
  /** Keeps it; false when it has passed to another. */
  renew(credentialId: string, token: LeaseToken, ttlMs: number): Promise<boolean>;
  /** Gives it up, if it is still held. */
  release(credentialId: string, token: LeaseToken): Promise<void>;
}

/** Tells a lease from those before and after it. */
export type LeaseToken = bigint;

/** Rate budgets that all processes share. Instants are the store's own; answers are told as waits, so that clocks may disagree. */
export interface RateBudgetStore {
  /** Decides over one endpoint's budgets, in one statement. */
  take(asking: BudgetAsking): Promise<BudgetAnswer>;
  /** Gives back units that were taken and turned out not to be needed. */
  giveBack(key: string, budgets: Pick<Asking, 'paces' | 'limit'>, units: number): Promise<void>;
  /** Keeps what an answer of the supplier has taught. */
  learn(key: string, lesson: Lesson): Promise<void>;
}

/** What is asked of the budgets of an endpoint; whether the supplier said to wait, the store knows. */
export interface BudgetAsking extends Omit<Asking, 'notBefore'> {
  /** `ratelimit:{supplier}:{credential_id}:{endpoint}`. */
  readonly key: string;
}

/** So many units to be used after the wait, or none and when to ask again. */
export type BudgetAnswer =
  | { readonly kind: 'granted'; readonly units: number; readonly waitMs: number; readonly factor: number }
  | { readonly kind: 'refused'; readonly waitMs: number; readonly factor: number };

/** Keeps ticks, so that a crash goes on where it was. */
export interface TickStore {
  /** Stores the tick, overwriting its earlier state; a finished tick also writes its event. */
  save(tick: Tick, lease: LeaseToken, context: WriteContext): Promise<void>;
  /** Keeps what went wrong with a page of a tick, in place of what did before. */
  noteError(tick: Pick<Tick, 'runId' | 'credentialId'>, error: PageError, lease: LeaseToken): Promise<void>;
  /** The credential's unfinished tick. */
  unfinished(credentialId: string): Promise<Tick | undefined>;
  /** The credential's most recent tick, finished or not. */
  latest(credentialId: string): Promise<Tick | undefined>;
  /** When the credential's latest tick of each kind began. */
  history(credentialId: string): Promise<TickHistory>;
  /** Announces when the credential will look next; undefined: no plan. No `refresh_eta` is before it. */
  plan(credentialId: string, nextTickAt: Date | undefined): Promise<void>;
}

/** A supplier as configured. */
export interface SupplierRecord {
  readonly id: string;
  readonly name: string;
  /** Which plug-in speaks to it. */
  readonly plugin: string;
  readonly baseUrl: string;
  readonly route: SupplyRoute;
  /** Whether its catalogue may create canonical products. */
  readonly createsProducts: boolean;
  /** What its plug-in needs to know besides: currency, language, store, mapping. Nothing secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What an order usually costs besides its goods; left out: nobody has said. */
  readonly orderCost?: Money | undefined;
}

/** A credential with its secret opened; handed to the actor that owns it and to nobody else. */
export interface OpenCredential extends CredentialRef {
  readonly secret: Readonly<Record<string, string>>;
}

/** Suppliers and their credentials. */
export interface SupplierStore {
  suppliers(): Promise<readonly SupplierRecord[]>;
  /**
   * Those in use whose secrets are for exactly this supplier, as it is given; left out are the ones
   * that an operator has disabled and those whose secret is detached.
   */
  credentials(supplier: BoundSupplier & Pick<SupplierRecord, 'id'>): Promise<readonly OpenCredential[]>;
  /**
   * Creates or updates a supplier. Another origin or plug-in detaches its secrets, with an event.
   */
  putSupplier(supplier: SupplierRecord, change: Change): Promise<void>;
  /**
   * Creates or updates a credential; its secret is sealed, for what the supplier is now, before it
   * is stored.
   */
  putCredential(credential: Omit<OpenCredential, 'failingSince'>): Promise<void>;
}

/** Who changes a credential, and for which request. */
export interface Change {
  /** The key of the operator. */
  readonly by: string;
  readonly context: WriteContext;
}

/**
 * What operators do to credentials, each with its event. Secrets go in and never come out. A change of how the
 * credential is used outdates the token of its lease, so that what its connector is late with changes nothing any more. All throw
 * `not_found` when the supplier has no such credential.
 */
export interface CredentialAdministration {
  /** Adds a credential. Throws `not_found` for an unknown supplier, `conflict` when the id is taken. */
  add(credential: Omit<OpenCredential, 'failingSince'>, change: Change): Promise<void>;
  /**
   * Gives it another secret, or one again after it was detached; its session, and what was known
   * against it, belonged to the old one and go.
   */
  rotate(of: CredentialKey, secret: OpenCredential['secret'], change: Change): Promise<void>;
  /** Takes it out of use, or back into use; no event when it was so already. */
  setDisabled(of: CredentialKey, isDisabled: boolean, change: Change): Promise<void>;
}

/** Names a credential of a supplier. */
export interface CredentialKey {
  readonly supplierId: string;
  readonly credentialId: string;
}

/** Everything about the connectors of suppliers that an operator sees, as it is stored. */
export interface ConnectorOverviews {
  /** Every supplier, in the order of their ids. */
  suppliers(options?: ReadOptions): Promise<readonly SupplierOverview[]>;
  supplier(id: string, options?: ReadOptions): Promise<SupplierOverview | undefined>;
  /** How far the offers of each supplier that has any are filled. Reads every offer. */
  filling(options?: ReadOptions): Promise<ReadonlyMap<string, Filling>>;
}

/** A supplier with its orders and credentials. */
export interface SupplierOverview {
  readonly supplier: SupplierRecord;
  /** Those that hold now, by the store's clock. */
  readonly orders: readonly GivenOrder[];
  /** In the order of their ids, disabled ones too. */
  readonly credentials: readonly CredentialOverview[];
}

/** How a credential stands. */
export interface CredentialOverview {
  readonly credential: CredentialRef;
  readonly disabledAt: Date | undefined;
  readonly secret: SecretState;
  readonly health: Health;
  /** The process that works for it, by the store's clock. */
  readonly lease: { readonly owner: string; readonly until: Date } | undefined;
  /** The most recent tick, finished or not. */
  readonly tick: Tick | undefined;
  /** What last went wrong with a page of that tick. */
  readonly lastError: PageError | undefined;
  readonly nextTickAt: Date | undefined;
  /** Until when one of its rate budgets gives nothing out; undefined while all do. */
  readonly throttledUntil: Date | undefined;
  /** Look-ups that are due now, by the store's clock. */
  readonly dueLookups: number;
}

/** How far the offers of a supplier are filled. */
export interface Filling {
  readonly offers: number;
  /** Offers of which no raw attributes are known yet. */
  readonly withoutAttributes: number;
}

/** Keeps how credentials fare, and their sessions. */
export interface CredentialStates {
  /** Sound when nothing is kept. */
  health(credentialId: string): Promise<Health>;
  /** Keeps the health; one that changed between sound and failing also writes its event. */
  keepHealth(kept: KeptHealth, lease: LeaseToken, context: WriteContext): Promise<void>;
  /** The session that was kept last for these origins, whether it is over or not. */
  session(credentialId: string, boundTo: SecretBinding): Promise<KeptSession | undefined>;
  /** Keeps a session, sealed for where it may be used; undefined forgets it. */
  keepSession(
    credentialId: string,
    session: KeptSession | undefined,
    lease: LeaseToken,
    boundTo: SecretBinding,
  ): Promise<void>;
}

/** The health of a credential, to be kept. */
export interface KeptHealth {
  readonly credentialId: string;
  readonly supplierId: string;
  readonly health: Health;
  readonly change: 'failed' | 'recovered' | undefined;
}

/** A session as it outlives the process. */
export interface KeptSession {
  /** Undefined when only the refresh token is left of it. */
  readonly token: string | undefined;
  readonly expiresAt: Date;
  readonly refreshToken: string | undefined;
}

/** Operators' orders to the connectors of each supplier. */
export interface ConnectorOrders {
  /** The orders that hold now, by the store's clock. */
  control(supplierId: string): Promise<ConnectorControl>;
  /** Gives an order, in place of an earlier one of its kind, with its event. Throws `not_found` for an unknown supplier. */
  give(supplierId: string, order: StandingOrder, by: string, context: WriteContext): Promise<void>;
  /** Ends an order before its time, with its event; false when there was none. */
  withdraw(supplierId: string, kind: OrderKind, context: WriteContext): Promise<boolean>;
  /** Removes orders whose time is over, with their events; safe to do from several processes. */
  expire(supplierId: string, context: WriteContext): Promise<void>;
}

/** A part that a lookup supplier should be asked for. */
export interface DuePart {
  readonly productId: string;
  readonly mpn: string;
  readonly manufacturer: string;
  /** The supplier's own numbers of it, as far as known. */
  readonly skus: readonly string[];
}

/** What each credential is to look up: what somebody waits for first, then the top products, and of those the longest overdue. */
export interface WantedParts {
  /** Puts products that became known since the last time into the credential's queue. */
  enrol(credentialId: string): Promise<void>;
  /** Up to `limit` parts that are due at the instant. */
  due(credentialId: string, now: Date, limit: number): Promise<readonly DuePart[]>;
  /** These were asked for at that instant, before their answers came; each is due again after its interval. */
  asked(credentialId: string, productIds: readonly string[], askedAt: Date, again: LookupIntervals): Promise<void>;
  /** These could not be asked for while others could: not now, but some minutes later, sooner where somebody waits for them. */
  putOff(credentialId: string, productIds: readonly string[], now: Date): Promise<void>;
  /** Announces until when the parts that are due now will take, at this pace; `refresh_eta` of what is looked up counts on it. */
  forecast(credentialId: string, msPerPart: number, now: Date): Promise<void>;
  /** How many parts are due, and when the next one is; undefined: none is in the queue. */
  queue(credentialId: string, now: Date): Promise<{ due: number; nextDueAt: Date | undefined }>;
}

/** After how long a part is looked up again. */
export interface LookupIntervals {
  readonly topMs: number;
  readonly otherMs: number;
}

/** How much products are asked for. */
export interface ProductDemand {
  /** Adds to the counts of products. */
  add(counts: ReadonlyMap<string, number>, now: Date): Promise<void>;
  /** Makes the most wanted products, and those marked, the top of every queue, and no others. Returns how many those are. */
  rank(limit: number, now: Date): Promise<number>;
  /** Marks a product as always wanted, or takes the mark away. Throws `not_found` for an unknown product. */
  mark(productId: string, isMarked: boolean, now: Date, act?: Act): Promise<void>;
}

// --------------------------------------------------------------------------------------------------------------- matching

/** An offer that waits for a match decision. */
export interface PendingOffer {
  readonly offerId: string;
  readonly supplierId: string;
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  readonly description: string | undefined;
  readonly lifecycle: LifecycleStatus | undefined;
  readonly replacedByMpn: string | undefined;
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether the offer's supplier may create canonical products. */
  readonly createsProducts: boolean;
  /** How often humans have said something of its match. */
  readonly verdicts: number;
}

/** A product that an offer may be. */
export interface MatchCandidate {
  readonly productId: string;
  readonly profileId: string;
  readonly manufacturerKey: string;
  readonly manufacturer: string;
  readonly mpn: string;
  readonly mpnKey: string;
  readonly description: string | undefined;
}

/** What a human has said of an offer and a product: that they are one, or that they are not. */
export interface MatchVerdict {
  readonly offerId: string;
  readonly productId: string;
  readonly verdict: 'confirm' | 'reject';
  readonly note: string | undefined;
  /** The key of the operator. */
  readonly by: string;
  readonly at: Date;
}

/** Everything that decisions over a batch of offers may look at. */
export interface MatchEvidence {
  /** Manufacturer keys after the alias table; a key that the table does not know is left out. */
  readonly aliases: ReadonlyMap<string, { readonly key: string; readonly name: string }>;
  /** Products by part-number key, for offers that have a number. */
  readonly byNumber: ReadonlyMap<string, readonly MatchCandidate[]>;
  /** Products by the search form of their number, for what looks like a number in the texts of offers that have none. */
  readonly byToken: ReadonlyMap<string, readonly MatchCandidate[]>;
  /** What humans have said, by offer. */
  readonly verdicts: ReadonlyMap<string, readonly MatchVerdict[]>;
  /** The identity profiles that hold. */
  readonly profiles: Profiles;
}

/** What was decided for one offer, with what it was decided on. */
export interface MatchDecision {
  readonly offerId: string;
  readonly productId: string | undefined;
  readonly confidence: MatchConfidence;
  readonly strategy: 'deterministic' | 'heuristic' | 'ml' | 'human';
  readonly rule: string;
  /** Field by field, what agreed and what did not. */
  readonly evidence: Readonly<Record<string, string>>;
  /** A product to create for the offer, when its supplier may. */
  readonly create: ProductDraft | undefined;
  /** A product that the offer makes known and that a human has said it is not. */
  readonly names?: ProductDraft | undefined;
  /**
   * When given, the decision counts only while the offer still says this, and humans have said no more of it; otherwise the offer
   * stays in the backlog. The description matters where `blockingKeys` are given.
   */
  readonly decidedOn?: Pick<PendingOffer, 'manufacturer' | 'mpn'> &
    Partial<Pick<PendingOffer, 'description' | 'verdicts'>>;
  /** Numbers of products that could change the decision, as could another description; left out where neither could. */
  readonly blockingKeys?: readonly string[];
}

/** The matcher's backlog, candidates and decisions. */
export interface MatchStore {
  /** The oldest offers that nothing has decided yet. */
  backlog(limit: number): Promise<readonly PendingOffer[]>;
  /** An offer as it would wait, whether it was decided or not. */
  offer(id: string, options?: ReadOptions): Promise<PendingOffer | undefined>;
  /** What decisions over these offers may look at. Four statements whatever the number, candidates bounded for each key. */
  evidence(offers: readonly PendingOffer[], options?: ReadOptions): Promise<MatchEvidence>;
  /** Writes decisions, creates products and appends the events, in one transaction. */
  record(decisions: readonly MatchDecision[], context: WriteContext, now: Date): Promise<void>;
  /** How many offers wait, and how many were decided unmatched. */
  sizes(options?: ReadOptions): Promise<{ backlog: number; orphans: number }>;
}

/** The match of an offer as it stands. */
export interface StandingMatch {
  readonly productId: string | undefined;
  readonly confidence: MatchConfidence;
  /** Strategy, rule and evidence are undefined while nothing has decided the offer. */
  readonly strategy: MatchDecision['strategy'] | undefined;
  readonly rule: string | undefined;
  readonly evidence: Readonly<Record<string, string>> | undefined;
  readonly matchedAt: Date | undefined;
}

/** A page mark of the orphan pool. */
export interface OrphanMark {
  readonly matchedAt: Date;
  readonly offerId: string;
}

/** An offer that was decided and belongs to no product. */
export interface Orphan extends OrphanMark {
  readonly supplierId: string;
  readonly supplierSku: string;
  readonly manufacturer: string | undefined;
  readonly mpn: string | undefined;
  readonly description: string | undefined;
  readonly rule: string | undefined;
}

/** Matches as humans see and judge them. */
export interface MatchReview {
  /** Undefined for an unknown offer. */
  match(offerId: string, options?: ReadOptions): Promise<StandingMatch | undefined>;
  /**
   * Keeps a verdict with its event and puts the offer back into the backlog; one offer is confirmed as one product only, the
   * later verdict wins. Throws `not_found` for an unknown offer or product.
   */
  judge(verdict: MatchVerdict, context: WriteContext): Promise<void>;
  /** Takes verdicts on an offer back, of one product or of all; returns how many there were. Throws `not_found` for an unknown offer. */
  withdraw(of: { offerId: string; productId: string | undefined }, change: Change): Promise<number>;
  /** The orphan pool after a mark, oldest decision first. */
  orphans(after: OrphanMark | undefined, limit: number, options?: ReadOptions): Promise<readonly Orphan[]>;
  /** Verdicts after an (offer, product) in the order of these, with what the two are: labelled pairs. */
  labelled(
    after: { readonly offerId: string; readonly productId: string } | undefined,
    limit: number,
  ): Promise<readonly LabelledPair[]>;
}

/** What a human has said of two records. */
export interface LabelledPair {
  readonly verdict: MatchVerdict;
  readonly offer: Pick<PendingOffer, 'manufacturer' | 'mpn' | 'description'>;
  readonly product: Pick<MatchCandidate, 'manufacturer' | 'mpn' | 'description'>;
}

/** Why offers are decided again. */
export const rematchTriggers = ['periodic', 'profile_changed', 'alias_changed', 'new_canonical'] as const;

/** Why offers are decided again: it is time, an identity profile or an alias has changed, or there are new products. */
export type RematchTrigger = (typeof rematchTriggers)[number];

/** A pass over offers that were decided before. */
export interface RematchRun {
  readonly id: string;
  readonly trigger: RematchTrigger;
  /** The key of the operator who asked for it. */
  readonly requestedBy: string | undefined;
  readonly requestedAt: Date;
  /** Undefined while it waits. */
  readonly startedAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  /** The last offer that is done. */
  readonly cursor: string | undefined;
  /** Offers that were decided again. */
  readonly lookedAt: number;
  /** Those of which the decision became another one. */
  readonly changed: number;
}

/** One step of a run. */
export interface RematchStep {
  readonly run: RematchRun;
  readonly owner: string;
  /** What `batch` gave, decided, in its order; empty: the run is done. */
  readonly decisions: readonly MatchDecision[];
  readonly context: WriteContext;
  readonly now: Date;
}

/** Runs that decide offers again: bounded steps, one run at a time in the whole cluster. */
export interface RematchRuns {
  /** Asks for a run over all offers; false when one of that trigger waits already. */
  request(
    trigger: Exclude<RematchTrigger, 'new_canonical' | 'alias_changed'>,
    by: string | undefined,
    act?: Act,
  ): Promise<boolean>;
  /** Asks for a periodic run unless one was asked for within the interval, by the store's clock. */
  requestPeriodic(everyMs: number): Promise<void>;
  /** Takes or keeps the lease and returns the run to work on, new products first, then aliases; undefined: nothing to do, or not our turn. */
  claim(owner: string, ttlMs: number): Promise<RematchRun | undefined>;
  /** The next offers of a run. */
  batch(run: RematchRun, limit: number): Promise<readonly PendingOffer[]>;
  /**
   * Writes the decisions that became others, with their events, and moves the cursor, in one transaction; without decisions the
   * run is finished. Returns the run as it is then. Throws `conflict` when the lease or the cursor is another's.
   */
  advance(step: RematchStep): Promise<RematchRun>;
  /** Whether so many offers wait for their first decision that these should come first. */
  isBacklogBusy(): Promise<boolean>;
  /** The latest runs, newest first. */
  latest(limit: number, options?: ReadOptions): Promise<readonly RematchRun[]>;
}

// ------------------------------------------------------------------------------------------------------------ reading

/** What to search for; every given part must hold. */
export interface ProductQuery {
  readonly text: string;
  readonly profileId?: string | undefined;
  /** By any of the maker's names. */
  readonly manufacturer?: string | undefined;
  /** One of these. */
  readonly lifecycles?: readonly LifecycleStatus[] | undefined;
  /** Each of these, by exactly this text. */
  readonly characteristics?: Readonly<Record<string, string>> | undefined;
  /** Each of these quantities is known and within its bounds, both included, in base units; a bound left out: none. */
  readonly ranges?:
    | Readonly<Record<string, { readonly from?: number | undefined; readonly to?: number | undefined }>>
    | undefined;
  /** An offer of it is in stock, as the system's credentials know it, or the customer's own or its groups'. */
  readonly inStockFor?: Pick<Caller, 'customerId' | 'groupIds'> | undefined;
}

/** What products can be counted by. */
export const searchFacets = ['manufacturer', 'lifecycle_status', 'identity_profile_id'] as const;

/** What products can be counted by. */
export type SearchFacet = (typeof searchFacets)[number];

/** How many of the products that a search finds have each value, the most frequent first. */
export interface FacetCounts {
  readonly facet: SearchFacet;
  /** Products without a value are not counted. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** The counts over the first products of a search; all of them unless there are more than can be counted. */
export interface SearchCounts {
  /** How many were counted. */
  readonly counted: number;
  /** Whether there are more. */
  readonly isCapped: boolean;
  readonly facets: readonly FacetCounts[];
}

/** Where a search page ends: the rank and id of its last item. */
export interface SearchMark {
  readonly rank: number;
  readonly id: string;
}

/** Canonical products. */
export interface CatalogStore {
  product(id: string, options?: ReadOptions): Promise<Product | undefined>;
  /** What replaces the product, what replaces that, and so on to the last, which nothing replaces; at most 32, none twice. */
  replacements(id: string, options?: ReadOptions): Promise<readonly Replacement[]>;
  /** Products by id, in any order; unknown ids are left out. One query whatever the number. */
  products(ids: readonly string[], options?: ReadOptions): Promise<readonly Product[]>;
  /** Up to `limit` products after the mark, best first, then by id. A mark stays valid while rows come and go. */
  search(
    query: ProductQuery,
    after: SearchMark | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly (FoundProduct & { mark: SearchMark })[]>;
  /** Counts what a search finds, up to some ten thousand products. */
  count(query: ProductQuery, facets: readonly SearchFacet[], options?: ReadOptions): Promise<SearchCounts>;
  /** Up to `limit` products in id order after the id. */
  page(
    profileId: string | undefined,
    afterId: string | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly Product[]>;
  /** Creates or adds to products, in one transaction with their events. Drafts of one identity are merged in order. */
  upsert(
    drafts: readonly ProductDraft[],
    observedAt: Date,
    context: WriteContext,
  ): Promise<{ created: number; updated: number }>;
  /**
   * Adds manufacturer aliases; an alias that names another maker already is answered with that maker. `source` says where they
   * come from. Products under a spelling that now is an alias move to its maker.
   */
  addAliases(
    rows: readonly { alias: string; manufacturer: string }[],
    source: string,
    context: WriteContext,
  ): Promise<readonly { alias: string; conflictsWith: string | undefined }[]>;
}

/** A spelling of a manufacturer. */
export interface ManufacturerAlias {
  /** The spelling as `manufacturerKey` writes it; unique. */
  readonly key: string;
  /** As it was given. */
  readonly alias: string;
  /** The manufacturer's name. */
  readonly manufacturer: string;
  /** Where it comes from, for people to read. */
  readonly source: string;
}

/** Which spellings to list; every given part must hold. */
export interface AliasQuery {
  /** Any spelling of the manufacturer. */
  readonly manufacturer?: string | undefined;
  /** A piece of the spelling. */
  readonly text?: string | undefined;
}

/** The manufacturer alias table as operators see it. */
export interface ManufacturerAliases {
  /** Up to `limit` spellings in the order of their keys, after the key. */
  page(
    query: AliasQuery,
    afterKey: string | undefined,
    limit: number,
    options?: ReadOptions,
  ): Promise<readonly ManufacturerAlias[]>;
  /**
   * Takes a spelling off its manufacturer for good, with its event, and asks for a rematch. Throws `not_found`, or `conflict` for
   * a manufacturer's own name.
   */
  remove(alias: string, change: Change): Promise<void>;
  /** Gives a spelling to another manufacturer, as `remove`; nothing happens when it is that one's already. */
  move(row: { readonly alias: string; readonly manufacturer: string }, change: Change): Promise<void>;
}

/** Which import of which file: the same file imported again goes on, or begins anew, under the same key. */
export interface ImportKey {
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
  readonly kind: 'products' | 'aliases';
  readonly profileId: string;
}

/** How far an import has come; `rowsRead` is always `upserted + rejected`. */
export interface ImportProgress {
  /** Rows that are done with, the header apart. */
  readonly rowsRead: number;
  readonly upserted: number;
  readonly rejected: number;
  readonly created: number;
  readonly updated: number;
  /** Length of the rejects file that belongs to these rows. */
  readonly rejectsBytes: number;
}

/** Keeps imports, so that a killed one goes on where it was. */
export interface ImportStore {
  /** How far an import that has not finished has come. */
  unfinished(key: ImportKey): Promise<ImportProgress | undefined>;
  /** Stores how far it has come, overwriting the earlier state. */
  save(key: ImportKey, progress: ImportProgress, state: 'running' | 'finished', now: Date): Promise<void>;
}

/** Offers with every view of them. */
export interface OfferStore {
  /** Offers by id, in any order; unknown ids are left out. One query whatever the number. */
  byIds(ids: readonly string[], options?: OfferReadOptions): Promise<readonly Offer[]>;
  ofProduct(productId: string, options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** As they were known at an instant of the past. */
  asOf(ids: readonly string[], instant: Date, options?: OfferReadOptions): Promise<readonly Offer[]>;
  /** The configured route of each supplier. */
  routes(): Promise<ReadonlyMap<string, SupplyRoute>>;
}

/** How far somebody has followed what changes. Opaque; it belongs to the database that gave it. */
export type ChangeMark = string;

/** What has been committed between two marks. */
export interface OfferChanges {
  /** Up to here. */
  readonly mark: ChangeMark;
  /** The ids of offers of which something that is stored may be another than before, some of them more than once. */
  readonly offers: readonly string[];
  /** The same of credentials. */
  readonly credentials: readonly string[];
  /** Whether there were too many to name. */
  readonly isCutShort: boolean;
}

/** Offers for who keeps them: what is stored of them, how their credentials fare, and which of both have changed. */
export interface KeptOfferStore {
  /** Offers by id, in any order; unknown ids are left out. One query whatever the number. */
  records(ids: readonly string[], options?: ReadOptions): Promise<readonly OfferRecord[]>;
  /** Credentials by id, in any order; unknown ids are left out. */
  credentials(ids: readonly string[], options?: ReadOptions): Promise<readonly CredentialState[]>;
  /** What is read from now on holds all that was committed by this mark. */
  mark(options?: ReadOptions): Promise<ChangeMark>;
  /** What was committed since the mark was given; of what was forgotten with a later mark, some may be missing. */
  changesSince(mark: ChangeMark, options?: ReadOptions): Promise<OfferChanges>;
  /** Nobody will ask any more for what was committed before the mark. */
  forget(before: ChangeMark, options?: ReadOptions): Promise<void>;
}

// ---------------------------------------------------------------------------------------------------------------- callers

/** How a key stands, by the store's clock; of one that is not valid, why. */
export type KeyStanding =
  | { readonly kind: 'valid'; readonly caller: Caller }
  /** `replaced`: its secret was rotated and the overlap is over. */
  | { readonly kind: 'revoked' | 'expired' | 'replaced' | 'unknown' };

/** Customers and their API keys. Keys are stored as SHA-256 of the whole key. */
export interface CallerStore {
  byKeyHash(hash: Uint8Array): Promise<Caller | undefined>;
  /** How the keys with these secrets stand now, in the order of the hashes; one query for all of them. */
  standings(hashes: readonly Uint8Array[]): Promise<readonly KeyStanding[]>;
  putCustomer(customer: {
    id: string;
    name: string;
    groupIds: readonly string[];
    /** ISO 4217, that its prices are in; left out: the supplier's. */
    currency?: string | undefined;
  }): Promise<void>;
  putKey(key: {
    id: string;
    customerId: string;
    hash: Uint8Array;
    scopes: readonly Scope[];
    label: string;
  }): Promise<void>;
}
