import { withTickSpan } from '../../actors/connector/tick-context.ts';
import { runOneTick } from '../../actors/one-shot.ts';
import { sleep } from '../../concurrency/delay.ts';
import { notFound } from '../../domain/errors.ts';
import type { Tick, TickKind } from '../../domain/ingestion/tick.ts';
import type { Config } from '../config/config.ts';
import { startActorSystem } from '../wire/actor-system.ts';
import { connectorDependencies } from '../wire/ingesting.ts';
import type { WorkerDependencies } from '../wire/worker-dependencies.ts';

/** What to do once. */
export interface OneShotCommand {
  readonly supplierId: string;
  /** Left out: the widest that the supplier has. */
  readonly kind: TickKind | undefined;
}

/** What became of the tick of one credential. */
export interface OneShotOutcome {
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
export const runOneShot = async (
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
