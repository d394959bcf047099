/**
 * What share of the requests to refuse so that those that are taken do not wait long: a controller
 * after PIE (RFC 8033), which looks at how long work waits and not at how much there is of it.
 *
 * At every step the share moves by how far the wait is from its target, and by how fast the wait
 * grows or falls, so that it comes to rest where the wait is on target. That holds for waits that
 * refusals have little part in; where refusing itself is what makes others wait, the share would
 * only grow, and `rounds.ts` decides.
 * The wait that counts is the least of the last steps, as in CoDel (RFC 8289): a burst or a single
 * long pause is over by itself, and nothing is refused for it. While nothing waits the share is
 * also halved again and again, so that it is gone soon after the rush.
 */
export interface Shedding {
  /** The share of requests to refuse, 0 to `maxShare`. */
  readonly share: number;
  /** The last steps, newest first: how long work waited, in targets, and how long the step took. */
  readonly steps: readonly Step[];
}

/** What was measured in one step. */
interface Step {
  readonly wait: number;
  readonly seconds: number;
}

/** Nothing is refused. */
export const initialShedding: Shedding = { share: 0, steps: [] };

/** Some requests are always admitted: their waiting times show when the overload is over. */
const maxShare = 0.98;
/** Less than that is not worth a refusal. */
const minShare = 0.01;

/**
 * What a wait of twice the target adds in a second, and what a wait that grows by a target adds at
 * once.
 */
const gainPerSecond = 1.5;
const gainOfGrowth = 0.15;

/** One wait counts as so many targets at most, so that no single step decides everything. */
const maxWait = 5;

/** The steps of which the least wait counts: those of so much time, and two at least. */
const rememberedSeconds = 0.1;
const minSteps = 2;

/** Below this part of the target nothing waits. */
const calm = 0.5;
const halvedInSeconds = 0.5;

/** The last steps as far as they count. */
const remembered = (steps: readonly Step[]): readonly Step[] => {
  let seconds = 0;
  return steps.filter((step, at) => {
    const counts = at < minSteps || seconds < rememberedSeconds;
    seconds += step.seconds;
    return counts;
  });
};

const minWait = (steps: readonly Step[]): number =>
  steps.length < minSteps ? 0 : Math.min(...steps.map(({ wait }) => wait));

/**
 * The share from now on; `wait` is the recent waiting time in targets, and `seconds` the time since
 * the last step.
 */
export const shed = ({ share, steps: before }: Shedding, wait: number, seconds: number): Shedding => {
  const steps = remembered([{ wait: Math.min(wait, maxWait), seconds }, ...before]);
  const least = minWait(steps);
  const moved = share + gainPerSecond * (least - 1) * seconds + gainOfGrowth * (least - minWait(before));
  const eased = least < calm ? Math.min(moved, share) * 0.5 ** (seconds / halvedInSeconds) : moved;
  return { share: eased < minShare ? 0 : Math.min(eased, maxShare), steps };
};
