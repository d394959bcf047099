import type { Behaviour, Context } from '../runtime/handle.ts';

/**
 * An actor that pulls work instead of being sent it. Whenever it hears that something waits, when a
 * piece of work is through, and every so often, it claims as many pieces as it has places for, and
 * starts an actor for each. It renews its hold on them while they are under way; a piece that it
 * could not keep is let go of, because another process may have it, or it has ended.
 *
 * Store down: work in hand goes on and cannot store anything; once the hold is over another process
 * may take it. A process that dies leaves its work to the others after the same time; one that
 * stops in good order gives it up at once.
 */

/** What the actor understands. */
export type PullerMessage<Work> =
  /** Work waits, or it is time to poll. */
  | { readonly kind: 'poll' }
  /** Work becomes due in this many milliseconds. */
  | { readonly kind: 'poll_in'; readonly ms: number }
  | { readonly kind: 'claimed'; readonly works: readonly Work[] }
  | { readonly kind: 'claim_failed'; readonly error: unknown }
  | { readonly kind: 'left'; readonly work: Work }
  /** A piece waits for something outside from now on. */
  | { readonly kind: 'waits'; readonly work: Work }
  | { readonly kind: 'renew' }
  | { readonly kind: 'renewed'; readonly asked: readonly Work[]; readonly renewedIds: readonly string[] }
  | { readonly kind: 'renew_failed'; readonly error: unknown };

/** What the actor of a piece of work tells. */
export interface PieceTells {
  /** This process has finished with it. */
  readonly onLeft: () => void;
  /**
   * It waits for something outside, and takes no place. Before it goes on it is to be left, so that
   * it is claimed again where there is a place for it.
   */
  readonly onWaiting: () => void;
}

/** What it claims, and how. */
export interface PullerOptions<Work, ChildMessage, ChildState> {
  /** As metrics name it. */
  readonly family: string;
  /** Maximum number of claims that this process holds, besides those that only wait. */
  readonly places: number;
  /** Maximum number of those that only wait; left out: none waits without a place. */
  readonly waitingPlaces?: number;
  /** How long a lease lasts. */
  readonly ttlMs: number;
  /** How often it polls without a signal. */
  readonly pollEveryMs: number;
  readonly idOf: (work: Work) => string;
  /** Grows whenever the piece changes hands. */
  readonly tokenOf: (work: Work) => number;
  readonly claim: (places: number, now: Date) => Promise<readonly Work[]>;
  /** Resolves with the ids of those that are still this process's. */
  readonly renew: (held: readonly NoInfer<Work>[]) => Promise<readonly string[]>;
  readonly release: (held: readonly NoInfer<Work>[]) => Promise<void>;
  /** The actor of a piece of work. */
  readonly actorOf: (work: Work, tell: PieceTells) => Behaviour<ChildMessage, ChildState>;
  /** Called with the claimed work whenever that has changed. */
  readonly onHeld: (held: readonly Work[]) => void;
  /** Called when a claim or a renewal failed; both are retried. */
  readonly onFault: (error: unknown) => void;
}

/** What it holds. */
export interface PullerState<Work> {
  readonly held: ReadonlyMap<string, Work>;
  /** The ids of those that only wait. */
  readonly waiting: ReadonlySet<string>;
  readonly isClaiming: boolean;
  /** Whether to poll again as soon as the current claim has finished. */
  readonly isWanted: boolean;
}

/** What is due within so long of each other is looked for together. */
const dueTogetherMs = 100;

/** Renewals in the time that a hold lasts: one or two may fail. */
const renewals = 4;

/** What concerns every kind of work alike. */
type PullOptions<Work> = Omit<PullerOptions<Work, unknown, unknown>, 'actorOf'>;

type Ctx<Work> = Context<PullerMessage<Work>>;

const childOf = <Work>({ idOf, tokenOf }: PullOptions<Work>, work: Work): string => `${idOf(work)}/${tokenOf(work)}`;

const holding = <Work>(
  { onHeld }: PullOptions<Work>,
  state: PullerState<Work>,
  held: ReadonlyMap<string, Work>,
): PullerState<Work> => {
  onHeld([...held.values()]);
  return { ...state, held, waiting: new Set([...state.waiting].filter((id) => held.has(id))) };
};

const without = <Work>(
  options: PullOptions<Work>,
  state: PullerState<Work>,
  ids: readonly string[],
): PullerState<Work> => {
  const held = new Map(state.held);
  for (const id of ids) held.delete(id);
  return holding(options, state, held);
};

/** Those that wait and have no place of their own count like the others. */
const freePlaces = <Work>({ places, waitingPlaces = 0 }: PullOptions<Work>, state: PullerState<Work>): number =>
  places - (state.held.size - Math.min(state.waiting.size, waitingPlaces));

const claim = <Work>(options: PullOptions<Work>, state: PullerState<Work>, context: Ctx<Work>): PullerState<Work> => {
  context.schedule('poll', options.pollEveryMs, { kind: 'poll' });
  if (state.isClaiming) return { ...state, isWanted: true };
  const free = freePlaces(options, state);
  if (free <= 0) return state;
  context.perform(
    () => options.claim(free, context.now()),
    (works) => ({ kind: 'claimed', works }),
    (error) => ({ kind: 'claim_failed', error }),
  );
  return { ...state, isClaiming: true, isWanted: false };
};

/**
 * Timers are named by the instant at which they end, so that none takes the place of one that ends
 * sooner.
 */
const pollIn = <Work>(ms: number, context: Ctx<Work>): void => {
  const nowMs = context.now().getTime();
  const dueMs = Math.ceil((nowMs + ms) / dueTogetherMs) * dueTogetherMs;
  context.schedule(`due at ${dueMs}`, dueMs - nowMs, { kind: 'poll' });
};

const begin = <Work, ChildMessage, ChildState>(
  options: PullerOptions<Work, ChildMessage, ChildState>,
  state: PullerState<Work>,
  works: readonly Work[],
  context: Ctx<Work>,
): PullerState<Work> => {
  const held = new Map(state.held);
  for (const work of works) {
    held.set(options.idOf(work), work);
    context.child(
      childOf(options, work),
      options.actorOf(work, {
        onLeft: () => context.self.tell({ kind: 'left', work }),
        onWaiting: () => context.self.tell({ kind: 'waits', work }),
      }),
    );
  }
  // One that was given up while it waited has a place, also where its old actor has not left yet.
  const begun = new Set(works.map(options.idOf));
  const waiting = new Set([...state.waiting].filter((id) => !begun.has(id)));
  return holding(options, { ...state, waiting, isClaiming: false }, held);
};

const scheduleRenewal = <Work>({ ttlMs }: PullOptions<Work>, context: Ctx<Work>): void =>
  context.schedule('renew', ttlMs / renewals, { kind: 'renew' });

const renew = <Work>(options: PullOptions<Work>, state: PullerState<Work>, context: Ctx<Work>): PullerState<Work> => {
  scheduleRenewal(options, context);
  const asked = [...state.held.values()];
  if (asked.length === 0) return state;
  context.perform(
    () => options.renew(asked),
    (renewedIds) => ({ kind: 'renewed', asked, renewedIds }),
    (error) => ({ kind: 'renew_failed', error }),
  );
  return state;
};

/** A piece that came back under another token is not the one that an old actor has left. */
const isHeld = <Work>({ idOf, tokenOf }: PullOptions<Work>, { held }: PullerState<Work>, work: Work): boolean => {
  const now = held.get(idOf(work));
  return now !== undefined && tokenOf(now) === tokenOf(work);
};

const dropLeft = <Work>(options: PullOptions<Work>, state: PullerState<Work>, work: Work): PullerState<Work> =>
  isHeld(options, state, work) ? without(options, state, [options.idOf(work)]) : state;

const dropLost = <Work>(
  options: PullOptions<Work>,
  state: PullerState<Work>,
  { asked, renewedIds }: Extract<PullerMessage<Work>, { kind: 'renewed' }>,
  context: Ctx<Work>,
): PullerState<Work> => {
  const { idOf } = options;
  const still = new Set(renewedIds);
  const lost = asked.filter((work) => !still.has(idOf(work)) && isHeld(options, state, work));
  for (const work of lost) void context.stopChild(childOf(options, work));
  return lost.length === 0 ? state : without(options, state, lost.map(idOf));
};

const noteWaiting = <Work>(
  options: PullOptions<Work>,
  state: PullerState<Work>,
  { work }: Extract<PullerMessage<Work>, { kind: 'waits' }>,
): PullerState<Work> =>
  isHeld(options, state, work) ? { ...state, waiting: new Set([...state.waiting, options.idOf(work)]) } : state;

/** Makes the actor. */
export const workPuller = <Work, ChildMessage, ChildState>(
  options: PullerOptions<Work, ChildMessage, ChildState>,
): Behaviour<PullerMessage<Work>, PullerState<Work>> => ({
  family: options.family,
  mailboxCapacity: 4_096,
  start: (context) => {
    scheduleRenewal(options, context);
    return claim(options, { held: new Map(), waiting: new Set(), isClaiming: false, isWanted: false }, context);
  },
  receive: (state, message, context) => {
    switch (message.kind) {
      case 'poll':
        return claim(options, state, context);
      case 'poll_in':
        pollIn(message.ms, context);
        return state;
      case 'claimed': {
        const next = begin(options, state, message.works, context);
        return next.isWanted ? claim(options, next, context) : next;
      }
      case 'claim_failed':
        options.onFault(message.error);
        return { ...state, isClaiming: false };
      case 'left':
        return claim(options, dropLeft(options, state, message.work), context);
      case 'waits':
        return claim(options, noteWaiting(options, state, message), context);
      case 'renew':
        return renew(options, state, context);
      case 'renewed':
        return dropLost(options, state, message, context);
      case 'renew_failed':
        options.onFault(message.error);
        return state;
    }
  },
  onStop: ({ held }) => options.release([...held.values()]),
});
