import type { ClaimedEstimate, EstimateWork } from '../../domain/estimate/ports.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import { type EstimateDependencies, estimateActor } from './estimate.ts';

/**
 * The supervisor of estimates in this process. It pulls work: whenever it hears that something waits, when an estimate is through,
 * and twice a second, it claims as many as it has places for, and starts an actor for each. It renews its hold on them while
 * they are under way; one that it could not keep is let go of, because another process may have it, or its owner has ended it.
 *
 * Store down: estimates in hand go on and cannot store anything; once the hold is over another process may take them. A process
 * that dies leaves its estimates to the others after the same time; one that stops in good order gives them up at once.
 */

/** What the supervisor understands. */
export type EstimatesMessage =
  /** Something waits, or it is time to look. */
  | { readonly kind: 'look' }
  /** Something will wait in so many milliseconds. */
  | { readonly kind: 'look_in'; readonly ms: number }
  | { readonly kind: 'claimed'; readonly estimates: readonly ClaimedEstimate[] }
  | { readonly kind: 'claim_failed'; readonly error: unknown }
  | { readonly kind: 'left'; readonly id: string }
  | { readonly kind: 'renew' }
  | { readonly kind: 'renewed'; readonly asked: readonly ClaimedEstimate[]; readonly kept: readonly string[] }
  | { readonly kind: 'renew_failed'; readonly error: unknown };

/** What the supervisor needs from outside. */
export interface EstimatesDependencies extends EstimateDependencies {
  /** Names this process among those that share the database. */
  readonly owner: string;
  /** Ready estimates are recomputed for so long after somebody has looked at them. */
  readonly liveMs: number;
  /** Estimates that this process has in hand at most; left out: 16. */
  readonly places?: number;
  /** Estimates of one customer under way at once, at all processes together; left out: 8. */
  readonly perCustomer?: number;
  /** How long a hold lasts; left out: five seconds. */
  readonly ttlMs?: number;
}

/** What it holds. */
export interface EstimatesState {
  readonly held: ReadonlyMap<string, ClaimedEstimate>;
  readonly isClaiming: boolean;
  /** Whether to look again as soon as the claim under way is through. */
  readonly isWanted: boolean;
}

const lookEveryMs = 500;

/** What is due within so long of each other is looked for together. */
const dueTogetherMs = 100;

const works: readonly EstimateWork['kind'][] = ['parse', 'optimise', 'recompute'];

const childOf = ({ id, token }: ClaimedEstimate): string => `${id}/${token}`;

/** Makes the supervisor. */
export const estimatesActor = (deps: EstimatesDependencies): Behaviour<EstimatesMessage, EstimatesState> => {
  type Ctx = Context<EstimatesMessage>;
  const { queue, owner, liveMs, places = 16, perCustomer = 8, ttlMs = 5_000, metrics, log } = deps;

  const claim = (state: EstimatesState, context: Ctx): EstimatesState => {
    context.schedule('look', lookEveryMs, { kind: 'look' });
    if (state.isClaiming) return { ...state, isWanted: true };
    const free = places - state.held.size;
    if (free <= 0) return state;
    context.perform(
      () => queue.claim({ owner, ttlMs, places: free, perCustomer, liveMs }),
      (estimates) => ({ kind: 'claimed', estimates }),
      (error) => ({ kind: 'claim_failed', error }),
    );
    return { ...state, isClaiming: true, isWanted: false };
  };

  const measured = (state: EstimatesState): EstimatesState => {
    const held = [...state.held.values()];
    for (const work of works) metrics.inFlight.set({ work }, held.filter((each) => each.work.kind === work).length);
    return state;
  };

  const begin = (state: EstimatesState, claimed: readonly ClaimedEstimate[], context: Ctx): EstimatesState => {
    const held = new Map(state.held);
    for (const estimate of claimed) {
      held.set(estimate.id, estimate);
      const onLeft = (): unknown => context.self.tell({ kind: 'left', id: estimate.id });
      context.child(childOf(estimate), estimateActor(estimate, deps, onLeft));
    }
    return measured({ ...state, held, isClaiming: false });
  };

  const without = (state: EstimatesState, ids: readonly string[]): EstimatesState => {
    const held = new Map(state.held);
    for (const id of ids) held.delete(id);
    return measured({ ...state, held });
  };

  const renew = (state: EstimatesState, context: Ctx): EstimatesState => {
    context.schedule('renew', ttlMs / 4, { kind: 'renew' });
    const asked = [...state.held.values()];
    if (asked.length === 0) return state;
    context.perform(
      () => queue.renew(asked, ttlMs),
      (kept) => ({ kind: 'renewed', asked, kept }),
      (error) => ({ kind: 'renew_failed', error }),
    );
    return state;
  };

  const renewed = (
    state: EstimatesState,
    asked: readonly ClaimedEstimate[],
    kept: readonly string[],
    context: Ctx,
  ): EstimatesState => {
    const lost = asked.filter((each) => !kept.includes(each.id) && state.held.get(each.id)?.token === each.token);
    for (const each of lost) void context.stopChild(childOf(each));
    return lost.length === 0
      ? state
      : without(
          state,
          lost.map(({ id }) => id),
        );
  };

  return {
    family: 'estimates',
    mailboxCapacity: 4_096,
    start: (context) => {
      context.schedule('renew', ttlMs / 4, { kind: 'renew' });
      return claim({ held: new Map(), isClaiming: false, isWanted: false }, context);
    },
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'look':
          return claim(state, context);
        case 'look_in':
          // A later one must not take the place of an earlier one.
          context.schedule(`due ${Math.ceil(message.ms / dueTogetherMs)}`, message.ms, { kind: 'look' });
          return state;
        case 'claimed': {
          const next = begin(state, message.estimates, context);
          return next.isWanted ? claim(next, context) : next;
        }
        case 'claim_failed':
          log.warn('estimate.claim.failed', { err: message.error });
          return { ...state, isClaiming: false };
        case 'left':
          return claim(without(state, [message.id]), context);
        case 'renew':
          return renew(state, context);
        case 'renewed':
          return renewed(state, message.asked, message.kept, context);
        case 'renew_failed':
          log.warn('estimate.claim.failed', { err: message.error });
          return state;
      }
    },
    onStop: ({ held }) => queue.release([...held.values()]),
  };
};
