import type { ProductStatements } from '../../domain/catalog/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Behaviour, Context } from '../runtime/handle.ts';

/**
 * Lets products follow what suppliers state, a batch at a time, the longest due first. It looks by
 * itself, because what makes a product due is written in many places; a product that is due stays
 * so until its batch is written, so that a crash delays and loses nothing. Between batches it rests
 * for as long as the batch took, so that ingestion has half of what the database gives at least.
 */

/** What the follower understands. */
export type FactFollowerMessage =
  | { readonly kind: 'poll' }
  | { readonly kind: 'followed'; readonly count: number; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the follower needs from outside. */
export interface FactFollowerDependencies {
  readonly statements: ProductStatements;
  readonly log: Logger;
  readonly newContext: () => WriteContext;
}

const batchSize = 250;
const lookEveryMs = 1_000;
const pauseAfterFailureMs = 5_000;

type Ctx = Context<FactFollowerMessage>;

const work = ({ statements, newContext }: FactFollowerDependencies, context: Ctx): undefined => {
  const begin = performance.now();
  context.perform(
    () => statements.follow(batchSize, newContext()),
    ({ followed }) => ({ kind: 'followed', count: followed, tookMs: performance.now() - begin }),
    (error) => ({ kind: 'failed', error }),
  );
  return undefined;
};

const rest = (context: Ctx, delayMs: number): undefined => {
  context.schedule('poll', delayMs, { kind: 'poll' });
  return undefined;
};

/** Makes the follower. */
export const factFollowerActor = (deps: FactFollowerDependencies): Behaviour<FactFollowerMessage, undefined> => ({
  family: 'fact-follower',
  mailboxCapacity: 16,
  start: (context) => work(deps, context),
  receive: (_, message, context) => {
    switch (message.kind) {
      case 'poll':
        return work(deps, context);
      case 'followed':
        return rest(context, message.count < batchSize ? lookEveryMs : message.tookMs);
      case 'failed':
        deps.log.warn('catalog.follow.failed', { err: message.error });
        return rest(context, pauseAfterFailureMs);
    }
  },
});
