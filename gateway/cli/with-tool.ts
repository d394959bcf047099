import type { Pool } from '../../storage/pool/pool.ts';
import { prepareSchema } from '../../storage/schema/migrate.ts';
import type { Config } from '../config/config.ts';
import { openToolDatabase } from './tool-database.ts';

/** What a command works on. */
export interface ToolSurroundings extends Pick<Pool, 'sql'> {
  /** Of the database; holds the password. */
  readonly url: string;
}

/**
 * Does the work of a command on its database, whose schema is up to date, and closes the database
 * however the work ends. `name` is shown in `pg_stat_activity` after the name of the service.
 */
export const withTool = async <Result>(
  config: Config,
  name: string,
  work: (tool: ToolSurroundings) => Promise<Result>,
): Promise<Result> => {
  const { pool, url, close } = await openToolDatabase(config, `offerstream ${name}`);
  try {
    await prepareSchema(pool.sql, config.database);
    return await work({ sql: pool.sql, url });
  } finally {
    await close();
  }
};
