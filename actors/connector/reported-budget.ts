import type { RemainingBudget } from './suppliers/supplier-client.ts';

/**
 * The remaining budget that the supplier reported until its window resets, spread over the time
 * until then. It is held to by the process that was told, beside the shared store.
 */
export interface ReportedBudget {
  /** Whether a report holds now. */
  isInForce(nowMs: number): boolean;
  /** Nothing is spent before this instant; 0: at once. */
  nextMs(nowMs: number): number;
  spend(units: number, nowMs: number): void;
  /** Takes what the supplier says is left; of several the slowest counts. */
  learn(remaining: readonly RemainingBudget[], nowMs: number): void;
}

interface Spread {
  readonly intervalMs: number;
  readonly until: number;
  /** Nothing is spent before. */
  readonly next: number;
}

/** A budget of which nothing is reported yet. */
export const createReportedBudget = (): ReportedBudget => {
  let spread: Spread | undefined;
  const inForce = (nowMs: number): Spread | undefined =>
    spread !== undefined && spread.until > nowMs ? spread : undefined;
  return {
    isInForce: (nowMs) => inForce(nowMs) !== undefined,
    nextMs: (nowMs) => inForce(nowMs)?.next ?? 0,
    spend: (units, nowMs) => {
      if (spread !== undefined) spread = { ...spread, next: Math.max(spread.next, nowMs) + units * spread.intervalMs };
    },
    learn: (remaining, nowMs) => {
      const told = remaining.flatMap((left) => spreadOver(left, inForce(nowMs), nowMs));
      spread = told.toSorted((a, b) => b.intervalMs - a.intervalMs)[0] ?? spread;
    },
  };
};

/**
 * What is left, spread over the time it has to last: all of that time when nothing is; nothing when
 * the supplier does not say how long that is.
 */
const spreadOver = (
  { units, resetAfterMs }: RemainingBudget,
  before: Spread | undefined,
  nowMs: number,
): readonly Spread[] => {
  if (resetAfterMs === undefined || resetAfterMs <= 0) return [];
  const intervalMs = resetAfterMs / Math.max(units, 1);
  const until = nowMs + resetAfterMs;
  const next = units < 1 ? until : Math.min(before?.next ?? Number.POSITIVE_INFINITY, nowMs + intervalMs);
  return [{ intervalMs, until, next }];
};
