/** Does one piece of work after the other: each begins when the one before has ended, well or not. */
export interface SerialQueue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was asked for so far has ended. */
  ended(): Promise<void>;
}

/** Nothing is under way. Work that never ends holds up all that comes after it, so each must have a deadline. */
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
