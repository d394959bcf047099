/**
 * What has been started, to be stopped in the opposite order. Each part is registered on the line
 * after it was made, so a start that fails halfway stops exactly what had started.
 */
export interface Teardown {
  /** Registers how to stop a part; the name is for the log. */
  add(name: string, stop: () => Promise<void>): void;
  /**
   * Stops everything, the last started first. A part that fails to stop does not keep the others
   * from it.
   */
  run(onFailure: (name: string, error: unknown) => void): Promise<void>;
}

/** Makes an empty one. */
export const createTeardown = (): Teardown => {
  const parts: { name: string; stop: () => Promise<void> }[] = [];
  return {
    add: (name, stop) => parts.push({ name, stop }),
    run: async (onFailure) => {
      for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
        const { name, stop } = part;
        await stop().catch((error: unknown) => onFailure(name, error));
      }
    },
  };
};
