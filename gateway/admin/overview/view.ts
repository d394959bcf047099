import { createSharedRead } from '../../../concurrency/shared-read.ts';
import { topProducts } from '../../../domain/catalog/most-wanted.ts';
import { Failure } from '../../../domain/errors.ts';
import type { TopFreshnessStore } from '../../../domain/ingestion/ports.ts';
import { type FiringAlert, firingAlerts } from '../../../domain/overview/alerts.ts';
import { type ObjectiveStanding, objectiveStandings } from '../../../domain/overview/objectives.ts';
import {
  type BudgetUse,
  budgetUses,
  type Queue,
  queuesOf,
  type SupplierLag,
  supplierLags,
} from '../../../domain/overview/queues.ts';
import type { Reading } from '../../../domain/overview/reading.ts';
import { type FreshnessBySupplier, freshnessBySupplier } from '../../../domain/overview/supplier-freshness.ts';
import type { EmptyRequest, UseCase } from '../../request/request-context.ts';

/** How the service stands, as the process that answers measures it. */
export interface Overview {
  readonly at: Date;
  /** Since when this process has counted. */
  readonly countedSince: Date;
  readonly alerts: readonly FiringAlert[];
  readonly objectives: readonly ObjectiveStanding[];
  readonly queues: readonly Queue[];
  readonly suppliers: readonly SupplierLag[];
  readonly budgets: readonly BudgetUse[];
  /**
   * How fresh suppliers keep the most wanted products, as it is stored; undefined while the store
   * does not answer.
   */
  readonly freshness: FreshnessBySupplier | undefined;
}

/** What operators ask of the service as a whole. */
export interface OverviewCases {
  /** What all processes share is read by each of them; requests are those of this one. */
  readonly getOverview: UseCase<EmptyRequest, Overview>;
}

/** What it is made of. */
interface Dependencies {
  /** What this process measures, at present. */
  readonly readings: () => Promise<readonly Reading[]>;
  readonly countedSince: Date;
  readonly topFreshness: Pick<TopFreshnessStore, 'bySupplier'>;
  readonly now: () => Date;
}

/** Suppliers of which freshness is told: those that keep it worst. */
const maxSuppliers = 20;

/** How long all who look are told the same freshness, and how long it may take to be measured. */
const freshness = { forMs: 5_000, deadlineMs: 5_000 } as const;

/** A store that does not answer is no reason to say nothing of the rest. */
const unlessAway = (thrown: unknown): undefined => {
  if (thrown instanceof Failure && thrown.kind === 'unavailable') return undefined;
  throw thrown;
};

/** Says how the service stands. */
export const viewOverview = ({ readings, countedSince, topFreshness, now }: Dependencies): OverviewCases => {
  const freshnessNow = createSharedRead({
    ...freshness,
    what: 'the freshness of suppliers',
    read: async (signal) =>
      freshnessBySupplier(await topFreshness.bySupplier(topProducts, now(), { signal }), maxSuppliers),
  });
  return {
    getOverview: async () => {
      const [measured, suppliersFreshness] = await Promise.all([readings(), freshnessNow().catch(unlessAway)]);
      return {
        at: now(),
        countedSince,
        alerts: firingAlerts(measured),
        objectives: objectiveStandings(measured),
        queues: queuesOf(measured),
        suppliers: supplierLags(measured),
        budgets: budgetUses(measured),
        freshness: suppliersFreshness,
      };
    },
  };
};
