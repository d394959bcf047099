import type { ParkedEvent } from '../../domain/outbox/ports.ts';
import { createParkedEventStore } from '../../storage/event-log/parked-event-store.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { runCommand } from './run-command.ts';
import { toolAct, withTool } from './with-tool.ts';

/**
 * `npm run outbox`: lists the events that could not be published, or gives them another turn, which
 * a running worker then takes. It works on the database of DATABASE_URL, else on that of the
 * service that runs on DATA_DIR, else on the embedded one there. Exit status: 0 when it did what
 * was asked; 1 otherwise, also when a position that was named is not parked.
 */

const pageSize = 500;

/** Tells every parked event, a line each. Returns how many there are. */
const listParked = async (config: Config, say: (line: string) => void): Promise<number> => {
  return withTool(config, 'outbox', async ({ sql }) => {
    const store = createParkedEventStore(sql);
    let told = 0;
    let page: readonly ParkedEvent[];
    let after: bigint | undefined;
    do {
      page = await store.page(after, pageSize);
      for (const parked of page) say(lineOf(parked));
      told += page.length;
      after = page.at(-1)?.position;
    } while (page.length === pageSize);
    return told;
  });
};

const lineOf = ({ position, type, aggregateId, version, parkedAt, reason }: ParkedEvent): string =>
  [position, parkedAt.toISOString(), type, `${aggregateId}:${version}`, reason ?? 'no reason kept'].join('\t');

/**
 * Gives parked events another turn: those at the positions, or all. Returns how many there were.
 */
const replayParked = async (config: Config, which: readonly bigint[] | 'all'): Promise<number> => {
  return withTool(config, 'outbox', async ({ sql }) => {
    return await createParkedEventStore(sql).replay(which, toolAct('outbox', 'outbox.replay'));
  });
};

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
