/**
 * Raises a Lagrangian bound by a proximal bundle method (Lemarechal 1975; Kiwiel 1990): what the
 * last evaluations said is kept as cuts, and each next point is the best of their lowest one, less
 * the squared way from the best point so far over twice a length. It comes much closer to the
 * highest bound than the subgradient method (ascent.ts), which is as good far from it.
 *
 * A climb may begin with cuts of another that ended where it begins (`KnownCuts`): a node of a
 * search differs little from the one above it.
 *
 * Exactness: the cuts and the way are doubles and only say where to look; points are rounded to
 * integers and evaluated as in bound.ts.
 */
import { type Ascent, type AscentTask, type Climbed, reachOf } from './ascent.ts';

/** Cuts that are kept; the ones that count least go first. */
const mostCuts = 48;

/** Changes of weights in which the next point is looked for. */
const weighings = 400;

/** Units of money less than which the cuts must promise for the climb to be over. */
const leastPromise = 1 / 64;

/** The share of what was promised for which the centre moves. */
const worthMoving = 0.1;

/** Above this share of what was gained the step was too short. */
const stillRising = 0.3;

/** Cuts that are told to who climbs on: most others count for nothing. */
const mostKnown = 24;

/** Points after which what they brought is looked at, and the share of the rest that they must. */
const stretch = 20;
const worthGoingOn = 0.02;

/** What an evaluation said: its slope, what it used, and how far it is above the value there. */
export interface Cut {
  readonly slope: Float64Array;
  readonly used: Float32Array;
  readonly error: number;
}

/** What a climb knows where it ended. */
export interface KnownCuts {
  /** The bound there, scaled. */
  readonly value: number;
  readonly cuts: readonly Cut[];
}

/** Where a climb by a bundle ended. */
export interface BundleAscent extends Ascent {
  readonly known: KnownCuts;
}

/** What evaluations said: L(u) is at most the centre's value + error + slope * (u - centre). */
interface Bundle {
  readonly rows: number;
  readonly marks: number;
  count: number;
  readonly slope: Float64Array;
  /** The rows in which each slope is not 0, and how many: near the best bound they are few. */
  readonly sloped: Int32Array;
  readonly slopedCount: Int32Array;
  readonly error: Float64Array;
  /** What each cut counts for in the next step; 1 together. */
  readonly weight: Float64Array;
  /** Products of the slopes. */
  readonly product: Float64Array;
  /** What was used in each evaluation. */
  readonly used: Float32Array;
}

const emptyBundle = (rows: number, marks: number): Bundle => ({
  rows,
  marks,
  count: 0,
  slope: new Float64Array(mostCuts * rows),
  sloped: new Int32Array(mostCuts * rows),
  slopedCount: new Int32Array(mostCuts),
  error: new Float64Array(mostCuts),
  weight: new Float64Array(mostCuts),
  product: new Float64Array(mostCuts * mostCuts),
  used: new Float32Array(mostCuts * marks),
});

const dot = (a: Float64Array, from: number, b: Float64Array, at: number, length: number): number => {
  let sum = 0;
  for (let i = 0; i < length; i += 1) sum += (a[from + i] as number) * (b[at + i] as number);
  return sum;
};

/** Adds what values of the cuts come to by their weights. */
const blend = (values: Float64Array | Float32Array, { weight, count }: Bundle, sum: Float64Array): void => {
  for (let i = 0; i < count; i += 1) {
    const share = weight[i] as number;
    if (share === 0) continue;
    const from = i * sum.length;
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + share * (values[from + at] as number);
  }
};

/** The product of the slope of a cut and values of the rows from a place on. */
const alongSlope = ({ rows, slope, sloped, slopedCount }: Bundle, i: number, values: Float64Array, at: number) => {
  const from = i * rows;
  const end = from + (slopedCount[i] as number);
  let sum = 0;
  for (let k = from; k < end; k += 1) {
    const row = sloped[k] as number;
    sum += (slope[from + row] as number) * (values[at + row] as number);
  }
  return sum;
};

/** Notes where the slope of a cut is not 0, and its products with all others. */
const noteSlope = (bundle: Bundle, i: number): void => {
  const { rows, slope, sloped, slopedCount, product, count } = bundle;
  const from = i * rows;
  let found = 0;
  for (let row = 0; row < rows; row += 1) {
    sloped[from + found] = row;
    if (slope[from + row] !== 0) found += 1;
  }
  slopedCount[i] = found;
  for (let j = 0; j < count; j += 1) {
    const value = alongSlope(bundle, i, slope, j * rows);
    product[i * mostCuts + j] = value;
    product[j * mostCuts + i] = value;
  }
};

/** Makes room for a cut: that of one without weight, or two become one. Returns the place. */
const placeFor = (bundle: Bundle): number => {
  const { weight, error, slope, used, rows, marks } = bundle;
  if (bundle.count < mostCuts) {
    bundle.count += 1;
    return bundle.count - 1;
  }
  let [place, worst] = [-1, -1];
  for (let i = 0; i < mostCuts; i += 1) {
    if (weight[i] === 0 && (error[i] as number) > worst) [place, worst] = [i, error[i] as number];
  }
  if (place >= 0) return place;
  // All count: the first becomes what they say together.
  const together = dot(weight, 0, error, 0, mostCuts);
  const [slopes, uses] = [new Float64Array(rows), new Float64Array(marks)];
  blend(slope, bundle, slopes);
  blend(used, bundle, uses);
  slope.set(slopes);
  used.set(uses);
  weight.fill(0);
  weight[0] = 1;
  error[0] = together;
  noteSlope(bundle, 0);
  return 1;
};

const putCut = (
  bundle: Bundle,
  place: number,
  { slope, used, error }: Pick<Cut, 'slope' | 'error'> & Pick<Climbed | Cut, 'used'>,
): void => {
  bundle.slope.set(slope, place * bundle.rows);
  bundle.used.set(used, place * bundle.marks);
  bundle.error[place] = error;
  bundle.weight[place] = 0;
  noteSlope(bundle, place);
};

const addCut = (bundle: Bundle, { direction, used }: Climbed, error: number): void =>
  putCut(bundle, placeFor(bundle), { slope: direction, used, error });

/** Begins with what the evaluation at the centre said, and with what was known there. */
const beginBundle = (bundle: Bundle, at: Climbed, value: number, known: KnownCuts | undefined): void => {
  addCut(bundle, at, 0);
  bundle.weight[0] = 1;
  for (const cut of known?.cuts ?? []) {
    bundle.count += 1;
    const error = Math.max(0, (known?.value ?? 0) + cut.error - value);
    putCut(bundle, bundle.count - 1, { ...cut, error });
  }
};

/** The cuts that count most, and after them those that are closest. */
const knownOf = ({ rows, marks, weight, error, slope, used, count }: Bundle): readonly Cut[] =>
  Array.from({ length: count }, (_, i) => i)
    .sort((a, b) => (weight[b] as number) - (weight[a] as number) || (error[a] as number) - (error[b] as number))
    .slice(0, mostKnown)
    .map((i) => ({
      slope: slope.slice(i * rows, (i + 1) * rows),
      used: used.slice(i * marks, (i + 1) * marks),
      error: error[i] as number,
    }));

/**
 * Weighs the cuts so that length / 2 * |sum of slopes|^2 + sum of errors is least, by moving weight
 * between the two that differ most. Returns both terms.
 */
const weigh = ({ count, weight, error, product }: Bundle, length: number) => {
  const slopes = new Float64Array(count);
  for (let i = 0; i < count; i += 1) slopes[i] = dot(product, i * mostCuts, weight, 0, count);
  const gradient = (i: number): number => length * (slopes[i] as number) + (error[i] as number);
  for (let turn = 0; turn < weighings; turn += 1) {
    let [to, from, least, most] = [-1, -1, Infinity, -Infinity];
    for (let i = 0; i < count; i += 1) {
      const value = gradient(i);
      if (value < least) [to, least] = [i, value];
      if ((weight[i] as number) > 0 && value > most) [from, most] = [i, value];
    }
    if (to === from || most - least <= 1e-9 * (Math.abs(most) + 1)) break;
    const curve = (product[to * mostCuts + to] as number) + (product[from * mostCuts + from] as number);
    const bend = length * (curve - 2 * (product[to * mostCuts + from] as number));
    const all = weight[from] as number;
    const share = bend > 0 ? Math.min(all, (most - least) / bend) : all;
    weight[to] = (weight[to] as number) + share;
    weight[from] = share === all ? 0 : all - share;
    for (let i = 0; i < count; i += 1) {
      const change = (product[i * mostCuts + to] as number) - (product[i * mostCuts + from] as number);
      slopes[i] = (slopes[i] as number) + share * change;
    }
  }
  return { squared: Math.max(0, dot(slopes, 0, weight, 0, count)), errors: dot(error, 0, weight, 0, count) };
};

const squaredLength = (values: Float64Array): number => dot(values, 0, values, 0, values.length);

/** A climb: the best point so far, what is known around it, and how far the next step goes. */
interface Climb {
  readonly task: AscentTask;
  readonly bundle: Bundle;
  readonly centre: Float64Array;
  /** The bound at the centre, scaled. */
  best: number;
  /** The last point, and the way to it from the centre. */
  readonly u: Float64Array;
  readonly step: Float64Array;
  length: number;
  /** Points since the last that was worth a move. */
  misses: number;
}

/** Adds a share of the slope of a cut. */
const addSlope = ({ rows, slope, sloped, slopedCount }: Bundle, i: number, share: number, sum: Float64Array): void => {
  const from = i * rows;
  const end = from + (slopedCount[i] as number);
  for (let k = from; k < end; k += 1) {
    const row = sloped[k] as number;
    sum[row] = (sum[row] as number) + share * (slope[from + row] as number);
  }
};

/** Looks for the next point; returns how much the cuts promise of it, 0: they promise nothing. */
const nextPoint = ({ task, bundle, centre, u, step, length }: Climb): number => {
  const { squared, errors } = weigh(bundle, length);
  const promised = errors + length * squared;
  if (promised < task.scale * leastPromise) return 0;
  step.fill(0);
  for (let i = 0; i < bundle.count; i += 1) {
    const share = length * (bundle.weight[i] as number);
    if (share === 0) continue;
    addSlope(bundle, i, share, step);
  }
  for (let row = 0; row < u.length; row += 1) {
    const raised = Math.round((centre[row] as number) + (step[row] as number));
    u[row] = Math.min(task.bound.ceiling[row] as number, Math.max(0, raised));
    step[row] = (u[row] as number) - (centre[row] as number);
  }
  return promised;
};

/** Makes the last point the centre, from which the cuts are told from then on. */
const moveCentre = (climb: Climb, value: number): void => {
  const { task, bundle, centre, u, step } = climb;
  const gained = value - climb.best;
  for (let i = 0; i < bundle.count; i += 1) {
    const rise = alongSlope(bundle, i, step, 0);
    bundle.error[i] = Math.max(0, (bundle.error[i] as number) + rise - gained);
  }
  centre.set(u);
  climb.best = value;
  climb.misses = 0;
  addCut(bundle, task.bound, 0);
};

/** Notes what the bound is at the last point, and moves there where that is worth it. */
const noteValue = (climb: Climb, value: number, promised: number): void => {
  const { task, bundle, step } = climb;
  const gained = value - climb.best;
  const back = dot(task.bound.direction, 0, step, 0, bundle.rows);
  if (gained >= worthMoving * promised) {
    moveCentre(climb, value);
    // The bound rises still where the step ends: a longer one may do more.
    if (back > stillRising * gained) climb.length *= 2;
    return;
  }
  const error = Math.max(0, value - back - climb.best);
  climb.misses += 1;
  addCut(bundle, task.bound, error);
  if (error > promised && climb.misses >= task.climb.patience) {
    climb.length /= 2;
    climb.misses = 0;
  }
};

/** Where the climb is, with what was used in the blend of evaluations that counts. */
const ended = ({ task, bundle, centre, best }: Climb): BundleAscent => {
  const usage = new Float64Array(bundle.marks);
  blend(bundle.used, bundle, usage);
  const known = { value: best, cuts: knownOf(bundle) };
  return { lower: Math.ceil(best / task.scale), u: centre, usage, known };
};

/** Whether the last stretch brought too little of what is left to the target. */
const isStalled = ({ task, best }: Climb, before: number): boolean =>
  best - before < worthGoingOn * reachOf(task.target() * task.scale, best, task.scale);

/**
 * Climbs as `ascend` does, with `climb.patience` as the points that must miss before a step is
 * shortened; it also ends where a stretch of points brings little. The usage that it tells is a
 * blend of evaluations that nearly serves every row once. `known` is of a climb that ended where
 * this one begins, less the cuts of what has become impossible since.
 */
export const ascendByBundle = (task: AscentTask, known?: KnownCuts): BundleAscent => {
  const { bound, evaluate, scale, target, onPause, climb: limits } = task;
  const rows = task.u.length;
  const centre = task.u.map((value, row) => Math.min(value, bound.ceiling[row] as number));
  const climb: Climb = {
    task,
    bundle: emptyBundle(rows, bound.used.length),
    centre,
    best: evaluate(centre),
    u: new Float64Array(rows),
    step: new Float64Array(rows),
    length: 0,
    misses: 0,
  };
  if (climb.best === Infinity) return ended(climb);
  beginBundle(climb.bundle, bound, climb.best, known);
  const reach = reachOf(target() * scale, climb.best, scale);
  climb.length = (limits.firstStep * reach) / Math.max(1, squaredLength(bound.direction));
  let before = climb.best;
  for (let iteration = 1; iteration < limits.iterations; iteration += 1) {
    if (Math.ceil(climb.best / scale) >= target()) break;
    const promised = nextPoint(climb);
    if (promised === 0) break;
    const value = evaluate(climb.u);
    if (value === Infinity) return { ...ended(climb), lower: Infinity };
    noteValue(climb, value, promised);
    if (iteration % stretch === 0) {
      if (isStalled(climb, before)) break;
      before = climb.best;
    }
    if (iteration % 10 === 0 && onPause?.(climb.u, value) === true) break;
  }
  return ended(climb);
};
