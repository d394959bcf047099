import type { Amount } from '../../../domain/money.ts';
import type { ReadOptions } from '../../../domain/store-context.ts';
import type { AnalyticsEngine } from '../engine.ts';

/** An answer as an engine tells it: amounts as text, instants in milliseconds since the epoch. */
export type Told<Answer> = {
  readonly [Name in keyof Answer]: Answer[Name] extends Amount
    ? string
    : Answer[Name] extends Date
      ? number
      : Answer[Name];
};

/** Puts a question to an engine. */
export type Asked<Question, Answer> = (
  engine: AnalyticsEngine,
  question: Question,
  options?: ReadOptions,
) => Promise<readonly Answer[]>;
