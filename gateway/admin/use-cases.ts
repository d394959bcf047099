import type { Caller } from '../../domain/callers/caller.ts';
import type { AliasQuery, ManufacturerAlias } from '../../domain/catalog/ports.ts';
import type { IdentityProfile, ProfileVersion } from '../../domain/identity/profile.ts';
import type { ConnectorOrder, IssuedOrder, RateLimit } from '../../domain/ingestion/connector-control.ts';
import type {
  AttributeCoverage,
  CredentialKey,
  CredentialOverview,
  OpenCredential,
  SupplierOverview,
  SupplierRecord,
} from '../../domain/ingestion/supplier-ports.ts';
import type { AliasRow } from '../../domain/matching/alias-additions.ts';
import type { ScoredCandidate } from '../../domain/matching/decide-offer.ts';
import type { CurrentMatch, MatchCandidate, MatchVerdict, Orphan, PendingOffer } from '../../domain/matching/ports.ts';
import type { RematchRun } from '../../domain/matching/rematch-ports.ts';
import type { CredentialScope } from '../../domain/offers/offer.ts';
import type { MaskedField, PolicyDraft, VisibilityPolicy } from '../../domain/visibility/policy.ts';
import type { AnalyticsAdministration } from '../analytics/use-cases.ts';
import type { UseCase } from '../request/request-context.ts';
import type { AuditAdministration } from './audit/view.ts';
import type { CallerUseCases } from './caller-use-cases.ts';
import type { ErasureAdministration } from './customers/erase.ts';
import type { OutboxAdministration } from './outbox/manage.ts';
import type { PricingAdministration } from './pricing-rules/pricing-administration.ts';

/**
 * What operators do. Every change is stored first, with its event, and then told to the processes
 * that run connectors of the supplier; `applied` says whether those that work for its credentials
 * have it in force. Where none answers, it is in force as soon as one runs.
 */
export interface AdminUseCases
  extends CallerUseCases,
    PricingAdministration,
    AnalyticsAdministration,
    OutboxAdministration,
    AuditAdministration,
    ErasureAdministration {
  readonly listConnectors: UseCase<EmptyRequest, readonly ConnectorView[]>;
  readonly getConnector: UseCase<OfSupplier, ConnectorView>;
  readonly getIngestion: UseCase<EmptyRequest, readonly IngestionView[]>;
  /** Gives an order in place of an earlier one of its kind. */
  readonly giveOrder: UseCase<GiveOrder, OrderAnswer>;
  /** Ends a pause; without one it changes nothing. */
  readonly resume: UseCase<OfSupplier, ResumeAnswer>;
  readonly addCredential: UseCase<NewCredential, CredentialAnswer>;
  readonly rotateCredential: UseCase<CredentialKey & WithSecret, CredentialAnswer>;
  readonly disableCredential: UseCase<CredentialKey, CredentialAnswer>;
  readonly enableCredential: UseCase<CredentialKey, CredentialAnswer>;
  /** Creates or updates. */
  readonly putSupplier: UseCase<SupplierRecord, ConnectorView & Applied>;
  readonly markProduct: UseCase<ProductMark, ProductMark>;
  readonly getMatch: UseCase<OfOffer, MatchView>;
  /** Keeps the verdict and decides the offer at once. */
  readonly judgeMatch: UseCase<JudgeMatch, MatchView>;
  /** Takes verdicts back and decides the offer at once; without any it changes nothing. */
  readonly withdrawVerdicts: UseCase<WithdrawVerdicts, MatchView>;
  readonly getMatching: UseCase<EmptyRequest, MatchingView>;
  readonly listOrphans: UseCase<ListOrphans, OrphanPage>;
  /** Asks for a run over every match; not new when one waits already. */
  readonly startRematch: UseCase<EmptyRequest, { readonly isNew: boolean }>;
  readonly listAliases: UseCase<ListAliases, AliasPage>;
  /**
   * A spelling that names another manufacturer already is left as it is and answered with that
   * manufacturer.
   */
  readonly addAliases: UseCase<AddAliases, AddedAliases>;
  /** Takes a spelling off its manufacturer; the built-in ones stay away too. */
  readonly removeAlias: UseCase<OfAlias, OfAlias>;
  /** Gives a spelling to another manufacturer. */
  readonly moveAlias: UseCase<AliasRow, AliasRow>;
  /** Every profile in the version that holds. */
  readonly listProfiles: UseCase<EmptyRequest, readonly ProfileVersion[]>;
  /** Newest first. */
  readonly getProfile: UseCase<OfProfile, readonly ProfileVersion[]>;
  /**
   * Stores a version and asks for a run over every match; `conflict` when another version holds
   * than was expected.
   */
  readonly putProfile: UseCase<PutProfile, ProfileVersion>;
  readonly listPolicies: UseCase<EmptyRequest, readonly VisibilityPolicy[]>;
  readonly getPolicy: UseCase<OfPolicy, VisibilityPolicy>;
  readonly createPolicy: UseCase<PolicyDraft, VisibilityPolicy>;
  readonly updatePolicy: UseCase<UpdatePolicy, VisibilityPolicy>;
  readonly removePolicy: UseCase<OfPolicyVersion, OfPolicy>;
  /** Changes nothing. */
  readonly tryPolicy: UseCase<TryPolicy, PolicyTrial>;
}

/** Names a spelling of a manufacturer. */
export interface OfAlias {
  readonly alias: string;
}

/** Names an identity profile. */
export interface OfProfile {
  readonly profileId: string;
}

/** A profile to be stored. */
export interface PutProfile {
  readonly profile: IdentityProfile;
  /** The version that it replaces; 0 for a built-in or new one. */
  readonly expectedVersion: number;
}

/** A request that says nothing but what it is. */
export type EmptyRequest = Readonly<Record<never, never>>;

/** Names an offer. */
export interface OfOffer {
  readonly offerId: string;
}

/** What a human says of an offer and a product. */
export interface JudgeMatch extends OfOffer {
  readonly productId: string;
  readonly verdict: MatchVerdict['verdict'];
  readonly note: string | undefined;
}

/** Whose verdicts to take back. */
export interface WithdrawVerdicts extends OfOffer {
  /** Undefined: those of all products. */
  readonly productId: string | undefined;
}

/** The match of an offer as it stands, and what would be decided from. */
export interface MatchView {
  readonly offer: PendingOffer;
  readonly standing: CurrentMatch;
  readonly verdicts: readonly MatchVerdict[];
  readonly candidates: readonly {
    readonly candidate: MatchCandidate;
    /** One for each strategy, as of now. */
    readonly scores: readonly ScoredCandidate[];
  }[];
}

/** How matching stands. */
export interface MatchingView {
  readonly backlog: number;
  readonly orphans: number;
  /** The latest, newest first. */
  readonly runs: readonly RematchRun[];
}

/** A page of the orphan pool to be listed. */
export interface ListOrphans {
  /** 0: the usual number. */
  readonly limit: number;
  /** Empty: the first page. */
  readonly cursor: string;
}

/** A page of the orphan pool. */
export interface OrphanPage {
  readonly items: readonly Orphan[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** A page of manufacturers' spellings to be listed. */
export interface ListAliases extends AliasQuery {
  /** 0: the usual number. */
  readonly limit: number;
  /** Empty: the first page. */
  readonly cursor: string;
}

/** A page of manufacturers' spellings. */
export interface AliasPage {
  readonly items: readonly ManufacturerAlias[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** Spellings to be added. */
export interface AddAliases {
  readonly rows: readonly AliasRow[];
}

/** What became of each spelling, in the order given. */
export interface AddedAliases {
  readonly rows: readonly (AliasRow & {
    /** The other manufacturer that it names; undefined when it names the one given. */
    readonly conflictsWith: string | undefined;
  })[];
}

/** Names a supplier. */
export interface OfSupplier {
  readonly supplierId: string;
}

/** An order and how long it is to hold. */
export interface GiveOrder extends OfSupplier {
  readonly order: ConnectorOrder;
  readonly ttlMs: number;
}

/** A secret on its way to where it is sealed: in no answer, log line or event. */
export interface WithSecret {
  readonly secret: OpenCredential['secret'];
}

/** A credential to add. */
export interface NewCredential extends Omit<OpenCredential, 'id' | 'failingSince'> {
  /** Left out: a new one. */
  readonly id: string | undefined;
}

/** Whether a product is marked as always wanted. */
export interface ProductMark {
  readonly productId: string;
  readonly isMarked: boolean;
}

/** The configured limits of each endpoint, all of which hold at once. */
export type EndpointLimits = Readonly<Record<string, readonly RateLimit[]>>;

/** A supplier's connectors. */
export interface ConnectorView extends SupplierOverview {
  /** Undefined when its plug-in is gone or does not take its settings any more. */
  readonly endpoints: EndpointLimits | undefined;
}

/** How far a supplier's offers have come. */
export interface IngestionView {
  readonly overview: SupplierOverview;
  readonly attributeCoverage: AttributeCoverage;
}

/** Whether a change is in force, and not only stored. */
export interface Applied {
  readonly isApplied: boolean;
}

/** What became of an order. */
export interface OrderAnswer extends Applied {
  /** Undefined when another operator has ended it in the meantime. */
  readonly order: IssuedOrder | undefined;
  readonly connector: ConnectorView;
}

/** What became of a wish to go on. */
export interface ResumeAnswer extends Applied {
  /** False when there was no pause. */
  readonly wasPaused: boolean;
  readonly connector: ConnectorView;
}

/** A credential after a change. */
export interface CredentialAnswer extends Applied {
  readonly credential: CredentialOverview;
  readonly orders: SupplierOverview['orders'];
}

/** Names a visibility policy. */
export interface OfPolicy {
  readonly policyId: string;
}

/**
 * Names the version of a visibility policy that is to be changed; when it is another one by now,
 * that is a conflict.
 */
export interface OfPolicyVersion extends OfPolicy {
  readonly expectedVersion: number;
}

/** A visibility policy as it is to become. */
export interface UpdatePolicy extends OfPolicyVersion {
  readonly draft: PolicyDraft;
}

/** For whom and of what a draft is to be tried. It counts as enabled and in force. */
export interface TryPolicy {
  readonly draft: PolicyDraft;
  /** The policy that the draft would take the place of. */
  readonly replaces: string | undefined;
  readonly caller: Caller;
  readonly productIds: readonly string[];
  readonly offerIds: readonly string[];
}

/** What a caller sees of a product or an offer. */
export interface SeenTarget {
  readonly isVisible: boolean;
  /** The policy that hides it. */
  readonly hiddenBy: string | undefined;
  readonly masked: readonly MaskedField[];
  /** Of an offer: its price from each source that is open to the caller. */
  readonly prices: readonly {
    readonly scope: CredentialScope;
    readonly credentialLabel: string;
    readonly isVisible: boolean;
    readonly masked: readonly MaskedField[];
  }[];
}

/** One target of a trial. */
export type TargetBeforeAndAfter = { readonly kind: 'product' | 'offer'; readonly id: string } & (
  | { readonly isKnown: false }
  | {
      readonly isKnown: true;
      readonly before: SeenTarget;
      /** With the draft in force. */
      readonly after: SeenTarget;
      /** Policies, the draft included, that could not be evaluated for the target. */
      readonly undecided: readonly string[];
    }
);

/** What became of each target: products in the order given, then offers. */
export interface PolicyTrial {
  readonly targets: readonly TargetBeforeAndAfter[];
}
