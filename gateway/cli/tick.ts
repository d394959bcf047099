import { parseArgs } from 'node:util';
import { abortable } from '../../concurrency/abortable.ts';
import { reasonOf } from '../../domain/errors.ts';
import { type TickKind, tickKinds } from '../../domain/ingestion/tick.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { listenForStop } from '../stop-signals.ts';
import { startPriceBasis } from '../wire/price-basis.ts';
import { startWorkers } from '../wire/workers.ts';
import { withFoundation } from '../wire.ts';
import { type OneShotCommand, type OneShotOutcome, runOneShot } from './one-shot.ts';
import { asksForHelp } from './run-command.ts';

/**
 * `npm run tick -- SUPPLIER`: one tick of every credential of a supplier, and the end. Log lines go
 * to standard output, the last of them the summaries; what is for people goes to standard error.
 * Exit status: 0 when every tick ended well, 1 when one did not, 2 when it could not be begun. The
 * first SIGINT or SIGTERM ends it in good order: with 1 when the tick had begun, else with 2.
 */

const usage = `usage: npx offerstream tick SUPPLIER [--kind ${tickKinds.join('|')}]

  SUPPLIER  the id of a supplier
  --kind    what to fetch; left out: all that the supplier has
`;

/** A little beyond the deadline of the parts, for what hangs all the same. */
const graceMs = 5_000;

const exitStatus = { success: 0, failure: 1, notBegun: 2 } as const;

const isKind = (text: string | undefined): text is TickKind | undefined =>
  text === undefined || tickKinds.some((kind) => kind === text);

const parseCommand = (args: readonly string[]): OneShotCommand | undefined => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { kind: { type: 'string' } },
    });
    const [supplierId] = positionals;
    return supplierId === undefined || positionals.length > 1 || !isKind(values.kind)
      ? undefined
      : { supplierId, kind: values.kind };
  } catch {
    return undefined;
  }
};

/** Whether the tick has begun; what ends before that ends with 2. */
let hasBegun = false;

const run = (config: Config, order: OneShotCommand, asked: AbortSignal): Promise<readonly OneShotOutcome[]> =>
  withFoundation(config, { asked }, async ({ surroundings, stop }) => {
    // No other process would apply it, so it is applied here.
    if (surroundings.isAlone) {
      const basis = await startPriceBasis(config, surroundings);
      asked.throwIfAborted();
      await startWorkers({ ...config, roles: new Set(['worker']) }, surroundings, basis);
    }
    asked.throwIfAborted();
    hasBegun = true;
    // A running tick is given up with the actors, without a signal.
    const outcomes = await abortable(runOneShot(config, order, surroundings, asked), asked);
    await stop();
    return outcomes;
  });

const inWords = ({ credentialId, tick, isSuccess, reason }: OneShotOutcome): string => {
  const { items = 0, prices = 0, stocks = 0, pages = 0 } = tick?.counters ?? {};
  const counts = `${pages} pages, ${items} items, ${prices} prices, ${stocks} stocks`;
  return `tick: ${credentialId}: ${isSuccess ? 'success' : `failure (${reason})`}, ${counts}\n`;
};

if (asksForHelp(process.argv.slice(2))) {
  process.stdout.write(usage);
  process.exit(exitStatus.success);
}
const order = parseCommand(process.argv.slice(2));
if (order === undefined) {
  process.stderr.write(usage);
  process.exit(exitStatus.notBegun);
}
const { asked, limitEnd } = listenForStop();
try {
  const config = loadConfig();
  limitEnd(config.shutdownDeadlineMs + graceMs);
  const outcomes = await run(config, order, asked);
  for (const outcome of outcomes) process.stderr.write(inWords(outcome));
  process.exit(outcomes.every(({ isSuccess }) => isSuccess) ? exitStatus.success : exitStatus.failure);
} catch (error) {
  if (asked.aborted) {
    process.stderr.write('tick: interrupted; the next tick goes on where this one stopped\n');
    process.exit(hasBegun ? exitStatus.failure : exitStatus.notBegun);
  }
  process.stderr.write(`tick: ${reasonOf(error)}\n`);
  process.exit(exitStatus.notBegun);
}
