/**
 * Keeps connectors from running ahead of what is written: before a page is fetched, the observations that still wait to be
 * applied must be few. A normalizer that is slow or away thus slows fetching down and finally stops it; the supplier's data is
 * not lost by that, only asked for later, and then it is younger.
 */

/** What back-pressure goes by. */
export interface BackPressureOptions {
  /** Observations published and not yet applied. Rejects with `unavailable` when the bus does not say. */
  readonly backlog: () => Promise<number>;
  /** The most that may wait when a page is fetched. */
  readonly limit: number;
  /** Waits; rejects with the signal's reason when aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Resolves when there is room for another page; rejects with the signal's reason when aborted. */
export type AwaitRoom = (signal: AbortSignal) => Promise<void>;

const lookAgainMs = 50;

/** Makes the gate that every page passes first. */
export const createBackPressure = ({ backlog, limit, pause }: BackPressureOptions): AwaitRoom => {
  const awaitRoom: AwaitRoom = async (signal) => {
    while ((await backlog()) > limit) await pause(lookAgainMs, signal);
  };
  return awaitRoom;
};
