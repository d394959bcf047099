/**
 * Runs tasks one after another: each starts when the previous one has ended, successfully or not.
 */
export interface SerialQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all tasks so far have ended. */
  ended(): Promise<void>;
}

/** Makes an empty queue. A task that never ends blocks all later ones, so each needs a deadline. */
export const createSerialQueue = (): SerialQueue => {
  let last: Promise<void> = Promise.resolve();
  return {
    run: (work) => {
      const turn = last.then(work);
      last = turn.then(
        () => undefined,
        () => undefined,
      );
      return turn;
    },
    ended: () => last,
  };
};
