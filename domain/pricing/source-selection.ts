import type { Caller } from '../callers/caller.ts';
import { type Evidence, type Freshness, freshnessOf, freshnessValidUntil } from '../offers/freshness.ts';
import type { CredentialScope, Observed, OfferView, PriceStatement } from '../offers/offer.ts';

/**
 * Whose observation a price is made from: the customer's own credential, else one of its groups,
 * else the system's; within one scope the latest observation. A source that has no price, is
 * failing or is stale is passed over while a better-behaved one exists, and the answer says why
 * (`fallback_reason`). When none behaves, the best source with any price is used as it is: an old
 * price that says it is old is worth more than none. The answer then says why the source fails, if
 * it does.
 *
 * A source whose latest price is held back because it jumped keeps its place while the price
 * confirmed before it is young enough. That one is used; the answer is STALE since the jump and
 * says `price_jump`.
 *
 * A source whose SKU is withdrawn ranks behind all others: it is used where no other has a price.
 *
 * A price seen with another tenant's credential is not a candidate at all, not even in the trail.
 */

/** Why a source was passed over, or used although it is not what it should be. */
export type FallbackReason =
  | 'no_observation'
  | 'credential_failing'
  /** Failing because the supplier throttles whatever the credential asks. */
  | 'credential_exhausted'
  | 'stale'
  /** Its latest price is too far from the one before to count at once. */
  | 'price_jump'
  /** A visibility policy hides its price. */
  | 'not_visible';

/** What became of one candidate. */
export type SourceOutcome = 'chosen' | 'outranked' | FallbackReason;

/** One candidate, best scope first. */
export interface SourceDecision {
  readonly view: OfferView;
  readonly outcome: SourceOutcome;
}

/** The source of a price. */
export interface ChosenSource {
  readonly view: OfferView;
  readonly price: Observed<PriceStatement>;
  /**
   * Why this is not what the caller's best source says at present; undefined when it is, however
   * old.
   */
  readonly fallbackReason: FallbackReason | undefined;
  readonly freshness: Freshness;
}

/** The choice and how it came about. */
export interface SourceSelection {
  readonly chosen: ChosenSource | undefined;
  readonly trail: readonly SourceDecision[];
}

const rankOf: Readonly<Record<CredentialScope, number>> = { customer: 0, group: 1, system: 2 };

/** Whether the caller may see what this view's credential saw. */
export const isVisible = (view: OfferView, caller: Caller): boolean => {
  const { scope, ownerId } = view.credential;
  switch (scope) {
    case 'customer':
      return ownerId === caller.customerId;
    case 'group':
      return ownerId !== undefined && caller.groupIds.includes(ownerId);
    case 'system':
      return true;
  }
};

const isWithdrawn = ({ withdrawnAt }: OfferView): boolean => withdrawnAt !== undefined;

/**
 * What is not withdrawn first; then the best scope; then the latest price; then by credential id,
 * so that the choice never depends on storage order.
 */
const byPreference = (a: OfferView, b: OfferView): number =>
  Number(isWithdrawn(a)) - Number(isWithdrawn(b)) ||
  rankOf[a.credential.scope] - rankOf[b.credential.scope] ||
  (b.price?.observedAt.getTime() ?? 0) - (a.price?.observedAt.getTime() ?? 0) ||
  (a.credential.id < b.credential.id ? -1 : 1);

const fallbackReasonOf = (view: OfferView, now: Date): FallbackReason | undefined => {
  const { failingSince, failingReason } = view.credential;
  if (view.price === undefined) return view.isPriceHidden ? 'not_visible' : 'no_observation';
  if (failingSince !== undefined) return failingReason === 'throttled' ? 'credential_exhausted' : 'credential_failing';
  // Told before age, because the reason why the price has grown old is that the later one does not
  // count.
  if (view.priceHeld !== undefined) return 'price_jump';
  return isOld(view, now) ? 'stale' : undefined;
};

const isOld = (view: OfferView, now: Date): boolean => priceFreshness(view, undefined, now).status === 'STALE';

/** Whether a view keeps its place, given what stands in its way. */
const isUsable = (view: OfferView, reason: FallbackReason | undefined, now: Date): boolean =>
  reason === undefined || (reason === 'price_jump' && !isOld(view, now));

/** What is known of the price of one view: incomplete while nothing was ever said about stock. */
const evidenceOf = (view: OfferView, doubtedSince: Date | undefined): Evidence => ({
  kind: 'price',
  observedAt: view.price?.observedAt,
  doubtedSince,
  incomplete: view.stock === undefined,
  refreshEta: view.refreshEta,
});

const priceFreshness = (view: OfferView, doubtedSince: Date | undefined, now: Date): Freshness =>
  freshnessOf(evidenceOf(view, doubtedSince), now);

/** Since when the price of a view may not be what its credential would be told now. */
const doubtedSince = ({ credential: { failingSince }, priceHeld }: OfferView): Date | undefined => {
  if (failingSince === undefined || priceHeld === undefined) return failingSince ?? priceHeld?.since;
  return failingSince < priceHeld.since ? failingSince : priceHeld.since;
};

/**
 * While the caller's first source fails, its own price is not known at present, so an answer from a
 * stand-in is STALE since then, however young the stand-in's observation is.
 */
const freshnessFor = (view: OfferView, first: OfferView, now: Date): Freshness => {
  const own = priceFreshness(view, doubtedSince(view), now);
  const failingSince = first.credential.failingSince;
  if (failingSince === undefined || own.status === 'STALE' || own.status === 'EMPTY') return own;
  return { ...own, status: 'STALE', staleSince: failingSince };
};

/** Chooses the source of a price for a caller among the views of one offer. */
export const selectSource = (views: readonly OfferView[], caller: Caller, now: Date): SourceSelection => {
  const candidates = views.filter((view) => isVisible(view, caller)).sort(byPreference);
  const first = candidates[0];
  if (first === undefined) return { chosen: undefined, trail: [] };
  const obstacles = candidates.map((view) => fallbackReasonOf(view, now));
  const bestOf = (isAmong: (view: OfferView) => boolean): number => {
    const sound = candidates.findIndex((view, at) => isAmong(view) && isUsable(view, obstacles[at], now));
    return sound >= 0 ? sound : candidates.findIndex((view) => isAmong(view) && view.price !== undefined);
  };
  const held = bestOf((view) => !isWithdrawn(view));
  const index = held >= 0 ? held : bestOf(isWithdrawn);
  const trail = candidates.map((view, at) => ({
    view,
    outcome: at === index ? ('chosen' as const) : (obstacles[at] ?? ('outranked' as const)),
  }));
  const view = candidates[index];
  if (view?.price === undefined) return { chosen: undefined, trail };
  const fallbackReason = index === 0 && obstacles[0] === 'stale' ? undefined : obstacles[0];
  return { chosen: { view, price: view.price, fallbackReason, freshness: freshnessFor(view, first, now) }, trail };
};

/**
 * The first instant from `now` on, in milliseconds since 1970, at which time alone may change what
 * `selectSource` says of these views; infinite when it never does.
 */
export const selectionValidUntil = (views: readonly OfferView[], now: Date): number =>
  Math.min(...views.map((view) => freshnessValidUntil(evidenceOf(view, undefined), now)));
