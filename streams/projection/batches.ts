import { after } from '../../concurrency/delay.ts';

/** How large a batch grows, and how long its first item waits for others. */
export interface BatchLimits {
  readonly count: number;
  readonly ageMs: number;
}

/** Collects items into batches, which are written one after another. */
export interface Batches<Item> {
  /**
   * Takes items. Resolves at once while there is room, and otherwise when what fills it has been
   * written: that is the back-pressure.
   */
  add(items: readonly Item[]): Promise<void>;
  /** Everything that was taken and is not written yet. */
  held(): readonly Item[];
  /** Writes what is there; resolves when nothing is held any more. */
  flush(): Promise<void>;
}

/** Starts empty. `write` must not reject: what cannot be written is its own affair. */
export const createBatches = <Item>(
  { count, ageMs }: BatchLimits,
  write: (batch: readonly Item[]) => Promise<void>,
): Batches<Item> => {
  let gathering: Item[] = [];
  let writing: readonly Item[] = [];
  let idle: Promise<void> = Promise.resolve();
  let cancelTimer: (() => void) | undefined;

  const writeNow = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    idle = idle.then(async () => {
      writing = gathering;
      gathering = [];
      if (writing.length > 0) await write(writing);
      writing = [];
    });
    return idle;
  };

  return {
    add: async (items) => {
      gathering.push(...items);
      if (gathering.length >= count) await writeNow();
      else if (gathering.length > 0) cancelTimer ??= after(ageMs, () => void writeNow());
    },
    held: () => [...writing, ...gathering],
    flush: writeNow,
  };
};
