import { grantToService } from '../../storage/schema/grants.ts';
import { migrate, newerMigrations } from '../../storage/schema/migrate.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { loadKnowledge } from '../wire/suppliers.ts';
import { runCommand } from './run-command.ts';
import { openToolDatabase } from './with-tool.ts';

/**
 * `npm run migrate`: brings the schema up to date and grants the roles of the service what they
 * need, as the owner of the tables. It works on the database of DATABASE_URL, else on that of the
 * service that runs on DATA_DIR, else on the embedded one there. What was applied goes to standard
 * output, a line each. Exit status: 0 when the schema is up to date; 1 otherwise.
 */

/**
 * Brings the schema up to date and grants the roles of the service what they need. Tells what it
 * did, a line each. Throws before anything is changed when a plug-in cannot be loaded.
 */
const migrateOnce = async (config: Config, say: (line: string) => void): Promise<void> => {
  // As a start does: a service that could not load its plug-ins would be left with a new schema.
  await loadKnowledge(config);
  const { pool, close } = await openToolDatabase(config, 'offerstream migrate');
  try {
    for (const name of await migrate(pool.sql)) say(`${name} applied`);
    const isGranted = await grantToService(pool.sql);
    const roles = isGranted ? 'the roles of the service may use it' : 'it has no roles of the service (ops/roles.sql)';
    const newer = await newerMigrations(pool.sql);
    if (newer.length === 0) say(`the schema is up to date; ${roles}`);
    else say(`the schema is that of a later release (${newer.at(-1)}), which this one works on; ${roles}`);
  } finally {
    await close();
  }
};

const run = async (): Promise<number> => {
  await migrateOnce(loadConfig(), (line) => process.stdout.write(`${line}\n`));
  return 0;
};

await runCommand({
  name: 'migrate',
  usage: 'usage: npx offerstream migrate\n',
  parse: (args) => (args.length === 0 ? args : undefined),
  run,
});
