/** A stream of numbers in [0, 1) that a seed decides: mulberry32, by Tommy Ettinger, in the public domain. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The seed of this run: `SEED` where it is set, to do a failed run again, else a new one. */
export const seedOfRun = (): number => Number(process.env.SEED ?? Date.now() % 2 ** 32);
