/**
 * What share of the requests to take so that a round of the event loop does not take long, where it
 * is the time of this process itself that is short.
 *
 * A round has a budget of processor time for requests; those that come when it is used up are
 * refused. What could be taken is the share to take from then on, spread evenly over all that come,
 * so that it is not always the same callers who come too late. After a round that left some of its
 * budget the share grows by as much.
 *
 * Refusing takes time too. The budget is half of what the last round took, where that is more than
 * the usual budget: rounds become longer then, but the time for answers is not refused away. The
 * first round of a rush has more as well: a burst that is worked off within it is let in.
 */
export interface Rounds {
  /** The share of requests to take, above 0 to 1. */
  readonly taken: number;
  /** The processor time for requests in the next round, in milliseconds. */
  readonly budgetMs: number;
  /** For how many rounds nothing has been refused. */
  readonly calmRounds: number;
}

/** What became of one round. */
export interface Round {
  /** How many came. */
  readonly came: number;
  /** How many of them were taken. */
  readonly taken: number;
  /** Whether some came after the budget was used up. */
  readonly isCutShort: boolean;
  /** The processor time that requests took, and that everything took, in milliseconds. */
  readonly forRequestsMs: number;
  readonly usedMs: number;
}

const usualMs = 40;
const longestMs = 200;
const shareOfRequests = 0.5;

/** A rush is over after so many rounds, each of 20 ms or more, in which nothing was refused. */
const calmRounds = 10;

/** Everything is taken. */
export const initialRounds: Rounds = { taken: 1, budgetMs: longestMs, calmRounds };

/**
 * By how much the share may change in one round. One that was interrupted says little of the next.
 */
const mostGrowth = 1.5;
const leastGrowth = 1.02;
const fall = 0.7;
const minTaken = 0.02;

/** Whether some are refused, or were a short while ago. */
export const isRush = ({ calmRounds: calm }: Rounds): boolean => calm < calmRounds;

const nextTaken = (before: Rounds, { came, taken, isCutShort, forRequestsMs }: Round): number => {
  if (isCutShort) return Math.max(taken / came, before.taken * fall, minTaken);
  const by = Math.min(mostGrowth, Math.max(leastGrowth, before.budgetMs / forRequestsMs));
  return Math.min(1, before.taken * by);
};

/** The share and the budget from the next round on. */
export const nextRounds = (before: Rounds, round: Round): Rounds => {
  const taken = nextTaken(before, round);
  const calm = taken < 1 ? 0 : Math.min(calmRounds, before.calmRounds + 1);
  const budgetMs = Math.min(longestMs, Math.max(usualMs, round.usedMs * shareOfRequests));
  return { taken, budgetMs: calm < calmRounds ? budgetMs : longestMs, calmRounds: calm };
};
