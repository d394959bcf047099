import { withDeadline } from './deadline.ts';

/** What many ask for, and how old an answer may be. */
export interface SharedRead<Value, Asker = void> {
  /** What is read; stands in the log when it is late. */
  readonly what: string;
  /** Reads on behalf of the first who asks. */
  readonly read: (signal: AbortSignal, asker: Asker) => Promise<Value>;
  /** The longest that one read may take, in milliseconds. */
  readonly deadlineMs: number;
  /** For so long after a read began, in milliseconds, all who ask have what it gives. */
  readonly forMs: number;
  /** A clock that never goes back, in milliseconds; left out: the process's. */
  readonly nowMs?: () => number;
}

/**
 * Makes the function that reads once for all who ask within a while, whether it is done by then or
 * not: what it costs does not grow with those who look. A read that failed is failed for those who
 * wait for it and is not kept. It rejects with `unavailable` at the deadline, otherwise with what
 * the read throws.
 */
export const createSharedRead = <Value, Asker = void>(
  shared: SharedRead<Value, Asker>,
): ((asker: Asker) => Promise<Value>) => {
  const { what, read, deadlineMs, forMs, nowMs = () => performance.now() } = shared;
  let latest: { readonly beganAtMs: number; readonly value: Promise<Value> } | undefined;
  return (asker) => {
    if (latest !== undefined && nowMs() - latest.beganAtMs < forMs) return latest.value;
    const own = { beganAtMs: nowMs(), value: withDeadline({ what, ms: deadlineMs }, (signal) => read(signal, asker)) };
    latest = own;
    own.value.catch(() => {
      if (latest === own) latest = undefined;
    });
    return own.value;
  };
};
