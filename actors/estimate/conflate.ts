import { after } from '../../concurrency/delay.ts';

/** The latest of many values, handed on now and then. */
export interface LatestOnly<Value> {
  /** Takes the place of a value that still waits. */
  readonly offer: (value: Value) => void;
  /** Hands on no more, and resolves when the current hand-over has finished. */
  readonly end: () => Promise<void>;
}

/** How values are handed on. */
export interface ConflateOptions<Value> {
  /** From a value's arrival, and from the end of the publication before, to its own. */
  readonly everyMs: number;
  /** One at a time. */
  readonly publish: (value: Value) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Hands on the latest of many values, at most one in each interval and one at a time. */
export const conflate = <Value>({ everyMs, publish, onError }: ConflateOptions<Value>): LatestOnly<Value> => {
  let latest: { readonly value: Value } | undefined;
  let cancelTimer: (() => void) | undefined;
  let publishing: Promise<void> | undefined;
  let isOver = false;
  const schedule = (): void => {
    if (latest !== undefined && cancelTimer === undefined && publishing === undefined && !isOver)
      cancelTimer = after(everyMs, flush);
  };
  const flush = (): void => {
    cancelTimer = undefined;
    const next = latest;
    latest = undefined;
    if (next === undefined) return;
    publishing = publish(next.value)
      .catch(onError)
      .finally(() => {
        publishing = undefined;
        schedule();
      });
  };
  return {
    offer: (value) => {
      latest = { value };
      schedule();
    },
    end: async () => {
      isOver = true;
      cancelTimer?.();
      await publishing;
    },
  };
};
