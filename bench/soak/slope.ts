/** A straight line through figures of even intervals, and how sure its slope is. */
export interface Slope {
  /** Change of the figure from one interval to the next. */
  readonly perInterval: number;
  /**
   * Half of the interval that holds the true slope with 95 % confidence. Neighbouring figures are
   * taken as independent of each other.
   */
  readonly margin: number;
}

/**
 * What a normal deviate stays below with 97.5 %. Student's t is up to a fifth more for ten figures:
 * a slope is rather called one than not.
 */
const deviate = 1.96;

/** Fits the line by least squares; at least three figures. */
export const slopeOf = (figures: readonly number[]): Slope => {
  const count = figures.length;
  if (count < 3) throw new Error(`a slope needs at least three figures, not ${count}`);
  const middle = (count - 1) / 2;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / count;
  const spread = figures.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const perInterval = figures.reduce((sum, figure, at) => sum + (at - middle) * (figure - mean), 0) / spread;
  const left = figures.reduce((sum, figure, at) => sum + (figure - mean - perInterval * (at - middle)) ** 2, 0);
  return { perInterval, margin: deviate * Math.sqrt(left / (count - 2) / spread) };
};
