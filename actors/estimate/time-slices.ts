import { nextTurn } from '../../concurrency/turns.ts';

/** Work between two turns of the event loop, in milliseconds. */
const sliceMs = 4;

/**
 * Does work that pauses by itself, in slices between which other work has its turn. Returns what it
 * comes to.
 */
export const inSlices = async <Result>(work: Generator<void, Result>): Promise<Result> => {
  for (;;) {
    const end = performance.now() + sliceMs;
    while (performance.now() < end) {
      const step = work.next();
      if (step.done) return step.value;
    }
    await nextTurn();
  }
};
