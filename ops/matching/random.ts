/** Gives numbers from 0 up to but not 1, the same ones for the same seed. */
export type Random = () => number;

/** A generator from a seed (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Puts the numbers into any order (Fisher and Yates). */
export const shuffle = (numbers: number[] | Int32Array, random: Random): void => {
  for (let at = numbers.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [numbers[at], numbers[other]] = [numbers[other] ?? 0, numbers[at] ?? 0];
  }
};
