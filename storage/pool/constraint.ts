import postgres from 'postgres';
import { ownValue } from '../../domain/own-value.ts';

/** A constraint that a write would have broken. */
export type Violation = 'unique' | 'foreign_key';

const violations: Readonly<Record<string, Violation>> = { '23505': 'unique', '23503': 'foreign_key' };

/** Which kind of constraint the error says was violated; undefined for any other error. */
export const violationOf = (error: unknown): Violation | undefined =>
  error instanceof postgres.PostgresError ? ownValue(violations, error.code) : undefined;
