import { type JobType, jobTypes } from '../../domain/enrichment/job-type.ts';
import type { ClaimedJob, EnrichmentQueue } from '../../domain/enrichment/ports.ts';
import { type TurnLimits, turnLimits } from '../../domain/enrichment/turns.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import { type JobDependencies, jobActor } from './job.ts';

/**
 * The supervisor of enrichment jobs in this process. It pulls work: whenever it hears that something was queued, when a job ends,
 * and every second, it claims as many jobs as it has places for, and starts an actor for each. It renews its hold on them while
 * they are under way; a job that it could not keep is let go of, because another process may have it.
 *
 * Store down: jobs in hand go on and cannot keep anything; once the hold is over another process may take them. A process that
 * dies leaves its jobs to the others after the same time; one that stops in good order gives them up at once.
 */

/** What the supervisor understands. */
export type SupervisorMessage =
  /** Something was queued, or it is time to look. */
  | { readonly kind: 'look' }
  | { readonly kind: 'claimed'; readonly jobs: readonly ClaimedJob[] }
  | { readonly kind: 'claim_failed'; readonly error: unknown }
  | { readonly kind: 'job_left'; readonly jobId: string }
  | { readonly kind: 'renew' }
  | { readonly kind: 'renewed'; readonly asked: readonly string[]; readonly kept: readonly string[] }
  | { readonly kind: 'renew_failed'; readonly error: unknown };

/** What the supervisor needs from outside. */
export interface SupervisorDependencies extends JobDependencies {
  readonly queue: EnrichmentQueue;
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** Left out: those of a deployment. */
  readonly limits?: TurnLimits;
  /** Jobs that this process has in hand at most; left out: 256. */
  readonly places?: number;
  /** How long a hold lasts; left out: ten seconds. */
  readonly ttlMs?: number;
}

/** What it holds. */
export interface SupervisorState {
  readonly jobs: ReadonlyMap<string, ClaimedJob>;
  readonly isClaiming: boolean;
  /** Whether to look again as soon as the claim under way is through. */
  readonly isWanted: boolean;
}

const lookEveryMs = 1_000;
const defaultPlaces = 256;
const defaultTtlMs = 10_000;

/** Makes the supervisor. */
export const supervisorActor = (deps: SupervisorDependencies): Behaviour<SupervisorMessage, SupervisorState> => {
  type Ctx = Context<SupervisorMessage>;
  const { queue, owner, limits = turnLimits, places = defaultPlaces, ttlMs = defaultTtlMs, metrics, log } = deps;

  const claim = (state: SupervisorState, context: Ctx): SupervisorState => {
    context.schedule('look', lookEveryMs, { kind: 'look' });
    const free = places - state.jobs.size;
    if (state.isClaiming) return { ...state, isWanted: true };
    if (free <= 0) return state;
    context.perform(
      () => queue.claim({ owner, ttlMs, limits, places: free, now: context.now() }, deps.newContext()),
      (jobs) => ({ kind: 'claimed', jobs }),
      (error) => ({ kind: 'claim_failed', error }),
    );
    return { ...state, isClaiming: true, isWanted: false };
  };

  const begin = (state: SupervisorState, claimed: readonly ClaimedJob[], context: Ctx): SupervisorState => {
    const jobs = new Map(state.jobs);
    for (const each of claimed) {
      const { id } = each.job;
      jobs.set(id, each);
      context.child(
        `${id}/${each.token}`,
        jobActor(each, deps, () => context.self.tell({ kind: 'job_left', jobId: id })),
      );
      deps.onChange(id);
    }
    return measured({ ...state, jobs, isClaiming: false });
  };

  const measured = (state: SupervisorState): SupervisorState => {
    const counts = new Map<JobType, number>();
    for (const { job } of state.jobs.values()) counts.set(job.type, (counts.get(job.type) ?? 0) + 1);
    for (const type of jobTypes) metrics.enrichment.inFlight.set({ type }, counts.get(type) ?? 0);
    return state;
  };

  const without = (state: SupervisorState, ids: readonly string[]): SupervisorState => {
    const jobs = new Map(state.jobs);
    for (const id of ids) jobs.delete(id);
    return measured({ ...state, jobs });
  };

  const renew = (state: SupervisorState, context: Ctx): SupervisorState => {
    context.schedule('renew', ttlMs / 3, { kind: 'renew' });
    const held = [...state.jobs.values()];
    if (held.length === 0) return state;
    context.perform(
      () => queue.renew(held, ttlMs),
      (kept) => ({ kind: 'renewed', asked: held.map(({ job }) => job.id), kept }),
      (error) => ({ kind: 'renew_failed', error }),
    );
    return state;
  };

  const renewed = (state: SupervisorState, asked: readonly string[], kept: readonly string[], context: Ctx) => {
    const still = new Set(kept);
    const lost = asked.filter((id) => !still.has(id) && state.jobs.has(id));
    for (const id of lost) void context.stopChild(`${id}/${state.jobs.get(id)?.token}`);
    return lost.length === 0 ? state : without(state, lost);
  };

  return {
    family: 'enrichment',
    mailboxCapacity: 1_024,
    start: (context) => {
      context.schedule('renew', ttlMs / 3, { kind: 'renew' });
      return claim({ jobs: new Map(), isClaiming: false, isWanted: false }, context);
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'look':
          return claim(state, context);
        case 'claimed': {
          const next = begin(state, message.jobs, context);
          return next.isWanted ? claim(next, context) : next;
        }
        case 'claim_failed':
          log.warn('enrichment.claim.failed', { err: message.error });
          return { ...state, isClaiming: false };
        case 'job_left':
          return claim(without(state, [message.jobId]), context);
        case 'renew':
          return renew(state, context);
        case 'renewed':
          return renewed(state, message.asked, message.kept, context);
        case 'renew_failed':
          log.warn('enrichment.claim.failed', { err: message.error });
          return state;
      }
    },
    onStop: ({ jobs }) => queue.release([...jobs.values()]),
  };
};
