/** Logistic regression by Newton's method, for a handful of figures. */
import { logistic } from '../../domain/matching/model/logistic.ts';

/**
 * A row: its figures, what is known of it already in log-odds, and the answer to fit, from 0 to 1.
 */
export interface LogisticRow {
  readonly figures: readonly number[];
  readonly offset: number;
  readonly target: number;
}

const rounds = 50;

/** Keeps a figure that says nothing, or a split without a miss, from running away. */
const ridge = 1e-3;

/**
 * Solves `matrix x = vector` by elimination; the matrix is symmetric and positive definite, so no
 * rows need to change places.
 */
const solve = (matrix: readonly (readonly number[])[], vector: readonly number[]): readonly number[] => {
  const rows = matrix.map((row, at) => [...row, vector[at] ?? 0]);
  for (const [at, pivot] of rows.entries())
    for (const below of rows.slice(at + 1)) {
      const share = (below[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column < below.length; column += 1)
        below[column] = (below[column] ?? 0) - share * (pivot[column] ?? 0);
    }
  const solution = vector.map(() => 0);
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? [];
    const known = solution.reduce((sum, value, column) => sum + (column > at ? value * (row[column] ?? 0) : 0), 0);
    solution[at] = ((row[vector.length] ?? 0) - known) / (row[at] ?? 1);
  }
  return solution;
};

/**
 * The weights of the figures that make the answers most likely; begins at `start`, which has one
 * weight a figure.
 */
export const fitLogistic = (rows: readonly LogisticRow[], start: readonly number[]): readonly number[] => {
  let weights = [...start];
  for (let round = 0; round < rounds; round += 1) {
    const slope = start.map((_, at) => ridge * ((weights[at] ?? 0) - (start[at] ?? 0)));
    const curve = start.map((_, at) => start.map((__, other) => ridge * Number(at === other)));
    for (const { figures, offset, target } of rows) {
      const sum = figures.reduce((total, figure, at) => total + figure * (weights[at] ?? 0), offset);
      const probability = logistic(sum);
      const spread = probability * (1 - probability);
      for (const [at, figure] of figures.entries()) {
        slope[at] = (slope[at] ?? 0) + (probability - target) * figure;
        const row = curve[at] ?? [];
        for (const [other, beside] of figures.entries()) row[other] = (row[other] ?? 0) + spread * figure * beside;
      }
    }
    const step = solve(curve, slope);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights;
};
