import { parseArgs } from 'node:util';
import { Failure } from '../domain/errors.ts';
import { type TickKind, tickKinds } from '../domain/ingestion/tick.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { type OneShotOrder, type OneShotOutcome, runOneShot } from './wire/one-shot.ts';
import { startPriceBasis } from './wire/price-basis.ts';
import { startWorkers } from './wire/workers.ts';
import { withFoundation } from './wire.ts';

/**
 * `npm run tick -- SUPPLIER`: one tick of every credential of a supplier, and the end. Log lines go to standard output, the last of
 * them the summaries; what is for people goes to standard error. Exit status: 0 when every tick ended well, 1 when one did not,
 * 2 when it could not be begun.
 */

const usage = `usage: npm run tick -- SUPPLIER [--kind ${tickKinds.join('|')}]

  SUPPLIER  the id of a supplier
  --kind    what to fetch; left out: all that the supplier has
`;

const exitStatus = { success: 0, failure: 1, notBegun: 2 } as const;

const isKind = (text: string | undefined): text is TickKind | undefined =>
  text === undefined || tickKinds.some((kind) => kind === text);

const parseCommand = (args: readonly string[]): OneShotOrder | undefined => {
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

const run = (config: Config, order: OneShotOrder): Promise<readonly OneShotOutcome[]> =>
  withFoundation(config, {}, async ({ surroundings, stop }) => {
    const ended = Promise.withResolvers<never>();
    const interrupt = (): void => ended.reject(new Error('interrupted; the next tick goes on where this one stopped'));
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    // What nobody else would apply is applied here.
    if (surroundings.isAlone) {
      const basis = await startPriceBasis(config, surroundings);
      await startWorkers({ ...config, roles: new Set(['worker']) }, surroundings, basis);
    }
    const outcomes = await Promise.race([runOneShot(config, order, surroundings), ended.promise]);
    await stop();
    return outcomes;
  });

const inWords = ({ credentialId, tick, isSuccess, reason }: OneShotOutcome): string => {
  const { items = 0, prices = 0, stocks = 0, pages = 0 } = tick?.counters ?? {};
  const counts = `${pages} pages, ${items} items, ${prices} prices, ${stocks} stocks`;
  return `tick: ${credentialId}: ${isSuccess ? 'success' : `failure (${reason})`}, ${counts}\n`;
};

const order = parseCommand(process.argv.slice(2));
if (order === undefined) {
  process.stderr.write(usage);
  process.exit(exitStatus.notBegun);
}
try {
  const outcomes = await run(loadConfig(), order);
  for (const outcome of outcomes) process.stderr.write(inWords(outcome));
  process.exit(outcomes.every(({ isSuccess }) => isSuccess) ? exitStatus.success : exitStatus.failure);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof Failure || error instanceof Error;
  process.stderr.write(`tick: ${isExpected ? error.message : String(error)}\n`);
  process.exit(exitStatus.notBegun);
}
