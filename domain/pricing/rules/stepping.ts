import type { CompiledRule } from './compile.ts';
import type { Step } from './steps.ts';

/** The way of a price through the steps of rules: which of a step may still apply. */

/** How far a price has come. */
export interface Stepping {
  total: number;
  /** Before the first rule of the step. */
  stepTotal: number;
  step: Step | undefined;
  /** Whether a rule of the step has applied. */
  hasApplied: boolean;
  /** Whether no further rule of the step may. */
  isClosed: boolean;
}

/** A price before all rules. */
export const beginAt = (total: number): Stepping => ({
  total,
  stepTotal: total,
  step: undefined,
  hasApplied: false,
  isClosed: false,
});

/** Steps in which one rule alone applies, whatever its stacking. */
const singleSteps: ReadonlySet<Step> = new Set(['price_list', 'rounding']);

/** Goes on to the step of the next rule. */
export const enterStep = (price: Stepping, step: Step): void => {
  if (price.step === step) return;
  price.step = step;
  price.stepTotal = price.total;
  price.hasApplied = false;
  price.isClosed = false;
};

/** Whether a rule may still apply in its step and is valid. */
export const isDue = ({ isClosed, hasApplied }: Stepping, rule: CompiledRule, atMs: number): boolean =>
  !isClosed && !(rule.isExclusive && hasApplied) && rule.validFromMs <= atMs && atMs < rule.validUntilMs;

/** Notes that a rule of the step has applied. */
export const noteStep = (price: Stepping, rule: CompiledRule): void => {
  price.hasApplied = true;
  price.isClosed = rule.isExclusive || singleSteps.has(rule.step);
};
