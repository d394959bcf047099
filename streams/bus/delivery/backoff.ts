import { type BackoffRules, backoffMs } from '../../../domain/backoff.ts';

/** Short enough that waiting work resumes within seconds of the dependency's return. */
const rules: BackoffRules = { initialMs: 100, maxMs: 5_000 };

/**
 * How long to wait for a dependency after so many failures in a row: doubled from 100 ms up to 5 s,
 * with jitter. `chance`: 0 to 1.
 */
export const outagePauseMs = (failures: number, chance: number = Math.random()): number =>
  backoffMs(failures, rules, chance);
