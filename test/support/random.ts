/**
 * A stream of numbers in [0, 1) that a seed decides: mulberry32, by Tommy Ettinger, in the public
 * domain.
 */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * The seed of this run: `SEED` where it is set, to do a failed run again. Left out it is the same
 * for every run of `npm test`, since a change should not fail for a fault that was there before it,
 * and a new one with `LONG=1`, since `npm run test:long` goes looking for faults.
 */
export const seedOfRun = (): number =>
  Number(process.env.SEED ?? (process.env.LONG === '1' ? Date.now() % 2 ** 32 : 20_260_301));
