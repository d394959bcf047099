import { loadConfig } from '../config/config.ts';
import { migrateOnce } from './migrate-command.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run migrate`: brings the schema up to date and grants the roles of the service what they
 * need, as the owner of the tables. It works on the database of DATABASE_URL, else on that of the
 * service that runs on DATA_DIR, else on the embedded one there. What was applied goes to standard
 * output, a line each. Exit status: 0 when the schema is up to date; 1 otherwise.
 */

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
