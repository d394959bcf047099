import { isFailure } from '../../domain/errors.ts';
import { areTablesEqual } from '../../domain/estimate/basket-table.ts';
import { answersIn, type EstimateDraft, productsLackingAlternates, productsOf } from '../../domain/estimate/draft.ts';
import type { Estimate, EstimateFailure, EstimateState } from '../../domain/estimate/estimate.ts';
import { changedLines, type EstimateOutcome } from '../../domain/estimate/outcome.ts';
import type { ClaimedEstimate, EstimateQueue, EstimateTask, EstimateWork } from '../../domain/estimate/ports.ts';
import { estimateSize } from '../../domain/estimate/size.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { lookAgainMs } from '../../domain/wants/look.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type LeasedWorkMessage, type LeasedWorkState, leasedWork, type Stepped } from '../held-work/leased-work.ts';
import type { PieceTells } from '../held-work/work-puller.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { askAboutLines, boundLines, type LineLookUpDependencies, lookAtAnswers } from './look-up-lines.ts';
import type { SourceParsed } from './parse-source.ts';
import type { EstimateSteps } from './steps.ts';

/**
 * The actor of one estimate that this process has in hand (`held-work/leased-work.ts`): it parses,
 * or optimises, or asks suppliers about unknown parts, or recomputes. A list of which parts are
 * unknown is shown with a basket of what is known, and again as answers come, before it is ready;
 * whoever claims it then begins with a basket. Once it has waited for suppliers, it is given up
 * when there is a basket to choose, and claimed again in its turn: to optimise takes a place,
 * whoever answers when. After a change of its owner's the basket is chosen again from the draft as
 * it is kept. A recomputation never ends a ready estimate: at worst the next change tries again.
 */

/** What the actor needs from outside. */
export interface EstimateDependencies {
  readonly queue: EstimateQueue;
  readonly steps: EstimateSteps;
  readonly lookUps: Omit<LineLookUpDependencies, 'now'>;
  /** Publishes what was stored, where watchers can see a difference. */
  readonly publish: (estimate: Estimate) => void;
  /** Tells watchers to read what was stored. */
  readonly signal: (estimateId: string, version: number) => void;
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

/** Every answer of a supplier may be one more, for which the estimate is given up in good order. */
const claimsOf = (work: EstimateWork): number => maxClaims + (work.kind === 'parse' ? 0 : answersIn(work.draft));

/** An estimate in hand, and what it is worked on with. */
interface InHand extends EstimateDependencies, Pick<PieceTells, 'onWaiting'> {
  readonly claimed: ClaimedEstimate;
}

const taskOf = ({ id, request, caller }: ClaimedEstimate): EstimateTask => ({ id, request, caller });

const optimise = (draft: EstimateDraft): EstimateStepped => ({
  kind: 'continues',
  work: { kind: 'optimise', draft },
  waitMs: 0,
});

const lookUp = (draft: EstimateDraft, looks: number, waitMs: number): EstimateStepped => ({
  kind: 'continues',
  work: { kind: 'look_up', draft, looks },
  waitMs,
});

const publish = ({ claimed, publish: tell }: InHand, version: number, state: EstimateState): void => {
  const { id, caller, request, createdAt } = claimed;
  tell({ id, customerId: caller.customerId, request, createdAt, version, state });
};

const ended = (
  { claimed, metrics, now }: InHand,
  status: 'ready' | 'error',
  draft: EstimateDraft | undefined,
): EstimateStepped => {
  const { mode } = claimed.request;
  metrics.ended.inc({ mode, status });
  const size = estimateSize(draft?.lines.length);
  metrics.duration.observe({ mode, size }, (now().getTime() - claimed.createdAt.getTime()) / 1_000);
  return { kind: 'ended' };
};

const fail = async (
  inHand: InHand,
  reason: EstimateFailure,
  {
    detail,
    draft,
    read,
  }: {
    readonly detail?: string | undefined;
    readonly draft?: EstimateDraft | undefined;
    readonly read?: EstimateDraft | undefined;
  } = {},
): Promise<EstimateStepped> => {
  const { claimed, queue, metrics, log, signal, newContext } = inHand;
  signal(claimed.id, await queue.fail(claimed, reason, detail, newContext(), read));
  metrics.failed.inc({ reason });
  log.warn('estimate.failed', { estimate_id: claimed.id, reason });
  return ended(inHand, 'error', draft);
};

const parsed = async (inHand: InHand, source: SourceParsed): Promise<EstimateStepped> => {
  if (source.kind === 'failed') return fail(inHand, source.reason, source);
  const { claimed, queue, newContext, lookUps, now } = inHand;
  const draft = await boundLines(claimed, source.draft, { ...lookUps, now });
  const version = await queue.parsed(claimed, draft, productsOf(draft), newContext());
  publish(inHand, version, { kind: 'optimizing', draft, outcome: undefined });
  if (draft.lookUp !== undefined) await askAboutLines(claimed, draft.lookUp, { ...lookUps, now });
  return optimise(draft);
};

const better = async (inHand: InHand, draft: EstimateDraft, outcome: EstimateOutcome): Promise<void> => {
  const version = await inHand.queue.publishBetter(inHand.claimed, outcome);
  publish(inHand, version, { kind: 'optimizing', draft, outcome });
};

const ready = async (
  inHand: InHand,
  draft: EstimateDraft,
  outcome: EstimateOutcome,
  changed: readonly number[],
): Promise<void> => {
  const version = await inHand.queue.ready(inHand.claimed, outcome, changed, inHand.newContext());
  publish(inHand, version, { kind: 'ready', draft, outcome, changedLines: changed });
};

const optimised = async (inHand: InHand, draft: EstimateDraft, outcome: EstimateOutcome): Promise<EstimateStepped> => {
  if (draft.lookUp !== undefined) {
    await better(inHand, draft, outcome);
    return lookUp(draft, 0, 0);
  }
  await ready(inHand, draft, outcome, []);
  inHand.metrics.gap.observe({ mode: inHand.claimed.request.mode }, outcome.certificate.gap);
  return ended(inHand, 'ready', draft);
};

/**
 * From the first wait for suppliers to the next basket an estimate takes no place, neither of this
 * process's nor of its customer's.
 */
const waitMore = async (
  { claimed, queue, onWaiting }: InHand,
  draft: EstimateDraft,
  looks: number,
): Promise<EstimateStepped> => {
  if (looks === 0) {
    await queue.waits(claimed);
    onWaiting();
  }
  return lookUp(draft, looks + 1, lookAgainMs(looks));
};

/**
 * After the first look it still has its place. After any other it has none, and gets one like all
 * that wait: claimed in the order of its customer's, within what that one and a process may have.
 */
const chooseAgain = async (
  { claimed, queue }: InHand,
  draft: EstimateDraft,
  looks: number,
): Promise<EstimateStepped> => {
  if (looks === 0) return optimise(draft);
  await queue.release([claimed]);
  return { kind: 'ended' };
};

const lookedUp = async (
  inHand: InHand,
  { draft, looks }: Extract<EstimateWork, { kind: 'look_up' }>,
  signal: AbortSignal,
): Promise<EstimateStepped> => {
  const { claimed, queue, steps, signal: tell, lookUps, now } = inHand;
  if (draft.lookUp === undefined) return optimise(draft);
  const asked = { draft, lookUp: draft.lookUp, looks };
  const look = await lookAtAnswers(claimed, asked, { ...lookUps, now, resolve: steps.resolve }, signal);
  if (look.isNews || look.isToChoose)
    tell(claimed.id, await queue.redraft(claimed, look.draft, productsOf(look.draft)));
  return look.isToChoose ? chooseAgain(inHand, look.draft, looks) : waitMore(inHand, look.draft, looks);
};

/** The draft with the alternates of products that a change has chosen; watchers see them. */
const withAlternates = async (
  { claimed, queue, steps, signal: tell }: InHand,
  draft: EstimateDraft,
  signal: AbortSignal,
): Promise<EstimateDraft> => {
  if (productsLackingAlternates(draft).length === 0) return draft;
  const found = await steps.findAlternates(taskOf(claimed), draft, signal);
  tell(claimed.id, await queue.redraft(claimed, found, productsOf(found)));
  return found;
};

/**
 * Looks for alternates too: a process of the release before makes an estimate ready without those
 * of a product that a change has chosen.
 */
const recomputed = async (
  inHand: InHand,
  { draft: kept, outcome: before }: Extract<EstimateWork, { kind: 'recompute' }>,
  signal: AbortSignal,
): Promise<EstimateStepped> => {
  const { claimed, queue, steps, metrics } = inHand;
  const draft = await withAlternates(inHand, kept, signal);
  const outcome = await steps.choose({ draft, estimate: taskOf(claimed) }, signal);
  const changed = changedLines(before, outcome);
  const isSame = changed.length === 0 && before.total === outcome.total && areTablesEqual(before, outcome);
  metrics.recomputed.inc({ outcome: isSame ? 'unchanged' : 'changed' });
  if (isSame) await queue.unchanged(claimed, outcome);
  else await ready(inHand, draft, outcome, changed);
  return { kind: 'ended' };
};

const revised = async (
  inHand: InHand,
  { draft: changed, outcome: before }: Extract<EstimateWork, { kind: 'revise' }>,
  signal: AbortSignal,
): Promise<EstimateStepped> => {
  const { claimed, queue, steps, metrics } = inHand;
  const draft = await withAlternates(inHand, changed, signal);
  if (draft === changed) await queue.restOn(claimed, productsOf(draft));
  const show = (shown: EstimateOutcome) => better(inHand, draft, shown);
  const outcome = await steps.choose({ draft, estimate: taskOf(claimed), publish: show }, signal);
  metrics.recomputed.inc({ outcome: 'changed' });
  await ready(inHand, draft, outcome, changedLines(before, outcome));
  return { kind: 'ended' };
};

/** Makes a step and stores what it came to. */
const step = async (inHand: InHand, work: EstimateWork, signal: AbortSignal): Promise<EstimateStepped> => {
  const { steps } = inHand;
  const estimate = taskOf(inHand.claimed);
  switch (work.kind) {
    case 'parse':
      return parsed(inHand, await steps.parse(estimate, signal));
    case 'optimise': {
      const { draft } = work;
      const show = (outcome: EstimateOutcome) => better(inHand, draft, outcome);
      return optimised(inHand, draft, await steps.choose({ draft, estimate, publish: show }, signal));
    }
    case 'look_up':
      return lookedUp(inHand, work, signal);
    case 'revise':
      return revised(inHand, work, signal);
    case 'recompute':
      return recomputed(inHand, work, signal);
  }
};

/** Stores an end. A ready estimate keeps what it shows; the hold ends with it. */
const end = async (inHand: InHand, reason: EstimateFailure, work: EstimateWork): Promise<void> => {
  if (work.kind !== 'recompute')
    return void (await fail(inHand, reason, { draft: work.kind === 'parse' ? undefined : work.draft }));
  inHand.metrics.recomputed.inc({ outcome: 'failed' });
  await inHand.queue.unchanged(inHand.claimed, work.outcome);
};

/** Makes the actor of an estimate. */
export const estimateActor = (
  claimed: ClaimedEstimate,
  deps: EstimateDependencies,
  { onLeft, onWaiting }: PieceTells,
): Behaviour<LeasedWorkMessage<EstimateWork, EstimateFailure>, LeasedWorkState<EstimateWork>> => {
  const { id, work, token, cause } = claimed;
  const inHand = { ...deps, claimed, onWaiting };
  return leasedWork<EstimateWork, EstimateFailure>({
    family: 'estimate',
    id,
    cause,
    work,
    endAtStart: token > claimsOf(work) && work.kind !== 'recompute' && work.kind !== 'revise' ? 'internal' : undefined,
    limitMs: () => deps.limitMs + (claimed.request.lookUpMs ?? 0),
    operationOf: ({ kind }) => `estimate.${kind}`,
    step: (work, signal) => step(inHand, work, signal),
    end: (reason, work) => end(inHand, reason, work),
    endOfFault: (error) => (isFailure(error, 'too_large') ? 'too_large' : 'internal'),
    endOfTime: ({ kind }, failures) => (failures > 0 && kind !== 'parse' ? 'prices_unavailable' : 'timeout'),
    pause: { initialMs: 100, maxMs: 5_000 },
    onFault: (err, { kind }) => deps.log.warn('estimate.step.failed', { estimate_id: id, work: kind, err }),
    onLeft,
  });
};
