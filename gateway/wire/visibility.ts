import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { VisibilityPolicyStore } from '../../domain/visibility/ports.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createReadCache } from '../cache/read-cache.ts';
import { createPolicyBook } from '../visibility/policy-book.ts';
import { createVisibility, type Visibility } from '../visibility/visibility.ts';
import { followStored } from './follow-stored.ts';
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

/**
 * Reads the policies before anything is served, so that nothing is shown that a policy hides, and
 * again after every signal and every few seconds.
 */
export const startVisibility = async (surroundings: Dependencies): Promise<RunningVisibility> => {
  const { stores, metrics, log, now, onChange } = surroundings;
  const book = createPolicyBook({ store: stores.policies, metrics: metrics.visibility, log, onChange });
  let era: number | undefined;
  const refresh = async (): Promise<void> => {
    await book.refresh();
    metrics.visibility.broken.set(book.broken());
    const present = book.era(now());
    if (era !== undefined && present !== era) onChange?.();
    era = present;
  };
  const onPolicyChange = await followStored(surroundings, {
    what: 'visibility policies',
    subject: 'state.visibility_policies',
    refresh,
    onError: (error) => log.warn('visibility.refresh.failed', { err: error }),
  });
  const products = createReadCache({ read: stores.catalog.products });
  return {
    visibility: createVisibility({ book, product: products.load, metrics: metrics.visibility }),
    onPolicyChange,
  };
};
