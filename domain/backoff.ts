/** How pauses between attempts grow. */
export interface BackoffRules {
  /** The pause after the first failure, in milliseconds. */
  readonly initialMs: number;
  /** The longest pause before jitter, in milliseconds. */
  readonly maxMs: number;
}

/**
 * The share of a pause by which jitter lengthens or shortens it, so that many do not try at once.
 */
const jitter = 0.25;

/**
 * The pause after so many failures in a row, in milliseconds: it doubles with each failure up to
 * the longest, and jitter moves it by up to a quarter either way.
 *
 * Callers count failures in a row and go back to 0 after a success: then the next pause is the
 * first one again.
 *
 * @param failures failures in a row, from 1; 0 means no pause
 * @param chance a random number, 0 to 1; 0.5 means no jitter
 */
export const backoffMs = (failures: number, { initialMs, maxMs }: BackoffRules, chance: number): number => {
  if (failures <= 0) return 0;
  const fullMs = Math.min(initialMs * 2 ** Math.min(failures - 1, 40), maxMs);
  return fullMs * (1 - jitter + 2 * jitter * chance);
};
