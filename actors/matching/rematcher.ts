import type { MatchPolicy } from '../../domain/matching/decide-offer.ts';
import type { MatchStore } from '../../domain/matching/ports.ts';
import type { RematchRun, RematchRuns } from '../../domain/matching/rematch-ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import { decideOffers } from './decide-offers.ts';

/**
 * The rematcher: decides offers again that were decided before, because it is time, a profile or
 * alias has changed, or there are new products. A step is one batch of the run under way: read,
 * decide, and write with the cursor in one transaction. Between steps it rests for as long as the
 * step took, so that it takes half of what one connection and one core give at most; while many
 * offers wait for their first decision it rests longer, but never stops. A step that fails is made
 * again after a pause; a process that dies leaves the run at its cursor, and the next lease holder
 * continues there.
 */

/** What the rematcher understands. */
export type RematcherMessage =
  | { readonly kind: 'poll' }
  | { readonly kind: 'stepped'; readonly tookMs: number; readonly outcome: StepOutcome }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What a step came to. */
type StepOutcome = 'nothing_to_do' | 'yielded' | 'progressed';

/** What the rematcher needs from outside. */
export interface RematcherDependencies {
  readonly store: Pick<MatchStore, 'evidence'>;
  readonly runs: RematchRuns;
  readonly policy: MatchPolicy;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly newContext: () => WriteContext;
  readonly now: () => Date;
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** From one periodic run to the next. */
  readonly periodicMs: number;
}

const batchSize = 250;
const lookEveryMs = 1_000;
const pauseAfterFailureMs = 1_000;

/** A dead process's run is taken up after that long. */
const leaseTtlMs = 10_000;

/** While the backlog is busy a step is made this seldom. */
const stepAtLeastEveryMs = 10_000;

/** Makes the rematcher actor. */
export const rematcherActor = (deps: RematcherDependencies): Behaviour<RematcherMessage, undefined> => {
  const step = createStepper(deps);
  const work = (context: Context<RematcherMessage>): undefined => {
    const begin = performance.now();
    context.perform(
      step,
      (outcome) => ({ kind: 'stepped', tookMs: performance.now() - begin, outcome }),
      (error) => ({ kind: 'failed', error }),
    );
    return undefined;
  };
  const rest = (context: Context<RematcherMessage>, delayMs: number): undefined => {
    context.schedule('poll', delayMs, { kind: 'poll' });
    return undefined;
  };
  return {
    family: 'rematcher',
    mailboxCapacity: 16,
    start: work,
    receive: (_, message, context) => {
      switch (message.kind) {
        case 'poll':
          return work(context);
        case 'stepped':
          return rest(context, message.outcome === 'progressed' ? message.tookMs : lookEveryMs);
        case 'failed':
          deps.log.warn('matching.rematch.failed', { err: message.error });
          return rest(context, pauseAfterFailureMs);
      }
    },
  };
};

/** Makes steps of whatever run is due. */
export const createStepper = (deps: RematcherDependencies): (() => Promise<StepOutcome>) => {
  let lastStepAt = 0;
  return async () => {
    await deps.runs.requestPeriodic(deps.periodicMs);
    const run = await deps.runs.claim(deps.owner, leaseTtlMs);
    if (run === undefined) return 'nothing_to_do';
    const isDue = deps.now().getTime() - lastStepAt >= stepAtLeastEveryMs;
    if (!isDue && (await deps.runs.isBacklogBusy())) return 'yielded';
    lastStepAt = deps.now().getTime();
    await makeStep(run, deps);
    return 'progressed';
  };
};

const makeStep = async (run: RematchRun, deps: RematcherDependencies): Promise<void> => {
  const { runs, metrics, log, owner, newContext, now } = deps;
  const offers = await runs.batch(run, batchSize);
  const decisions = await decideOffers(offers, deps);
  const after = await runs.advance({ run, owner, decisions, context: newContext(), now: now() });
  for (const { confidence } of decisions) metrics.matching.rematchDecisions.inc({ confidence });
  if (after.finishedAt === undefined) return;
  metrics.matching.rematchRuns.inc({ trigger: run.trigger });
  // Most new products concern no offer.
  log[after.lookedAt > 0 ? 'info' : 'debug']('matching.rematch.finished', {
    trigger: run.trigger,
    item_count: after.lookedAt,
    changed_count: after.changed,
    duration_ms: after.finishedAt.getTime() - (after.startedAt ?? after.finishedAt).getTime(),
  });
};
