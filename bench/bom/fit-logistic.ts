import { logistic } from '../../domain/matching/model/logistic.ts';

/**
 * Logistic regression for many answers over the same figures. The curvature is bounded by that of
 * even odds (Böhning and Lindsay 1988), which is the same in every step and for every answer: it is
 * factored once.
 */
export const fitLogistics = (
  rows: readonly (readonly number[])[],
  answers: readonly (readonly number[])[],
  ridge: number,
): readonly (readonly number[])[] => {
  const width = rows[0]?.length ?? 0;
  const factor = factored(curvature(rows, width, ridge), width);
  const sparseRows = rows.map(sparse);
  return answers.map((targets) => fitOne(sparseRows, targets, width, ridge, factor));
};

const steps = 150;

const curvature = (rows: readonly (readonly number[])[], width: number, ridge: number): Float64Array => {
  const sum = new Float64Array(width * width);
  for (const row of rows)
    for (let a = 0; a < width; a += 1) {
      const value = row[a] ?? 0;
      if (value === 0) continue;
      for (let b = 0; b <= a; b += 1) sum[a * width + b] = (sum[a * width + b] ?? 0) + 0.25 * value * (row[b] ?? 0);
    }
  for (let a = 0; a < width; a += 1) sum[a * width + a] = (sum[a * width + a] ?? 0) + ridge;
  return sum;
};

/** The lower triangle whose square the matrix is (Cholesky). */
const factored = (matrix: Float64Array, width: number): Float64Array => {
  for (let a = 0; a < width; a += 1)
    for (let b = 0; b <= a; b += 1) {
      let rest = matrix[a * width + b] ?? 0;
      for (let k = 0; k < b; k += 1) rest -= (matrix[a * width + k] ?? 0) * (matrix[b * width + k] ?? 0);
      matrix[a * width + b] = a === b ? Math.sqrt(rest) : rest / (matrix[b * width + b] ?? 1);
    }
  return matrix;
};

const solve = (factor: Float64Array, vector: Float64Array): void => {
  const width = vector.length;
  for (let a = 0; a < width; a += 1) {
    let rest = vector[a] ?? 0;
    for (let k = 0; k < a; k += 1) rest -= (factor[a * width + k] ?? 0) * (vector[k] ?? 0);
    vector[a] = rest / (factor[a * width + a] ?? 1);
  }
  for (let a = width - 1; a >= 0; a -= 1) {
    let rest = vector[a] ?? 0;
    for (let k = a + 1; k < width; k += 1) rest -= (factor[k * width + a] ?? 0) * (vector[k] ?? 0);
    vector[a] = rest / (factor[a * width + a] ?? 1);
  }
};

/** The figures of a row that are not zero, and where they stand. */
interface SparseRow {
  readonly places: Int32Array;
  readonly values: Float64Array;
}

const sparse = (row: readonly number[]): SparseRow => {
  const places = row.flatMap((value, at) => (value === 0 ? [] : [at]));
  return { places: Int32Array.from(places), values: Float64Array.from(places, (at) => row[at] ?? 0) };
};

const fitOne = (
  rows: readonly SparseRow[],
  targets: readonly number[],
  width: number,
  ridge: number,
  factor: Float64Array,
): readonly number[] => {
  const weights = new Float64Array(width);
  for (let step = 0; step < steps; step += 1) {
    const slope = weights.map((weight) => -ridge * weight);
    for (const [at, { places, values }] of rows.entries()) {
      let sum = 0;
      for (let each = 0; each < places.length; each += 1)
        sum += (values[each] ?? 0) * (weights[places[each] ?? 0] ?? 0);
      const miss = (targets[at] ?? 0) - logistic(sum);
      for (let each = 0; each < places.length; each += 1) {
        const figure = places[each] ?? 0;
        slope[figure] = (slope[figure] ?? 0) + miss * (values[each] ?? 0);
      }
    }
    solve(factor, slope);
    for (let figure = 0; figure < weights.length; figure += 1)
      weights[figure] = (weights[figure] ?? 0) + (slope[figure] ?? 0);
  }
  return [...weights];
};
