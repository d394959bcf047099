import type { AnalyticsStore } from '../../storage/analytics/analytics-store.ts';
import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Redactor } from '../../telemetry/redaction.ts';
import type { Outbound } from './outbound.ts';
import type { Stores } from './stores.ts';
import type { SupplierKnowledge } from './suppliers.ts';
import type { Teardown } from './teardown.ts';
import type { WorkStates } from './work-states.ts';

/** Dependencies of the background work. */
export interface WorkerDependencies {
  readonly stores: Stores;
  /** Undefined where no analytical projection is kept. */
  readonly analytics: AnalyticsStore | undefined;
  readonly bus: Bus;
  readonly knowledge: SupplierKnowledge;
  readonly outbound: Outbound;
  /** To endpoints of webhooks alone. */
  readonly webhookOutbound: Outbound;
  /** The states of what this process works on. */
  readonly states: WorkStates;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly redactor: Redactor;
  /** Leads to the database for what needs a session of its own; holds the password. */
  readonly databaseUrl: string;
  /** Whether the database is embedded in this process, so that no other process uses it. */
  readonly isAlone: boolean;
  readonly now: () => Date;
  readonly teardown: Teardown;
  readonly onFatal: (error: unknown) => void;
}

/** Some of them, of the stores these. */
export type Surroundings<Store extends keyof Stores, Other extends Exclude<keyof WorkerDependencies, 'stores'>> = Pick<
  WorkerDependencies,
  Other
> & { readonly stores: Pick<Stores, Store> };
