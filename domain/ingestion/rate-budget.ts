/**
 * GCRA, the generic cell rate algorithm (ITU-T I.371): a budget of `rate` units per `periodMs`, of which up to `burst` may be
 * spent at once. Its whole state is one instant, the theoretical arrival time, so that one row in a shared store holds it.
 */
export interface RateBudget {
  /** Units per period, more than 0. */
  readonly rate: number;
  readonly periodMs: number;
  /** Units that may be spent at once, at least 1. */
  readonly burst: number;
}

/** The state of one budget: when it will be full again, in milliseconds since the epoch; undefined when untouched. */
export type BudgetState = number | undefined;

/** Whether a request may go now, and otherwise how long it must wait. */
export type BudgetDecision =
  | { readonly kind: 'granted'; readonly state: number }
  | { readonly kind: 'refused'; readonly waitMs: number };

/** Asks for `cost` units at `nowMs`. A refusal changes nothing. A cost above `burst` can never be granted: RangeError. */
export const spend = (budget: RateBudget, state: BudgetState, cost: number, nowMs: number): BudgetDecision => {
  if (cost > budget.burst) throw new RangeError(`a cost of ${cost} exceeds the burst of ${budget.burst}`);
  const perUnitMs = budget.periodMs / budget.rate;
  const full = Math.max(state ?? nowMs, nowMs) + cost * perUnitMs;
  const allowedAt = full - budget.burst * perUnitMs;
  return allowedAt <= nowMs ? { kind: 'granted', state: full } : { kind: 'refused', waitMs: allowedAt - nowMs };
};

/** The share of the budget in use at `nowMs`, 0 to 1. */
export const usage = (budget: RateBudget, state: BudgetState, nowMs: number): number =>
  Math.max(0, (state ?? nowMs) - nowMs) / ((budget.periodMs / budget.rate) * budget.burst);
