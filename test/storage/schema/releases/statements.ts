import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../../../domain/errors.ts';
import type { Sql } from '../../../../storage/pool/pool.ts';

/**
 * Statements of a release, a line each, as its storage sent them to PostgreSQL while its tests ran.
 * Processes of a release go on while the next one migrates, so its statements must be possible on
 * the schema of the next one.
 */
export interface ReleasedStatements {
  readonly release: string;
  readonly statements: readonly string[];
}

const ending = '.statements.txt';

/** Compares versions such as `0.2.0` by their numbers. */
const byVersion = (one: ReleasedStatements, other: ReleasedStatements): number =>
  one.release.localeCompare(other.release, 'en', { numeric: true });

/** Those of the newest release that is kept. Throws where none is. */
export const statementsOfLastRelease = (): ReleasedStatements => {
  const kept = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({
      release: name.slice(0, -ending.length),
      statements: readFileSync(join(import.meta.dirname, name), 'utf8')
        .split('\n')
        .filter(Boolean),
    }));
  const last = kept.toSorted(byVersion).at(-1);
  if (last === undefined) throw new Error('the statements of no release are kept');
  return last;
};

/** A statement that the schema does not take, and what PostgreSQL says of it. */
interface ImpossibleStatement {
  readonly statement: string;
  readonly reason: string;
}

/**
 * The statements that the present schema does not take. Nothing is run: preparing a statement looks
 * up every name and type in it.
 */
export const impossibleStatements = async (
  sql: Sql,
  statements: readonly string[],
): Promise<readonly ImpossibleStatement[]> => {
  const faults: ImpossibleStatement[] = [];
  for (const statement of statements) {
    try {
      await sql.unsafe(`prepare s_${randomUUID().replaceAll('-', '')} as ${statement}`);
    } catch (error) {
      faults.push({ statement, reason: reasonOf(error) });
    }
  }
  return faults;
};
