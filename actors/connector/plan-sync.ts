import { backoffMs } from '../../domain/backoff.ts';
import type { TickStore } from '../../domain/ingestion/ports.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { Context } from '../runtime/handle.ts';
import type { CredentialMessage, PlanMessage } from './messages.ts';

/**
 * Brings what is stored of a credential's next look to what is planned: one write at a time, each
 * of the latest plan. A plan is announced once the store has taken it; one that it did not take is
 * tried again for as long as it is the plan.
 */
export interface PlanSync {
  /** What is planned, in milliseconds since the epoch; undefined: nothing yet. */
  readonly wantedMs: number | undefined;
  /** What the store took last; undefined: nothing yet, or somebody else may have written since. */
  readonly storedMs: number | undefined;
  /** Writes in a row that failed. */
  readonly failures: number;
  readonly isWriting: boolean;
  /** Tells the outcome of this keeper's write from that of an earlier one. */
  readonly epoch: number;
}

/** Nothing planned, nothing stored. */
export const initialPlanSync: PlanSync = {
  wantedMs: undefined,
  storedMs: undefined,
  failures: 0,
  isWriting: false,
  epoch: 0,
};

/** Dependencies of writing a plan. */
export interface PlanDependencies {
  readonly credential: Pick<CredentialRef, 'id'>;
  readonly ticks: Pick<TickStore, 'plan'>;
  /** 0 to 1. */
  readonly random: () => number;
}

type Ctx = Context<CredentialMessage>;

const pauses = { initialMs: 1_000, maxMs: 60_000 };

/** Another process may plan from now on: writing stops, and a write in flight is ignored. */
export const resetPlanSync = ({ epoch }: PlanSync): PlanSync => ({ ...initialPlanSync, epoch: epoch + 1 });

/** Writes what is planned when the stored plan differs. */
export const syncPlan = (keeper: PlanSync, { credential, ticks }: PlanDependencies, context: Ctx): PlanSync => {
  const { wantedMs, epoch } = keeper;
  if (keeper.isWriting || wantedMs === undefined || wantedMs === keeper.storedMs) return keeper;
  context.perform(
    () => ticks.plan(credential.id, new Date(wantedMs)),
    () => ({ kind: 'plan_saved', plannedMs: wantedMs, life: epoch }),
    (error) => ({ kind: 'plan_save_failed', life: epoch, error }),
  );
  return { ...keeper, isWriting: true };
};

/** What became of a write, or that it is time for another: the keeper from now on. */
export const afterPlan = (keeper: PlanSync, message: PlanMessage, of: PlanDependencies, context: Ctx): PlanSync => {
  if (message.kind === 'retry_save_plan') return syncPlan(keeper, of, context);
  if (message.life !== keeper.epoch) return keeper;
  if (message.kind === 'plan_saved')
    return syncPlan({ ...keeper, storedMs: message.plannedMs, failures: 0, isWriting: false }, of, context);
  const failures = keeper.failures + 1;
  context.schedule('keep_plan', backoffMs(failures, pauses, of.random()), { kind: 'retry_save_plan' });
  return { ...keeper, failures, isWriting: false };
};
