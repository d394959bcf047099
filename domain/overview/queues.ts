import { type Reading, select } from './reading.ts';

/** What waits, and how far behind things are, as a process measures it for all of them. */

/** Work that waits. */
export interface Queue {
  readonly name: string;
  readonly waiting: number;
}

/** How far a supplier is behind. */
export interface SupplierLag {
  readonly supplierId: string;
  /** Since its last tick that completed; undefined while none has. */
  readonly lagSeconds: number | undefined;
  /** Parts to be asked for and observations to be applied. */
  readonly waiting: number;
}

/** How much of its rate budget a credential uses, 0 to 1. */
export interface BudgetUse {
  readonly credentialId: string;
  readonly used: number;
}

const labelOf = ({ labels }: Reading, name: string): string => new Map(Object.entries(labels)).get(name) ?? '';

/** Everything that is waited for, in a fixed order. */
export const queuesOf = (readings: readonly Reading[]): readonly Queue[] => [
  ...select(readings, { name: 'consumer_lag_messages' }).map((reading) => ({
    name: `messages for ${labelOf(reading, 'consumer')}`,
    waiting: reading.value,
  })),
  ...select(readings, { name: 'matching_backlog_size' }).map(({ value }) => ({
    name: 'offers to match',
    waiting: value,
  })),
  ...select(readings, { name: 'enrichment_jobs_waiting' }).map((reading) => ({
    name: `jobs: ${labelOf(reading, 'type').replaceAll('_', ' ')}`,
    waiting: reading.value,
  })),
  ...select(readings, { name: 'outbox_unpublished_count' }).map(({ value }) => ({
    name: 'events to publish',
    waiting: value,
  })),
];

/** The lag of every supplier that is known, in the order of their ids. */
export const supplierLags = (readings: readonly Reading[]): readonly SupplierLag[] => {
  const lags = new Map(
    select(readings, { name: 'ingestion_lag_seconds' }).map((reading) => [
      labelOf(reading, 'supplier_id'),
      reading.value,
    ]),
  );
  const waiting = new Map<string, number>();
  for (const reading of select(readings, { name: 'ingestion_backlog_size' })) {
    const supplier = labelOf(reading, 'supplier_id');
    waiting.set(supplier, (waiting.get(supplier) ?? 0) + reading.value);
  }
  return [...new Set([...lags.keys(), ...waiting.keys()])]
    .sort()
    .map((supplierId) => ({ supplierId, lagSeconds: lags.get(supplierId), waiting: waiting.get(supplierId) ?? 0 }));
};

/** The use of every rate budget that is known. */
export const budgetUses = (readings: readonly Reading[]): readonly BudgetUse[] =>
  select(readings, { name: 'vendor_credential_usage_ratio' }).map((reading) => ({
    credentialId: labelOf(reading, 'credential_id'),
    used: reading.value,
  }));
