import { isFailure } from '../../domain/errors.ts';
import { type EstimateDraft, productsOf } from '../../domain/estimate/draft.ts';
import type { EstimateFailure } from '../../domain/estimate/estimate.ts';
import { changedLines, type EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { ClaimedEstimate, EstimateQueue, EstimateTask, EstimateWork } from '../../domain/estimate/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { lookAgainMs } from '../../domain/wants/look.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type LeasedWorkMessage, type LeasedWorkState, leasedWork, type Stepped } from '../held-work/leased-work.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { askAboutLines, type LineLookUpDependencies, lookAtAnswers } from './look-up-lines.ts';
import type { SourceParsed } from './parse-source.ts';
import type { EstimateSteps } from './steps.ts';

/**
 * The actor of one estimate that this process has in hand (`held-work/leased-work.ts`): it parses,
 * or optimises, or asks suppliers about unknown parts, or recomputes. A list of which parts are
 * unknown is shown with a basket of what is known, and again as answers come, before it is ready;
 * another process that takes it over begins with a basket. A recomputation never ends a ready
 * estimate: at worst the next change tries again.
 */

/** What the actor needs from outside. */
export interface EstimateDependencies {
  readonly queue: EstimateQueue;
  readonly steps: EstimateSteps;
  readonly lookUps: Omit<LineLookUpDependencies, 'now'>;
  /** Told when watchers can see a difference. */
  readonly onChange: (estimateId: string) => void;
  /** The context of the work that runs now. */
  readonly newContext: () => WriteContext;
  readonly metrics: Metrics['estimates'];
  readonly log: Logger;
  readonly now: () => Date;
  /**
   * Time for everything from the claim on but waiting for suppliers; then the estimate ends as
   * `timeout`.
   */
  readonly limitMs: number;
}

type EstimateStepped = Stepped<EstimateWork, EstimateFailure>;

/** So many changes of hands before an end mean that the work itself brings processes down. */
const maxClaims = 60;

/** The steps and ends of one estimate, each of which stores what it came to. */
const createWork = (claimed: ClaimedEstimate, deps: EstimateDependencies) => {
  const { queue, steps, log, metrics, onChange, newContext } = deps;
  const { id, request, caller } = claimed;
  const estimate: EstimateTask = { id, request, caller };
  const { mode } = request;
  const lookUps: LineLookUpDependencies = { ...deps.lookUps, now: deps.now };

  const ended = (status: 'ready' | 'error'): EstimateStepped => {
    metrics.ended.inc({ mode, status });
    metrics.duration.observe({ mode }, (deps.now().getTime() - claimed.createdAt.getTime()) / 1_000);
    onChange(id);
    return { kind: 'ended' };
  };

  const fail = async (reason: EstimateFailure, detail?: string): Promise<EstimateStepped> => {
    await queue.fail(claimed, reason, detail, newContext());
    metrics.failed.inc({ reason });
    log.warn('estimate.failed', { estimate_id: id, reason });
    return ended('error');
  };

  const parsed = async (source: SourceParsed): Promise<EstimateStepped> => {
    if (source.kind === 'failed') return fail(source.reason, source.detail);
    const { draft } = source;
    await queue.parsed(claimed, draft, productsOf(draft), newContext());
    onChange(id);
    if (draft.lookUp !== undefined) await askAboutLines(claimed, draft.lookUp, lookUps);
    return { kind: 'continues', work: { kind: 'optimise', draft }, waitMs: 0 };
  };

  const optimised = async ({ lookUp, ...draft }: EstimateDraft, outcome: EstimateOutcome): Promise<EstimateStepped> => {
    if (lookUp !== undefined) {
      await better(outcome);
      return { kind: 'continues', work: { kind: 'look_up', draft: { ...draft, lookUp }, looks: 0 }, waitMs: 0 };
    }
    await queue.ready(claimed, outcome, [], newContext());
    metrics.gap.observe({ mode }, outcome.certificate.gap);
    return ended('ready');
  };

  const lookedUp = async (
    { draft, looks }: Extract<EstimateWork, { kind: 'look_up' }>,
    signal: AbortSignal,
  ): Promise<EstimateStepped> => {
    if (draft.lookUp === undefined) return { kind: 'continues', work: { kind: 'optimise', draft }, waitMs: 0 };
    const asked = { draft, lookUp: draft.lookUp, looks };
    const look = await lookAtAnswers(claimed, asked, { ...lookUps, resolve: steps.resolve }, signal);
    if (look.isNews || look.isToChoose) {
      await queue.lookedUp(claimed, look.draft, productsOf(look.draft));
      onChange(id);
    }
    return look.isToChoose
      ? { kind: 'continues', work: { kind: 'optimise', draft: look.draft }, waitMs: 0 }
      : {
          kind: 'continues',
          work: { kind: 'look_up', draft: look.draft, looks: looks + 1 },
          waitMs: lookAgainMs(looks),
        };
  };

  const better = async (outcome: EstimateOutcome): Promise<void> => {
    await queue.publishBetter(claimed, outcome);
    onChange(id);
  };

  const recomputed = async (before: EstimateOutcome, outcome: EstimateOutcome): Promise<void> => {
    const changed = changedLines(before, outcome);
    const isSame = changed.length === 0 && before.total === outcome.total;
    metrics.recomputed.inc({ outcome: isSame ? 'unchanged' : 'changed' });
    if (isSame) return queue.unchanged(claimed, outcome);
    await queue.ready(claimed, outcome, changed, newContext());
    onChange(id);
  };

  return {
    step: async (work: EstimateWork, signal: AbortSignal): Promise<EstimateStepped> => {
      switch (work.kind) {
        case 'parse':
          return parsed(await steps.parse(estimate, signal));
        case 'optimise': {
          const outcome = await steps.choose({ draft: work.draft, estimate, publish: better }, signal);
          return optimised(work.draft, outcome);
        }
        case 'look_up':
          return lookedUp(work, signal);
        case 'recompute':
          await recomputed(work.outcome, await steps.choose({ draft: work.draft, estimate }, signal));
          return { kind: 'ended' };
      }
    },

    /** A ready estimate keeps what it shows; the hold ends with it. */
    end: async (reason: EstimateFailure, work: EstimateWork): Promise<void> => {
      if (work.kind !== 'recompute') return void (await fail(reason));
      metrics.recomputed.inc({ outcome: 'failed' });
      await queue.unchanged(claimed, work.outcome);
    },
  };
};

/** Makes the actor of an estimate; `onLeft` is called when this process has finished with it. */
export const estimateActor = (
  claimed: ClaimedEstimate,
  deps: EstimateDependencies,
  onLeft: () => void,
): Behaviour<LeasedWorkMessage<EstimateWork, EstimateFailure>, LeasedWorkState<EstimateWork>> => {
  const { id, work, token, cause } = claimed;
  return leasedWork<EstimateWork, EstimateFailure>({
    family: 'estimate',
    id,
    cause,
    work,
    endAtStart: token > maxClaims && work.kind !== 'recompute' ? 'internal' : undefined,
    limitMs: () => deps.limitMs + (claimed.request.lookUpMs ?? 0),
    operationOf: ({ kind }) => `estimate.${kind}`,
    ...createWork(claimed, deps),
    endOfFault: (error) => (isFailure(error, 'too_large') ? 'too_large' : 'internal'),
    endOfTime: ({ kind }, failures) => (failures > 0 && kind !== 'parse' ? 'prices_unavailable' : 'timeout'),
    pause: { initialMs: 100, maxMs: 5_000 },
    onFault: (err, { kind }) => deps.log.warn('estimate.step.failed', { estimate_id: id, work: kind, err }),
    onLeft,
  });
};
