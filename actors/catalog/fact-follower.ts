import type { ProductStatements } from '../../domain/catalog/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Behaviour } from '../runtime/handle.ts';
import { type PollingMessage, pollingActor } from '../runtime/polling.ts';

/**
 * Lets products follow what suppliers state, a batch at a time, the longest due first. It looks by
 * itself, because what makes a product due is written in many places; a product that is due stays
 * so until its batch is written, so that a crash delays and loses nothing. Between batches it rests
 * for as long as the batch took, so that ingestion has half of what the database gives at least.
 */

/** A batch that was followed. */
interface Followed {
  readonly count: number;
  readonly tookMs: number;
}

/** What the follower understands. */
export type FactFollowerMessage = PollingMessage<Followed>;

/** What the follower needs from outside. */
export interface FactFollowerDependencies {
  readonly statements: ProductStatements;
  readonly log: Logger;
  readonly newContext: () => WriteContext;
}

const batchSize = 250;
const lookEveryMs = 1_000;

/** Makes the follower. */
export const factFollowerActor = ({
  statements,
  log,
  newContext,
}: FactFollowerDependencies): Behaviour<FactFollowerMessage, undefined> =>
  pollingActor({
    family: 'fact-follower',
    work: async () => {
      const begin = performance.now();
      const { followed: count } = await statements.follow(batchSize, newContext());
      return { count, tookMs: performance.now() - begin };
    },
    restAfter: ({ count, tookMs }) => (count < batchSize ? lookEveryMs : tookMs),
    onFailure: (err) => log.warn('catalog.follow.failed', { err }),
  });
