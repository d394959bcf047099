/**
 * When newer data of an offer will come: what a credential plans, and the place of a part in its
 * queue.
 */

/** What a credential plans. */
export interface RefreshPlan {
  /**
   * When it begins its next tick; undefined while none is planned, and for one that is not used any
   * longer.
   */
  readonly nextTickAt: Date | undefined;
  /** Undefined for a credential that reads in bulk. */
  readonly queue: QueueForecast | undefined;
}

/** The lookup work that a credential has planned. */
export interface QueueForecast {
  /** When the due top products will be done; undefined before the first estimate. */
  readonly topUntil: Date | undefined;
  /** The same of everything that is due. */
  readonly until: Date | undefined;
  /** While the credential fails: when it is tried again. */
  readonly probeAt: Date | undefined;
}

/** A part in a queue of look-ups. */
export interface QueuedLookup {
  readonly dueAt: Date;
  readonly isTop: boolean;
}

/** The plan of a credential without a plan. */
export const noPlan: RefreshPlan = { nextTickAt: undefined, queue: undefined };

/**
 * When a credential will next look at an offer; undefined when that is not planned. Bulk data come
 * with the next tick. A part that is looked up comes when it is due, behind what is due before it;
 * one that is in no queue comes never.
 */
export const refreshEta = ({ nextTickAt, queue }: RefreshPlan, queued: QueuedLookup | undefined): Date | undefined => {
  if (nextTickAt === undefined || queue === undefined) return nextTickAt;
  if (queued === undefined) return undefined;
  const behind = queued.isTop ? queue.topUntil : queue.until;
  const instants = [queued.dueAt, nextTickAt, behind, queue.probeAt].map((each) => each?.getTime() ?? 0);
  return new Date(Math.max(...instants));
};
