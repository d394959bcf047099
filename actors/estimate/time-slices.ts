import { stretches } from '../../concurrency/stretches.ts';
import { nextTurn } from '../../concurrency/turns.ts';

/**
 * Does work that pauses by itself, in slices between which other work has its turn. Returns what it
 * comes to.
 */
export const inSlices = async <Result>(work: Generator<void, Result>): Promise<Result> => {
  const slices = stretches(nextTurn);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slices.isOver()) await slices.next();
  }
};
