/**
 * The end of something that holds resources and can end in several ways: by itself, by its reader,
 * by its owner, by a fault. The first call ends it; later calls change nothing.
 */
export interface Ending {
  readonly hasEnded: boolean;
  /**
   * Registers what to release. It runs once, when the end comes, the last registered first. What is
   * registered after the end is released at once, so nothing that was opened too late stays open.
   */
  onEnd(release: () => void): void;
  /**
   * Ends it and tells whether this call did. A release that throws does not keep the others from
   * running; what it threw goes to `onError`.
   */
  end(): boolean;
}

/** Makes an ending that has not come yet. */
export const createEnding = (onError: (error: unknown) => void): Ending => {
  let releases: (() => void)[] | undefined = [];
  const run = (release: () => void): void => {
    try {
      release();
    } catch (error) {
      onError(error);
    }
  };
  return {
    get hasEnded() {
      return releases === undefined;
    },
    onEnd: (release) => {
      if (releases === undefined) run(release);
      else releases.push(release);
    },
    end: () => {
      if (releases === undefined) return false;
      const waiting = releases;
      releases = undefined;
      for (const release of waiting.reverse()) run(release);
      return true;
    },
  };
};
