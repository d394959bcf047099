import { startPeriodic } from '../../concurrency/periodic.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { VisibilityPolicyStore } from '../../domain/visibility/ports.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createReadCache } from '../cache/read-cache.ts';
import { createPolicyBook } from '../visibility/policy-book.ts';
import { createVisibility, type Visibility } from '../visibility/visibility.ts';
import type { Teardown } from './teardown.ts';

/** Dependencies of visibility. */
interface Dependencies {
  readonly stores: { readonly policies: VisibilityPolicyStore; readonly catalog: Pick<CatalogStore, 'products'> };
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => Date;
  readonly teardown: Teardown;
  /** Called when other policies are in force in this process, by a change or by their dates. */
  readonly onChange?: () => void;
}

/** The policies of this process. */
interface RunningVisibility {
  readonly visibility: Visibility;
  /** Puts a change that has been stored in force here, and tells the other processes. */
  readonly onPolicyChange: () => Promise<void>;
}

const subject = 'state.visibility_policies';

/** A process that missed the signal of a change follows it no later than this. */
const refreshMs = 3_000;

/** Longer than two loads may take: the one that is running, and the one that waits for it. */
const refreshDeadlineMs = 25_000;

/**
 * Reads the policies before anything is served, so that nothing is shown that a policy hides, and
 * again after every signal and every few seconds.
 */
export const startVisibility = async (surroundings: Dependencies): Promise<RunningVisibility> => {
  const { stores, bus, metrics, log, now, teardown, onChange } = surroundings;
  const book = createPolicyBook({ store: stores.policies, metrics: metrics.visibility, log, onChange });
  await book.refresh();
  const refreshFailed = (error: unknown): void => log.warn('visibility.refresh.failed', { err: error });
  const unsubscribe = bus.onSignal(subject, () => void book.refresh().catch(refreshFailed));
  teardown.add('visibility signals', async () => unsubscribe());
  let era = book.era(now());
  const refresh = async (): Promise<void> => {
    await book.refresh();
    const present = book.era(now());
    if (present !== era) onChange?.();
    era = present;
  };
  const refreshing = startPeriodic({
    what: 'visibility policies',
    everyMs: refreshMs,
    deadlineMs: refreshDeadlineMs,
    work: refresh,
    onError: refreshFailed,
  });
  teardown.add('visibility policies', refreshing.stop);
  const products = createReadCache({ read: stores.catalog.products });
  return {
    visibility: createVisibility({ book, product: products.load, metrics: metrics.visibility }),
    onPolicyChange: async () => {
      bus.signal(subject, new Uint8Array());
      // The change is stored already, so its author gets no failure: the next refresh applies it.
      await book.refresh().catch(refreshFailed);
    },
  };
};
