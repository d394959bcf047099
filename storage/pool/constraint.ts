import postgres from 'postgres';
import { ownProperty } from '../../domain/own-property.ts';

/** A constraint that a write would have broken. */
export type Violation = 'unique' | 'foreign_key';

const violations: Readonly<Record<string, Violation>> = { '23505': 'unique', '23503': 'foreign_key' };

/** Which kind of constraint the error says was violated; undefined for any other error. */
export const violationOf = (error: unknown): Violation | undefined =>
  error instanceof postgres.PostgresError ? ownProperty(violations, error.code) : undefined;
