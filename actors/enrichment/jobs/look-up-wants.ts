import type { ClaimedJob, EnrichmentQueue, OutcomesByCustomer } from '../../../domain/enrichment/ports.ts';
import type { IdentifiedWant } from '../../../domain/wants/part-want.ts';
import {
  answerHoldsMs,
  type PartWants,
  type WantLookup,
  type WantLookupState,
  type WantOrder,
} from '../../../domain/wants/ports.ts';
import type { StepOutcome } from '../job-kind.ts';
import { type AskingDependencies, isNudging, waitMs } from './ask-suppliers.ts';

/**
 * Asks suppliers for parts that may have no product. Done when each credential has answered or
 * cannot be reached, and what it found is applied and matched. What was answered within a day is
 * not asked again, whoever wanted it.
 */

/** What looking wants up needs from outside. */
export interface WantJobDependencies extends Pick<AskingDependencies, 'nudge' | 'now'> {
  readonly wants: Pick<PartWants, 'ask' | 'survey'>;
  readonly requesters: EnrichmentQueue['requesters'];
}

type State = WantLookupState['kind'];

const countOf = (lookups: readonly WantLookup[], ...states: readonly State[]): number =>
  lookups.filter(({ state }) => states.includes(state.kind)).length;

/** What a customer is told: look-ups by what became of them. */
const countsOf = (lookups: readonly WantLookup[]) => ({
  asked: lookups.length,
  answered: countOf(lookups, 'found', 'not_carried', 'applying'),
  found: countOf(lookups, 'found', 'applying'),
  unreachable: countOf(lookups, 'unreachable', 'cannot_be_asked'),
});

const isUnreachable = (lookups: readonly WantLookup[]): boolean =>
  lookups.length > 0 && countOf(lookups, 'unreachable', 'cannot_be_asked') === lookups.length;

const outcomesOf = (surveys: ReadonlyMap<string, readonly WantLookup[]>): OutcomesByCustomer =>
  new Map(
    [...surveys].map(([customerId, lookups]) => [
      customerId,
      isUnreachable(lookups)
        ? { kind: 'failed', reason: 'unreachable' }
        : { kind: 'completed', result: { counts: countsOf(lookups), changes: [] } },
    ]),
  );

const looksOf = ({ checkpoint }: ClaimedJob): number => (checkpoint as { looks: number } | undefined)?.looks ?? 0;

/** One step of a job that wants parts. */
export const lookUpWants = async (
  claimed: ClaimedJob,
  wanted: readonly IdentifiedWant[],
  { wants, requesters, nudge, now }: WantJobDependencies,
): Promise<StepOutcome> => {
  const { job, cause } = claimed;
  const order: WantOrder = {
    wants: wanted,
    customerIds: await requesters(job.id),
    priority: job.priority,
    since: new Date(job.createdAt.getTime() - answerHoldsMs),
    now: now(),
    cause,
  };
  const suppliers = await wants.ask(order);
  const surveys = await wants.survey(order);
  const all = [...surveys.values()].flat();
  const open = countOf(all, 'waiting', 'applying');
  if (open > 0) {
    const looks = looksOf(claimed);
    if (isNudging(looks)) suppliers.forEach(nudge);
    return {
      kind: 'continues',
      progress: { done: all.length - open, known: all.length + 1 },
      checkpoint: { looks: looks + 1 },
      waitMs: waitMs(looks),
    };
  }
  const told = outcomesOf(surveys);
  if (isUnreachable(all)) return { kind: 'failed', reason: 'unreachable', told };
  return { kind: 'done', result: { counts: countsOf(all), changes: [] }, told };
};
