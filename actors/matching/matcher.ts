import type { MatchPolicy } from '../../domain/matching/decide-offer.ts';
import type { MatchStore } from '../../domain/matching/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';
import { decideOffers } from './decide-offers.ts';

/**
 * The matcher: works off the offers that nothing has decided yet, a batch at a time, oldest first.
 * It is nudged when new offers are applied and looks by itself now and then, so a lost nudge delays
 * and loses nothing. A batch that fails is left undecided and tried again after a pause; decisions
 * are idempotent, so a crash between deciding and storing costs nothing.
 */

/** What the matcher understands. */
export type MatcherMessage =
  /** New offers wait. */
  | { readonly kind: 'nudge' }
  | { readonly kind: 'batch_done'; readonly decided: number }
  | { readonly kind: 'batch_failed'; readonly error: unknown }
  | { readonly kind: 'poll' };

/** `nudged` remembers that more came while a batch was under way. */
type MatcherState = { readonly kind: 'idle' } | { readonly kind: 'working'; readonly nudged: boolean };

/** What the matcher needs from outside. */
export interface MatcherDependencies {
  readonly store: Pick<MatchStore, 'backlog' | 'evidence' | 'record'>;
  readonly policy: MatchPolicy;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly newContext: () => WriteContext;
  readonly now: () => Date;
  /** Milliseconds after which it looks again where nobody nudges it; left out: five seconds. */
  readonly lookEveryMs?: number;
}

/** Small enough that no part of the work on a batch keeps prices waiting for long. */
export const matcherBatchSize = 500;
const defaultLookEveryMs = 5_000;
const pauseAfterFailureMs = 1_000;

type Ctx = Context<MatcherMessage>;

const work = (deps: MatcherDependencies, context: Ctx): MatcherState => {
  context.perform(
    () => decideBatch(deps),
    (decided) => ({ kind: 'batch_done', decided }),
    (error) => ({ kind: 'batch_failed', error }),
  );
  return { kind: 'working', nudged: false };
};

const rest = (context: Ctx, delayMs: number): MatcherState => {
  context.schedule('poll', delayMs, { kind: 'poll' });
  return { kind: 'idle' };
};

/** Makes the matcher actor. */
export const matcherActor = (deps: MatcherDependencies): Behaviour<MatcherMessage, MatcherState> => {
  const { lookEveryMs = defaultLookEveryMs } = deps;
  return {
    family: 'matcher',
    mailboxCapacity: 1_024,
    start: (context) => work(deps, context),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'nudge':
        case 'poll':
          return state.kind === 'working' ? { kind: 'working', nudged: true } : work(deps, context);
        case 'batch_done': {
          const more = message.decided === matcherBatchSize || (state.kind === 'working' && state.nudged);
          return more ? work(deps, context) : rest(context, lookEveryMs);
        }
        case 'batch_failed':
          deps.log.warn('matching.failed', { err: message.error });
          return rest(context, pauseAfterFailureMs);
      }
    },
  };
};

/** Decides one batch of waiting offers and stores the decisions; returns how many there were. */
const decideBatch = async ({ store, policy, metrics, newContext, now }: MatcherDependencies): Promise<number> => {
  const offers = await store.backlog(matcherBatchSize);
  if (offers.length === 0) return 0;
  const decisions = await decideOffers(offers, { store, policy, metrics });
  await store.record(decisions, newContext(), now());
  for (const decision of decisions) metrics.matching.decisions.inc({ confidence: decision.confidence });
  return offers.length;
};
