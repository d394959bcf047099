import type { LifecycleStatus, ProductDraft } from '../catalog/catalog.ts';
import type { Profiles } from '../identity/profile.ts';
import type { MatchConfidence } from '../offers/offer.ts';
import type { Change, ReadOptions, WriteContext } from '../store-context.ts';

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
  /**
   * Whether the offer may create its canonical product: its supplier may, or the offer is the
   * answer to somebody who wanted just this part.
   */
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
  /**
   * Products by the search form of their number, for what looks like a number in the texts of
   * offers that have none.
   */
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
   * When given, the decision counts only while the offer still says this, and humans have said no
   * more of it; otherwise the offer stays in the backlog. The description matters where
   * `blockingKeys` are given.
   */
  readonly decidedOn?: Pick<PendingOffer, 'manufacturer' | 'mpn'> &
    Partial<Pick<PendingOffer, 'description' | 'verdicts' | 'createsProducts'>>;
  /**
   * Numbers of products that could change the decision, as could another description; left out
   * where neither could.
   */
  readonly blockingKeys?: readonly string[];
}

/** The matcher's backlog, candidates and decisions. */
export interface MatchStore {
  /** The oldest offers that nothing has decided yet. */
  backlog(limit: number): Promise<readonly PendingOffer[]>;
  /** How many such offers there are, counted up to `atMost`. */
  backlogSize(atMost: number): Promise<number>;
  /** An offer as it would wait, whether it was decided or not. */
  offer(id: string, options?: ReadOptions): Promise<PendingOffer | undefined>;
  /**
   * What decisions over these offers may look at. Four statements whatever the number, candidates
   * bounded for each key. Under the profiles in force unless others are given.
   */
  evidence(
    offers: readonly PendingOffer[],
    options?: ReadOptions & { readonly profiles?: Profiles },
  ): Promise<MatchEvidence>;
  /** Writes decisions, creates products and appends the events, in one transaction. */
  record(decisions: readonly MatchDecision[], context: WriteContext, now: Date): Promise<void>;
  /** How many offers wait, how many were decided unmatched, and how many matches are doubtful. */
  sizes(options?: ReadOptions): Promise<{ backlog: number; orphans: number; doubtful: number }>;
}

/** The match of an offer as it stands. */
export interface CurrentMatch {
  readonly productId: string | undefined;
  readonly confidence: MatchConfidence;
  /** Strategy, rule and evidence are undefined while nothing has decided the offer. */
  readonly strategy: MatchDecision['strategy'] | undefined;
  readonly rule: string | undefined;
  readonly evidence: Readonly<Record<string, string>> | undefined;
  readonly matchedAt: Date | undefined;
}

/** A page mark of the orphan pool, and of doubtful matches. */
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

/** Confidences of matches that a human should look at, the least sure first. */
export const doubtfulConfidences = ['weak', 'probable'] as const;

/** A confidence of a match that a human should look at. */
export type DoubtfulConfidence = (typeof doubtfulConfidences)[number];

/** An offer that has a product, and may well not be it. */
export interface DoubtfulMatch extends Orphan {
  readonly confidence: DoubtfulConfidence;
  readonly strategy: MatchDecision['strategy'] | undefined;
  readonly evidence: Readonly<Record<string, string>> | undefined;
  readonly product: {
    readonly id: string;
    readonly manufacturer: string;
    readonly mpn: string;
    readonly description: string | undefined;
  };
}

/** Which doubtful matches. */
export interface DoubtfulQuery {
  readonly confidences: readonly DoubtfulConfidence[];
  readonly after: OrphanMark | undefined;
  readonly limit: number;
}

/** What humans do to the match of an offer. */
export const humanDecisionKinds = ['judged', 'product_created', 'withdrawn', 'undone'] as const;

/** What a human decided of an offer. */
export interface HumanDecision {
  /** By which it is taken back: the position of its record in the audit trail. */
  readonly id: string;
  readonly kind: (typeof humanDecisionKinds)[number];
  /** Who it was, as the audit trail has it. */
  readonly actor: string;
  readonly at: Date;
}

/** Which decision to take back, and who does. */
export interface UndoneDecision {
  readonly offerId: string;
  readonly decisionId: string;
  readonly by: string;
  readonly at: Date;
}

/** A product to be made of an offer. */
export interface ProductCreation extends Omit<MatchVerdict, 'productId' | 'verdict'> {
  readonly product: ProductDraft;
}

/** Matches as humans see and judge them. */
export interface MatchReview {
  /** Undefined for an unknown offer. */
  match(offerId: string, options?: ReadOptions): Promise<CurrentMatch | undefined>;
  /**
   * Keeps a verdict with its event and puts the offer back into the backlog; one offer is confirmed
   * as one product only, the later verdict wins. Throws `not_found` for an unknown offer or
   * product.
   */
  recordVerdict(verdict: MatchVerdict, context: WriteContext): Promise<void>;
  /**
   * Takes verdicts on an offer back, of one product or of all; returns how many there were. Throws
   * `not_found` for an unknown offer.
   */
  withdraw(of: { offerId: string; productId: string | undefined }, change: Change): Promise<number>;
  /**
   * Creates the product, or adds to the one that there is by now, and confirms the offer as it,
   * with the events. Throws `not_found` for an unknown offer.
   */
  createProduct(creation: ProductCreation, context: WriteContext): Promise<void>;
  /** What humans decided last of an offer; undefined: nothing that is still known. */
  lastDecision(offerId: string, options?: ReadOptions): Promise<HumanDecision | undefined>;
  /**
   * Takes the decision back: what humans had said of the offer before is in force again, with the
   * events, and the offer is back in the backlog. A product that was created stays, and the offer
   * is not it. Does nothing where it was taken back already. Throws `not_found` for an unknown
   * offer, `conflict` where something newer was decided, and `failed_precondition` where what was
   * before cannot be told any more.
   */
  undo(of: UndoneDecision, context: WriteContext): Promise<void>;
  /** The orphan pool after a mark, oldest decision first. */
  orphans(after: OrphanMark | undefined, limit: number, options?: ReadOptions): Promise<readonly Orphan[]>;
  /** Doubtful matches after a mark, newest decision first. */
  doubtful(query: DoubtfulQuery, options?: ReadOptions): Promise<readonly DoubtfulMatch[]>;
  /**
   * Verdicts after an (offer, product) in the order of these, with what the two are: labelled
   * pairs.
   */
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
