/** Work between two turns of the event loop, in milliseconds. */
const stretchMs = 4;

/** Long work in short stretches, so that other work is not held up. */
export interface Stretches {
  /** Whether the work has gone on for long enough. */
  isOver(): boolean;
  /** Waits until other work has had its turn. */
  next(): Promise<void>;
}

/** Begins the first stretch. */
export const stretches = (nextTurn: () => Promise<void>): Stretches => {
  let turnedAt = performance.now();
  return {
    isOver: () => performance.now() - turnedAt >= stretchMs,
    next: async () => {
      await nextTurn();
      turnedAt = performance.now();
    },
  };
};
