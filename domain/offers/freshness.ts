/**
 * The verdict on how far data may be trusted: FRESH inside the objective for its kind, STALE beyond
 * it or when its source is failing, INCOMPLETE when a part is missing, EMPTY when nothing was ever
 * observed.
 */

/**
 * Kinds of data with an age objective of their own, in milliseconds. The first two are the service
 * level objectives.
 */
export const objectiveMs = {
  price: 6 * 3_600_000,
  stock: 2 * 3_600_000,
  catalogue: 7 * 24 * 3_600_000,
} as const;

/** A kind of data with an age objective. */
export type DataKind = keyof typeof objectiveMs;

/** The verdict; each state carries only what it can know. */
export type Freshness =
  | { readonly status: 'EMPTY'; readonly refreshEta?: Date }
  | { readonly status: 'FRESH'; readonly observedAt: Date; readonly refreshEta?: Date }
  | { readonly status: 'INCOMPLETE'; readonly observedAt: Date; readonly refreshEta?: Date }
  | { readonly status: 'STALE'; readonly observedAt: Date; readonly staleSince: Date; readonly refreshEta?: Date };

/** What is known of one piece of data at the moment of judging. */
export interface Evidence {
  readonly kind: DataKind;
  /** When it was last observed; undefined when never. */
  readonly observedAt: Date | undefined;
  /**
   * Since when its only source is failing, or says what is not believed yet; undefined while
   * neither is so.
   */
  readonly doubtedSince?: Date | undefined;
  /** Whether a required part is missing. */
  readonly incomplete?: boolean;
  /** When the next observation is due, which may be past; undefined when none is planned. */
  readonly refreshEta?: Date | undefined;
}

/** What is overdue is expected now. */
const eta = ({ refreshEta }: Evidence, now: Date): { refreshEta?: Date } =>
  refreshEta === undefined ? {} : { refreshEta: refreshEta.getTime() < now.getTime() ? now : refreshEta };

const earlier = (a: Date, b: Date | undefined): Date => (b !== undefined && b.getTime() < a.getTime() ? b : a);

/**
 * Judges one piece of data at the instant `now`. Age outranks incompleteness: stale data is called
 * stale first.
 */
export const freshnessOf = (evidence: Evidence, now: Date): Freshness => {
  const { observedAt, doubtedSince } = evidence;
  if (observedAt === undefined) return { status: 'EMPTY', ...eta(evidence, now) };
  // Numbers: to compare two dates as such costs more than all the rest.
  const expiresAtMs = observedAt.getTime() + objectiveMs[evidence.kind];
  if (doubtedSince !== undefined || now.getTime() > expiresAtMs) {
    const staleSince = earlier(new Date(expiresAtMs), doubtedSince);
    return { status: 'STALE', observedAt, staleSince, ...eta(evidence, now) };
  }
  return { status: evidence.incomplete ? 'INCOMPLETE' : 'FRESH', observedAt, ...eta(evidence, now) };
};

/**
 * The first instant from `now` on, in milliseconds since 1970, at which time alone may change the
 * verdict on the same evidence; infinite when none does. What is overdue is expected at every
 * instant anew, and so changes at once.
 */
export const freshnessValidUntil = ({ kind, observedAt, refreshEta }: Evidence, now: Date): number => {
  const nowMs = now.getTime();
  const staleAtMs = observedAt === undefined ? Number.POSITIVE_INFINITY : observedAt.getTime() + objectiveMs[kind] + 1;
  const etaMs = refreshEta?.getTime() ?? Number.POSITIVE_INFINITY;
  return Math.min(staleAtMs > nowMs ? staleAtMs : Number.POSITIVE_INFINITY, Math.max(etaMs, nowMs));
};

/** From best to worst; a list is as good as its worst item. */
const badness: Readonly<Record<Freshness['status'], number>> = { FRESH: 0, INCOMPLETE: 1, STALE: 2, EMPTY: 3 };

/**
 * The worst of several verdicts; EMPTY when there is none. Among equals the oldest observation is
 * returned.
 */
export const worstFreshness = (verdicts: Iterable<Freshness>): Freshness => {
  let result: Freshness | undefined;
  for (const each of verdicts) {
    if (result === undefined || badness[each.status] > badness[result.status]) result = each;
    else if (each.status === result.status && each.status !== 'EMPTY' && result.status !== 'EMPTY') {
      if (each.observedAt < result.observedAt) result = each;
    }
  }
  return result ?? { status: 'EMPTY' };
};
