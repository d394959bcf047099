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
}

/** Says how the service stands. */
export const viewOverview = ({ readings, countedSince }: Dependencies): OverviewCases => ({
  getOverview: async (_, { now }) => {
    const measured = await readings();
    return {
      at: now(),
      countedSince,
      alerts: firingAlerts(measured),
      objectives: objectiveStandings(measured),
      queues: queuesOf(measured),
      suppliers: supplierLags(measured),
      budgets: budgetUses(measured),
    };
  },
});
