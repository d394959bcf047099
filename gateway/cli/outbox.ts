import { loadConfig } from '../config/config.ts';
import { listParked, replayParked } from './outbox-command.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run outbox`: lists the events that could not be published, or gives them another turn, which
 * a running worker then takes. It works on the database of DATABASE_URL, else on that of the
 * service that runs on DATA_DIR, else on the embedded one there. Exit status: 0 when it did what
 * was asked; 1 otherwise, also when a position that was named is not parked.
 */

const usage = `usage: npx offerstream outbox list
       npx offerstream outbox replay [POSITION...]

  list    the parked events: position, when it was parked, type, aggregate and version, reason, between tabs
  replay  gives parked events five new attempts: those named, or all
`;

const run = async ([command, ...positions]: readonly string[]): Promise<number> => {
  if (command === 'list' && positions.length === 0) {
    const count = await listParked(loadConfig(), (line) => process.stdout.write(`${line}\n`));
    process.stderr.write(`${count} parked\n`);
    return 0;
  }
  if (command === 'replay' && positions.every((each) => /^\d{1,18}$/.test(each))) {
    const replayed = await replayParked(loadConfig(), positions.length === 0 ? 'all' : positions.map(BigInt));
    process.stdout.write(`${replayed} replayed\n`);
    return replayed < new Set(positions).size ? 1 : 0;
  }
  process.stderr.write(usage);
  return 1;
};

await runCommand({ name: 'outbox', usage, parse: (args) => args, run });
