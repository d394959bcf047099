import { parseArgs } from 'node:util';
import { withTickSpan } from '../../actors/connector/tick-context.ts';
import { runOneTick } from '../../actors/one-shot.ts';
import { abortable } from '../../concurrency/abortable.ts';
import { sleep } from '../../concurrency/delay.ts';
import { notFound, reasonOf } from '../../domain/errors.ts';
import { type Tick, type TickKind, tickKinds } from '../../domain/ingestion/tick.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { listenForStop } from '../stop-signals.ts';
import { startActorSystem } from '../wire/actor-system.ts';
import { connectorDependencies } from '../wire/ingesting.ts';
import { startPriceBasis } from '../wire/price-basis.ts';
import type { WorkerDependencies } from '../wire/worker-dependencies.ts';
import { startWorkers } from '../wire/workers.ts';
import { withFoundation } from '../wire.ts';
import { asksForHelp } from './run-command.ts';

/**
 * `npm run tick -- SUPPLIER`: one tick of every credential of a supplier, and the end. Log lines go
 * to standard output, the last of them the summaries; what is for people goes to standard error.
 * Exit status: 0 when every tick ended well, 1 when one did not, 2 when it could not be begun. The
 * first SIGINT or SIGTERM ends it in good order: with 1 when the tick had begun, else with 2.
 */

/** What to do once. */
interface OneShotCommand {
  readonly supplierId: string;
  /** Left out: the widest that the supplier has. */
  readonly kind: TickKind | undefined;
}

/** What became of the tick of one credential. */
interface OneShotOutcome {
  readonly credentialId: string;
  /** Undefined when there was none. */
  readonly tick: Tick | undefined;
  readonly isSuccess: boolean;
  readonly reason: string | undefined;
}

/**
 * Does one tick of every credential of a supplier, all at the same time, and logs the summary of
 * each. Resolves when they have ended, and in a process that has the database for itself when
 * everything they have brought is applied too. Rejects with `not_found` for a supplier that does
 * not exist or has no credential. Once `asked` is aborted nothing is waited for any more.
 */
const runOneShot = async (
  config: Config,
  { supplierId, kind }: OneShotCommand,
  surroundings: WorkerDependencies,
  asked: AbortSignal,
): Promise<readonly OneShotOutcome[]> => {
  const { stores, bus, log, teardown, isAlone } = surroundings;
  const supplier = (await stores.suppliers.suppliers()).find(({ id }) => id === supplierId);
  if (supplier === undefined) throw notFound('supplier', supplierId);
  const credentials = await stores.suppliers.credentials(supplier);
  if (credentials.length === 0) throw notFound('credential of supplier', supplierId);
  const system = startActorSystem(surroundings);
  teardown.add('one-shot actors', () => system.stop(config.shutdownDeadlineMs));
  const deps = connectorDependencies(config, surroundings);
  const outcomes = await Promise.all(
    credentials.map((credential) =>
      runOneTick(system, { supplier, credential, kind }, deps).then(
        (tick) => outcomeOf(credential.id, tick),
        (error: unknown) => ({
          credentialId: credential.id,
          tick: undefined,
          isSuccess: false,
          reason: error instanceof Error ? error.message : 'unknown',
        }),
      ),
    ),
  );
  for (const outcome of outcomes)
    inTraceOf(outcome, () => log.info('ingestion.bulk_snapshot.tick.summary', summaryOf(supplierId, outcome)));
  while (isAlone && !asked.aborted && (await bus.lag('OBSERVATIONS', 'normalizer')) > 0)
    await sleep(lookAgainMs, asked);
  return outcomes;
};

/** Within the trace of its tick; of one that did not begin there is none. */
const inTraceOf = ({ tick }: OneShotOutcome, work: () => void): void =>
  tick === undefined ? work() : withTickSpan(tick, work);

const lookAgainMs = 50;

const outcomeOf = (credentialId: string, tick: Tick): OneShotOutcome => {
  const isSuccess = tick.state.kind === 'finished' && tick.state.outcome === 'success';
  const reason = tick.state.kind === 'finished' && tick.state.outcome === 'failure' ? tick.state.reason : undefined;
  return { credentialId, tick, isSuccess, reason };
};

const summaryOf = (supplier: string, { credentialId, tick, isSuccess, reason }: OneShotOutcome) => ({
  supplier,
  credential_ref: credentialId,
  event_type: 'summary',
  state: 'completed',
  outcome: isSuccess ? 'success' : 'failure',
  reason,
  job_id: tick?.runId ?? null,
  tick_kind: tick?.kind,
  duration_ms: tick?.state.kind === 'finished' ? tick.state.at.getTime() - tick.startedAt.getTime() : undefined,
  item_count: tick?.counters.items,
  price_count: tick?.counters.prices,
  stock_count: tick?.counters.stocks,
  warehouse_count: tick?.counters.warehouses,
  page_count: tick?.counters.pages,
});

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
