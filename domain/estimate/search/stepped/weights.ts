/**
 * Weights of the goods of orders that are to stay within their windows, where that is all that is
 * relaxed: each block takes what is cheapest by the weights. They are climbed one at a time.
 */
import type { OrderWindow } from '../order-windows.ts';
import type { Residual, Way } from './ways.ts';

/** Weights are whole numbers of these. */
const weightParts = 2 ** 16;
const greatestWeight = 4;

/** Above this a product with a weight may be rounded. */
const exactProduct = 2 ** 35;

const product = (weight: number, value: number): number =>
  value < exactProduct ? Math.floor(weight * value) : Math.floor(weight * value) - 1;

/** What a way costs where goods have weights, rounded down. */
export const weighted = ({ cost, goods }: Way, weights: Float64Array): number => {
  let value = cost;
  for (const [place, worth] of goods) {
    const weight = weights[place] as number;
    if (weight !== 0) value += product(-weight, worth);
  }
  return value;
};

const endCost = ({ from, until }: OrderWindow, weight: number): number => {
  if (weight === 0) return 0;
  if (weight > 0) return product(weight, from);
  return until === Infinity ? -Infinity : product(weight, until - 1);
};

/** The cheapest way of each block by the weights; the bound, and the goods of the place with it. */
const relax = (
  { blocks, windows, orders }: Residual,
  weights: Float64Array,
  place: number,
): readonly [number, number] => {
  let bound = orders;
  let goods = 0;
  for (const ways of blocks) {
    let [least, chosen] = [Infinity, undefined as Way | undefined];
    for (const way of ways) {
      const value = weighted(way, weights);
      if (value < least) [least, chosen] = [value, way];
    }
    bound += least;
    for (const [at, value] of chosen?.goods ?? []) if (at === place) goods += value;
  }
  windows.forEach((window, at) => {
    bound += endCost(window, weights[at] as number);
  });
  return [bound, goods];
};

/** Climbs one weight by halving; returns the best bound. */
const climbWeight = (residual: Residual, weights: Float64Array, place: number): number => {
  const { from, until } = residual.windows[place] as OrderWindow;
  const before = weights[place] as number;
  let [best, bestWeight] = [relax(residual, weights, place)[0], before];
  let low = until === Infinity ? 0 : -greatestWeight * weightParts;
  let high = from === 0 ? 0 : greatestWeight * weightParts;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    weights[place] = middle / weightParts;
    const [bound, goods] = relax(residual, weights, place);
    if (bound > best) [best, bestWeight] = [bound, middle / weightParts];
    const isTooLittle = middle >= 0 ? goods < from : goods < until;
    if (isTooLittle) low = middle;
    else high = middle;
  }
  weights[place] = bestWeight;
  return best;
};

/** Sweeps over the weights; a further one must raise the bound. */
const sweeps = 4;

/** Climbs the weights from where they are; returns the bound that they show. */
export const climb = (residual: Residual, weights: Float64Array): number => {
  let best = relax(residual, weights, 0)[0];
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const before = best;
    for (let place = 0; place < weights.length; place += 1)
      best = Math.max(best, climbWeight(residual, weights, place));
    if (best <= before) return best;
  }
  return best;
};
