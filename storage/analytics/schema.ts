import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnalyticsEngine } from './engine.ts';

const folder = join(import.meta.dirname, 'schema');

/** The statements of the schema, in the order of their files. Each may be run again. */
const statements = (): readonly string[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/;\s*$/m))
    .filter((statement) => statement.replaceAll(/^[ \t]*--.*$/gm, '').trim() !== '');

/** Makes the tables that are missing. */
export const ensureTables = async (engine: Pick<AnalyticsEngine, 'run'>): Promise<void> => {
  for (const statement of statements()) await engine.run(statement);
};
