/** What a parent knows of a child, whatever messages the child understands. */
export interface Child {
  readonly family: string;
  /**
   * Stops the child and its descendants, deepest first; the same promise each time. Never rejects.
   */
  stop(): Promise<void>;
}

/** Where a new child stands. */
export interface ChildPosition {
  /** Resolves when the actor that had the name before has stopped; undefined: there is none. */
  readonly predecessor: Promise<void> | undefined;
  /** To be called when the child begins to stop, however that came about. */
  readonly leave: (stopped: Promise<void>) => void;
}

/**
 * The children of one parent by name: those that live, and those that have been told to stop and
 * are not done.
 */
export interface Children<Member extends Child> {
  names(): readonly string[];
  /**
   * The living child of the name, or a new one. Undefined once closed.
   *
   * @throws Error when the name belongs to a living child of another family
   */
  getOrStart(name: string, family: string, start: (place: ChildPosition) => Member): Member | undefined;
  /** Resolves when no child of the name is left; at once when there was none. */
  stop(name: string): Promise<void>;
  /** Stops all that live and waits for all that leave. */
  stopAll(): Promise<void>;
  /** `stopAll`, and no new ones from now on. */
  close(): Promise<void>;
}

/** No children yet. */
export const createChildren = <Member extends Child>(): Children<Member> => {
  const living = new Map<string, Member>();
  /** By name the last to leave: it started only after those that left before it. */
  const leaving = new Map<string, Promise<void>>();
  let isOpen = true;

  const leave = (name: string, stopped: Promise<void>): void => {
    living.delete(name);
    leaving.set(name, stopped);
    void stopped.then(() => {
      if (leaving.get(name) === stopped) leaving.delete(name);
    });
  };
  const stopAll = async (): Promise<void> => {
    for (const child of [...living.values()]) void child.stop();
    await Promise.all(leaving.values());
  };

  return {
    names: () => [...living.keys()],
    getOrStart: (name, family, start) => {
      const known = living.get(name);
      if (known && known.family !== family) throw new Error(`${name} is a ${known.family}, not a ${family}`);
      if (known || !isOpen) return known;
      const child = start({ predecessor: leaving.get(name), leave: (stopped) => leave(name, stopped) });
      living.set(name, child);
      return child;
    },
    stop: async (name) => {
      await (living.get(name)?.stop() ?? leaving.get(name));
    },
    stopAll,
    close: () => {
      isOpen = false;
      return stopAll();
    },
  };
};
