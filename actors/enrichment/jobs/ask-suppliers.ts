import type { JobResult } from '../../../domain/enrichment/job.ts';
import type {
  ClaimedJob,
  OutcomesByCustomer,
  RefreshOrder,
  RefreshRequests,
  RefreshSurvey,
} from '../../../domain/enrichment/ports.ts';
import type { StreamPosition } from '../../../domain/stream-position.ts';
import type { StepOutcome } from '../job-kind.ts';

/**
 * How suppliers are asked and waited for, in three stages that the checkpoint tells apart:
 *
 * - `asking`: the questions are in the connectors' queues, and are put there again with every look,
 *   which changes nothing for those that are answered: somebody who joins brings credentials of
 *   their own.
 * - `applying`: everything is answered; what the answers said is in the stream of observations up
 *   to a position. The stage ends when everything up to it is settled, so that the job ends after
 *   its observations are applied, and not when they were sent.
 * - `matching`, of discovery alone: offers that the answers made known wait for their match.
 */

/** What asking needs from outside. */
export interface AskingDependencies {
  readonly requests: Pick<RefreshRequests, 'ask' | 'survey' | 'visibleOffersByCustomer' | 'unmatched'>;
  /** How far the observations have been applied. */
  readonly position: () => Promise<StreamPosition>;
  /** Tells the connectors of a supplier to look at what is wanted of them. */
  readonly nudge: (supplierId: string) => void;
  readonly now: () => Date;
}

/** Where such a job stands. */
type Checkpoint =
  | { readonly stage: 'asking'; readonly looks: number }
  | { readonly stage: 'applying'; readonly until: number; readonly survey: RefreshSurvey }
  | { readonly stage: 'matching'; readonly until: string; readonly survey: RefreshSurvey };

const first: Checkpoint = { stage: 'asking', looks: 0 };

/**
 * How soon a job looks again: soon at first, since most suppliers answer within a second; later
 * seldom.
 */
export const waitMs = (looks: number): number => Math.min(100 * 1.3 ** looks, 5_000);

const settlingMs = 50;

/** Whom a job asks, and about what. */
export const orderOf = ({ job, cause }: ClaimedJob): RefreshOrder => ({
  jobId: job.id,
  cause,
  target: job.target,
  priority: job.priority,
  since: job.createdAt,
  isDiscovery: job.type === 'discovery',
  isLookUpOnly: job.type === 'refresh_characteristics',
});

/** One step of a job that asks suppliers. */
export const askSuppliers = async (claimed: ClaimedJob, deps: AskingDependencies): Promise<StepOutcome> => {
  const order = orderOf(claimed);
  const checkpoint = (claimed.checkpoint as Checkpoint | undefined) ?? first;
  switch (checkpoint.stage) {
    case 'asking':
      return ask(order, checkpoint.looks, deps);
    case 'applying': {
      const { settled } = await deps.position();
      if (settled < checkpoint.until) return continueFrom(checkpoint, settlingMs);
      if (!order.isDiscovery) return done(order, checkpoint.survey, deps);
      return continueFrom({ stage: 'matching', until: deps.now().toISOString(), survey: checkpoint.survey }, 0);
    }
    case 'matching': {
      const waiting = await deps.requests.unmatched(order, new Date(checkpoint.until));
      return waiting > 0 ? continueFrom(checkpoint, settlingMs) : done(order, checkpoint.survey, deps);
    }
  }
};

const ask = async (order: RefreshOrder, looks: number, deps: AskingDependencies): Promise<StepOutcome> => {
  const suppliers = await deps.requests.ask(order);
  const { all: survey, byCustomer } = await deps.requests.survey(order);
  const { known, answered, unreachable } = survey;
  if (isUnreachable(survey)) return { kind: 'failed', reason: 'unreachable', told: outcomesByCustomer(byCustomer) };
  if (answered + unreachable < known) {
    // Connectors also poll, in case the signal was lost.
    if (isNudging(looks)) suppliers.forEach(deps.nudge);
    return {
      kind: 'continues',
      progress: { done: answered + unreachable, known: known + 1 },
      checkpoint: { stage: 'asking', looks: looks + 1 },
      waitMs: waitMs(looks),
    };
  }
  // After the answers, which were published before they counted as answers.
  const { newest } = await deps.position();
  return continueFrom({ stage: 'applying', until: newest, survey }, 0);
};

/** At once, and then less and less often. */
export const isNudging = (looks: number): boolean => Number.isInteger(Math.log2(looks + 1));

const continueFrom = (checkpoint: Exclude<Checkpoint, { stage: 'asking' }>, waitMs: number): StepOutcome => {
  const { answered, unreachable, known } = checkpoint.survey;
  return { kind: 'continues', progress: { done: answered + unreachable, known: known + 1 }, checkpoint, waitMs };
};

const isUnreachable = ({ known, unreachable }: RefreshSurvey): boolean => known > 0 && unreachable === known;

/** What a job that asks came to, by its survey. */
export const countsOf = ({ known, answered, unreachable }: RefreshSurvey) => ({ asked: known, answered, unreachable });

const resultOf = (survey: RefreshSurvey): JobResult => ({ counts: countsOf(survey), changes: [] });

/** What each customer is told: the same as if the job had been its own alone. */
const outcomesByCustomer = (surveys: ReadonlyMap<string, RefreshSurvey>): OutcomesByCustomer =>
  new Map(
    [...surveys].map(([customerId, survey]) => [
      customerId,
      isUnreachable(survey)
        ? { kind: 'failed', reason: 'unreachable' }
        : { kind: 'completed', result: resultOf(survey) },
    ]),
  );

const done = async (
  order: RefreshOrder,
  survey: RefreshSurvey,
  { requests }: AskingDependencies,
): Promise<StepOutcome> => {
  const { byCustomer } = await requests.survey(order);
  return { kind: 'done', result: resultOf(survey), told: outcomesByCustomer(byCustomer) };
};
