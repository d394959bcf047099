/**
 * Raises the bound by a proximal bundle method (Lemarechal 1975; Kiwiel 1990): what evaluations
 * said is kept as cuts (cutting-plane-model.ts), and each next point is the best of their model,
 * less the squared way from the best point so far over twice a length. It comes much closer to the
 * highest bound than the subgradient method (../ascent.ts), which is as good far from it. With the
 * cuts kept apart for each supplier it is column generation, stabilised.
 *
 * A climb may begin with the columns of another that ended where it begins: a node of a search
 * differs little from the one above it.
 *
 * Exactness: the cuts and the way are doubles and only say where to look; points are rounded to
 * integers and evaluated as in bound.ts.
 */
import { type Ascent, type AscentTask, reachOf } from '../ascent.ts';
import { evaluateStepped, type SteppedBound } from './bound.ts';
import type { Column } from './columns.ts';
import {
  addCuts,
  type CuttingPlaneModel,
  columnsOf,
  modelAt,
  moveModel,
  promisedBy,
  squaredLength,
  usageOf,
  weighCuts,
} from './cutting-plane-model.ts';
import type { Decisions } from './live.ts';

/** Units of money less than which the cuts must promise for the climb to be over. */
const minPromise = 1 / 64;

/** The share of what was promised for which the centre moves. */
const worthMoving = 0.1;

/** Where the bound at the new point rises on by this share of the gain, a longer step pays. */
const stillRising = 0.3;

/** Rounds in which cuts are weighed for a point, and for what is told in the end. */
const pointRounds = 15;
const lastRounds = 40;

/** Points after which it is asked whether the time is over. */
const pauseEvery = 10;

/** Points after which what they brought is looked at, and the share of the rest that they must. */
const pointsPerCheck = 20;
const worthGoingOn = 0.02;

/** Where a climb by a bundle ended. The usage is by window and, after them, by entry. */
export interface BundleAscent extends Ascent {
  /** Undefined: nothing is left of the node. */
  readonly known?: readonly Column[];
}

/** What to climb at: the bound of a node, from where. */
export type BundleTask = Omit<AscentTask, 'bound' | 'evaluate' | 'scale'> & {
  readonly bound: SteppedBound;
  readonly decisions: Decisions;
  /** Columns of a climb that ended there; those that decisions do not leave are left out. */
  readonly known?: readonly Column[];
};

/** A climb: the model around the best point so far, and how far the next step goes. */
interface Climb {
  readonly task: BundleTask;
  readonly model: CuttingPlaneModel;
  /** The bound at the centre, scaled. */
  best: number;
  /** The last point. */
  readonly u: Float64Array;
  /** The proximal parameter: the next point is the centre and so many times the slope. */
  length: number;
  /** Null steps since the last serious one. */
  nullSteps: number;
}

/**
 * Puts the next point into `u`. Multipliers below 0 are of rows that suppliers would serve too
 * often, to come into a window of more goods.
 */
const stepAlong = ({ task, model, u, length }: Climb): void => {
  const { ceiling } = task.bound;
  for (let row = 0; row < u.length; row += 1) {
    const most = ceiling[row] as number;
    const raised = Math.round((model.centre[row] as number) + length * (model.slope[row] as number));
    u[row] = Math.max(-most, Math.min(most, raised));
  }
};

/** The direction at the last point times the way to it from the centre, scaled. */
const riseOf = ({ task, model, u }: Climb): number => {
  const { direction } = task.bound;
  let sum = 0;
  for (let row = 0; row < u.length; row += 1) {
    sum += (direction[row] as number) * ((u[row] as number) - (model.centre[row] as number));
  }
  return sum;
};

/** A serious step: the last point becomes the centre. */
const moveTo = (climb: Climb, value: number, rise: number): void => {
  const { model, u } = climb;
  const gained = value - climb.best;
  moveModel(model, u);
  addCuts(model, u);
  climb.best = value;
  climb.nullSteps = 0;
  if (rise > stillRising * gained) climb.length *= 2;
};

/** A null step: the centre stays. Tells whether the next point is another one. */
const stayAt = (climb: Climb, value: number, rise: number, promised: number): boolean => {
  const { task, model, u, length } = climb;
  if (addCuts(model, u) === 0) {
    // Nothing new: only better weights may still lead elsewhere.
    const last = u.slice();
    weighCuts(model, length, lastRounds);
    stepAlong(climb);
    return u.some((value, row) => value !== last[row]);
  }
  climb.nullSteps += 1;
  if (value - rise - climb.best > promised && climb.nullSteps >= task.climb.patience) {
    climb.length /= 2;
    climb.nullSteps = 0;
  }
  return true;
};

const hasReached = ({ task, best }: Climb): boolean => Math.ceil(best / task.bound.scale) >= task.target();

const ended = (climb: Climb): BundleAscent => {
  const { task, model, best, length } = climb;
  // Who has reached the target asks for no shares.
  if (!hasReached(climb)) weighCuts(model, length, lastRounds);
  const lower = Math.ceil(best / task.bound.scale);
  return { lower, u: model.centre, usage: usageOf(model), known: columnsOf(model) };
};

const nothingLeft = (u: Float64Array, { marks }: SteppedBound): BundleAscent => ({
  lower: Infinity,
  u,
  usage: new Float64Array(marks.length),
});

/** Whether the last stretch brought too little of what is left to the target. */
const isStalled = ({ task, best }: Climb, before: number): boolean =>
  best - before < worthGoingOn * reachOf(task.target() * task.bound.scale, best, task.bound.scale);

const beginClimb = (task: BundleTask, centre: Float64Array, best: number): Climb => {
  const { bound, decisions, known = [], target, climb: limits } = task;
  const squared = squaredLength(bound.direction);
  return {
    task,
    model: modelAt(bound, centre, decisions, known),
    best,
    u: new Float64Array(centre.length),
    length: (limits.firstStep * reachOf(target() * bound.scale, best, bound.scale)) / Math.max(1, squared),
    nullSteps: 0,
  };
};

/**
 * Climbs as `ascend` does, with `climb.patience` as the points that must miss before a step is
 * shortened; it also ends where a stretch of points brings little, or a point nothing new.
 */
export const ascendByBundle = (task: BundleTask): BundleAscent => {
  const { bound, decisions, onPause, climb: limits } = task;
  const { scale, ceiling } = bound;
  const centre = task.u.map((value, row) => Math.min(value, ceiling[row] as number));
  const first = evaluateStepped(bound, centre, decisions);
  if (first === Infinity) return nothingLeft(centre, bound);
  const climb = beginClimb(task, centre, first);
  let before = climb.best;
  for (let iteration = 1; iteration < limits.iterations && !hasReached(climb); iteration += 1) {
    weighCuts(climb.model, climb.length, pointRounds);
    const promised = promisedBy(climb.model, climb.length);
    if (promised < scale * minPromise) break;
    stepAlong(climb);
    const value = evaluateStepped(bound, climb.u, decisions);
    if (value === Infinity) return nothingLeft(centre, bound);
    const rise = riseOf(climb);
    if (value - climb.best >= worthMoving * promised) moveTo(climb, value, rise);
    else if (!stayAt(climb, value, rise, promised)) break;
    if (iteration % pointsPerCheck === 0) {
      if (isStalled(climb, before)) break;
      before = climb.best;
    }
    if (iteration % pauseEvery === 0 && onPause?.(climb.u, value) === true) break;
  }
  return ended(climb);
};
