import { dayMs } from '../../../domain/duration.ts';
import type { RateBudget } from '../../../domain/ingestion/rate-budget.ts';

/** Calls a day, of which so small a part may go at once that the rest of the day is not starved. */
export const dailyBudget = (callsPerDay: number): RateBudget => ({
  rate: callsPerDay,
  periodMs: dayMs,
  burst: Math.max(1, Math.floor(callsPerDay * 0.03)),
});
