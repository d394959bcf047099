import type { CredentialRef } from '../offers/offer.ts';
import type { SecretBinding } from '../secret-binding.ts';
import type { Cause, ReadOptions, WriteContext } from '../store-context.ts';
import type { Confirmation } from './confirmation.ts';
import type { ConnectorControl, OrderKind, StandingOrder } from './connector-control.ts';
import type { Health } from './credential-health.ts';
import type { RateAdjustment } from './learned-rate.ts';
import type { LookupHealth, LookupKind } from './lookup-health.ts';
import type { LookupTariff } from './lookup-tariff.ts';
import type { Observation } from './observation.ts';
import type { BudgetRequest } from './rate-budget.ts';
import type { PageError } from './row-tally.ts';
import type { TickHistory } from './schedule.ts';
import type { StatementDigests } from './statement-digest.ts';
import type { Tick } from './tick.ts';
import type { FullWalk, Judgement, WalkFigures } from './withdrawal.ts';
/** The same of one supplier. */
export interface SupplierTopFreshness extends TopFreshness {
  readonly supplierId: string;
}

/** How fresh one kind of data is over the offers of the most wanted products. */
export interface TopFreshness {
  readonly data: 'price' | 'stock';
  /** Offers of which this was ever observed. */
  readonly offers: number;
  /** Those whose latest observation is older than the objective of the kind. */
  readonly stale: number;
  /** Age of the oldest of the latest observations; undefined when there is none. */
  readonly oldestSeconds: number | undefined;
}

/**
 * Measures the freshness objectives. Throws `Failure` of kind `unavailable` when the store does not
 * answer.
 */
export interface TopFreshnessStore {
  /**
   * Judges every offer of the given number of most wanted products by its newest price and its
   * newest stock, from any credential.
   */
  measure(products: number, now: Date): Promise<readonly TopFreshness[]>;
  /** The same for each supplier of which anything was observed; the others are left out. */
  bySupplier(products: number, now: Date, options?: ReadOptions): Promise<readonly SupplierTopFreshness[]>;
}

/** How far the ingestion of one supplier is behind. */
export interface SupplierSurvey {
  readonly supplierId: string;
  /**
   * Age of the last complete tick of that live credential for which it is oldest; null without a
   * live credential that has begun.
   */
  readonly lagSeconds: number | null;
  /** Parts due for a look-up that are among the most wanted, or that a request waits for. */
  readonly waitingParts: number;
}

/** How much of the rate in force a credential uses, of its budget of which it uses the most. */
export interface CredentialUsage {
  readonly credentialId: string;
  /** 0: nothing; 1: all that is given out in the long run; a burst may be more. */
  readonly used: number;
}

/** Throws `Failure` of kind `unavailable` when the store does not answer. */
export interface IngestionSurvey {
  survey(options?: ReadOptions): Promise<readonly SupplierSurvey[]>;
  /** Of every live credential. */
  usage(options?: ReadOptions): Promise<readonly CredentialUsage[]>;
}

/**
 * Puts observations of one credential on the bus; resolves when all are acknowledged. Safe to
 * repeat.
 */
export type PublishObservations = (
  observations: readonly Observation[],
  credential: CredentialRef,
  context: WriteContext,
) => Promise<void>;

/**
 * Tells on the bus what a credential saw again; resolves when it is acknowledged. Safe to repeat.
 */
export type PublishConfirmations = (
  confirmations: readonly Confirmation[],
  credential: CredentialRef,
  context: WriteContext,
) => Promise<void>;

/**
 * The right to work for a credential, which one process of the cluster has at a time, by the
 * store's clock. Every change of hands has a greater token than the one before; a connector's
 * writes name theirs, and fail with `conflict` once it is not the present one.
 */
export interface ConnectorLeases {
  /**
   * Takes the lease when it is free or the same owner holds it; undefined while another owner holds
   * it, or it is disabled.
   */
  acquire(credentialId: string, owner: string, ttlMs: number): Promise<LeaseToken | undefined>;
  /** Keeps it; false when it has passed to another. */
  renew(credentialId: string, token: LeaseToken, ttlMs: number): Promise<boolean>;
  /** Gives it up, if it is still held; no later renewal by this token brings it back. */
  release(credentialId: string, token: LeaseToken): Promise<void>;
}

/** Tells a lease from those before and after it. */
export type LeaseToken = bigint;

/**
 * Rate budgets that all processes share. Instants are the store's own; answers are told as waits,
 * so that clocks may disagree.
 */
export interface RateBudgetStore {
  /** Decides over one endpoint's budgets, in one statement. */
  take(asking: BudgetStoreRequest): Promise<BudgetAnswer>;
  /** Gives back units that were taken and turned out not to be needed. */
  refund(key: string, budgets: RefundedBudgets, units: number): Promise<void>;
  /** Keeps what an answer of the supplier has taught. */
  adjustRate(key: string, lesson: RateAdjustment): Promise<void>;
}

/** What units are given back to. */
export interface RefundedBudgets extends Pick<BudgetRequest, 'paces' | 'limit'> {
  /**
   * The share of the rate at which they were taken: no more is given back than they cost then, if
   * the supplier bears less by now. Left out: that of now.
   */
  readonly factor?: number;
}

/**
 * What is asked of the budgets of an endpoint; whether the supplier said to wait, the store knows.
 */
export interface BudgetStoreRequest extends Omit<BudgetRequest, 'notBefore'> {
  /** `ratelimit:{supplier}:{credential_id}:{endpoint}`. */
  readonly key: string;
}

/** So many units to be used after the wait, or none and when to ask again. */
export type BudgetAnswer =
  | { readonly kind: 'granted'; readonly units: number; readonly waitMs: number; readonly factor: number }
  | { readonly kind: 'refused'; readonly waitMs: number; readonly factor: number };

/** Stores ticks, so that a crashed one resumes where it was. */
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
  /**
   * Announces when the credential will look next; undefined: no plan. No `refresh_eta` is before
   * it.
   */
  plan(credentialId: string, nextTickAt: Date | undefined): Promise<void>;
}

/** Keeps how credentials fare, and their sessions. */
export interface CredentialStates {
  /** Sound when nothing is kept. */
  health(credentialId: string): Promise<Health>;
  /** Keeps the health; one that changed between sound and failing also writes its event. */
  saveHealth(kept: HealthUpdate, lease: LeaseToken, context: WriteContext): Promise<void>;
  /** The session that was stored last for these origins, expired or not. */
  session(credentialId: string, boundTo: SecretBinding): Promise<StoredSession | undefined>;
  /** Keeps a session, sealed for where it may be used; undefined forgets it. */
  saveSession(
    credentialId: string,
    session: StoredSession | undefined,
    lease: LeaseToken,
    boundTo: SecretBinding,
  ): Promise<void>;
}

/** The health of a credential, to be kept. */
export interface HealthUpdate {
  readonly credentialId: string;
  readonly supplierId: string;
  readonly health: Health;
  readonly change: 'failed' | 'recovered' | undefined;
}

/** A session as stored across restarts of the process. */
export interface StoredSession {
  /** Undefined when only the refresh token is left of it. */
  readonly token: string | undefined;
  readonly expiresAt: Date;
  readonly refreshToken: string | undefined;
}

/** Operators' orders to the connectors of each supplier. */
export interface ConnectorOrders {
  /** The orders that hold now, by the store's clock. */
  control(supplierId: string): Promise<ConnectorControl>;
  /**
   * Gives an order, in place of an earlier one of its kind, with its event. Throws `not_found` for
   * an unknown supplier.
   */
  give(supplierId: string, order: StandingOrder, by: string, context: WriteContext): Promise<void>;
  /** Ends an order before its time, with its event; false when there was none. */
  withdraw(supplierId: string, kind: OrderKind, context: WriteContext): Promise<boolean>;
  /** Removes expired orders, with their events; safe to do from several processes. */
  expire(supplierId: string, context: WriteContext): Promise<void>;
}

/** A part that a lookup supplier should be asked for. */
export interface DueLookup {
  readonly productId: string;
  readonly mpn: string;
  /** The supplier's own numbers of it, as far as known. */
  readonly skus: readonly string[];
  /** The request that wants it; undefined for the service's own look-ups. */
  readonly cause: Cause | undefined;
}

/**
 * The lookup queue of each credential: requested parts first, then the top products, the longest
 * overdue first.
 */
export interface LookupQueue {
  /**
   * Adds products that became known since the last call to the credential's queue: due at once, or
   * again after their interval where it is asked for them or has answered, for somebody who wanted
   * them. Keeps what look-ups cost, for those who want parts; left out: that stays as it is.
   */
  enqueueNew(credentialId: string, again: LookupIntervals, tariff?: LookupTariff): Promise<void>;
  /**
   * Up to `limit` parts that are due at the instant. `only`: those that can be asked for in that
   * way; order numbers are known of parts that the supplier has offered.
   */
  due(credentialId: string, now: Date, limit: number, only?: LookupKind): Promise<readonly DueLookup[]>;
  /**
   * Whether a part is due that somebody waits for, with a product or without, or one that has been
   * due for minutes.
   */
  isPressing(credentialId: string, now: Date): Promise<boolean>;
  /** How the kinds of look-ups fare. */
  health(credentialId: string): Promise<LookupHealth>;
  saveHealth(credentialId: string, health: LookupHealth): Promise<void>;
  /**
   * These were asked for at that instant, before their answers came; each is due again after its
   * interval.
   */
  markAsked(credentialId: string, productIds: readonly string[], askedAt: Date, again: LookupIntervals): Promise<void>;
  /**
   * These could not be asked for while others could: deferred for some minutes, less where a caller
   * waits for them.
   */
  defer(credentialId: string, productIds: readonly string[], now: Date): Promise<void>;
  /**
   * Publishes until when the parts that are due now will take at this pace; `refresh_eta` of
   * lookups depends on it.
   */
  forecast(credentialId: string, msPerPart: number, now: Date): Promise<void>;
  /** How many parts are due, and when the next one is; undefined: none is in the queue. */
  queue(credentialId: string, now: Date): Promise<{ due: number; nextDueAt: Date | undefined }>;
}

/** After how long a part is looked up again. */
export interface LookupIntervals {
  readonly topMs: number;
  readonly otherMs: number;
}

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
  /**
   * Idempotent; any order; a batch may hold one SKU several times. An unknown credential fails the
   * batch with `not_found`.
   */
  apply(batch: readonly Observation[], context: WriteContext): Promise<ApplyOutcome>;
}

/** What is to be confirmed of an offer, by its digests (`domain/ingestion/statement-digest.ts`). */
export interface ConfirmableStatement extends StatementDigests {
  readonly offerId: string;
}

/**
 * Confirms what a credential sees again just as the store knows it: from then on it was seen at
 * that instant. What changes of what is known is nothing else, so that no observation has to say
 * so.
 */
export interface OfferConfirmations {
  /**
   * The offers of which the statement was confirmed; of all others it has to be published. Each
   * offer is named once. Safe to repeat. Throws `unavailable` when the store is away.
   */
  confirm(
    credentialId: string,
    seenAt: Date,
    statements: readonly ConfirmableStatement[],
  ): Promise<ReadonlySet<string>>;
}

/** Withdraws SKUs that suppliers no longer have. Throws `unavailable` when the store is away. */
export interface OfferWithdrawals {
  /** The latest full walk of each credential, where it ended well and was not judged yet. */
  unjudged(options?: ReadOptions): Promise<readonly FullWalk[]>;
  /**
   * Withdraws what the walk no longer holds, with the events, some offers at a time, and keeps that
   * it was judged. All that it has seen must be applied. Again for the same walk: withdraws nothing
   * more. Rejects with the signal's reason between two parts; what was withdrawn stays so.
   */
  judge(walk: FullWalk, judging: Judging): Promise<Judged>;
}

/** How a walk is judged. */
export interface Judging {
  readonly now: Date;
  readonly context: WriteContext;
  readonly signal: AbortSignal;
  /** Called after each commit with the offers that it has withdrawn, a few hundred at most. */
  readonly onWithdrawn: (offerIds: readonly string[]) => void;
}

/** What came of judging a walk. */
export interface Judged extends WalkFigures {
  readonly judgement: Judgement;
  /** Offers that were withdrawn. */
  readonly withdrawn: number;
}
