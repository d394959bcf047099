import type { ReadOptions } from '../../../domain/store-context.ts';
import type { AnalyticsEngine } from '../engine.ts';

/** Puts a question to an engine. */
export type Asked<Question, Answer> = (
  engine: AnalyticsEngine,
  question: Question,
  options?: ReadOptions,
) => Promise<readonly Answer[]>;
