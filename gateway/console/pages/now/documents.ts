import type { Connector, Credential } from '../connectors/documents.ts';

/** How the service stands, as the admin API tells of it. */

/** An alert that fires. */
export interface Alert {
  readonly name: string;
  readonly severity: 'page' | 'ticket';
  readonly subject: string;
  readonly value: number;
  readonly threshold: number;
  readonly runbook: string;
}

/** How an objective is met. */
export interface Objective {
  readonly name: string;
  readonly promise: string;
  readonly bad: number;
  readonly all: number;
  readonly budget_left?: number;
  readonly over: 'since_start' | 'now';
}

/** Of one kind of data of a supplier: how much of it is within the objective. */
export interface FreshnessFigures {
  readonly offers: number;
  readonly stale: number;
  readonly within_share: number;
  readonly oldest_seconds: number;
  readonly kept: boolean;
}

/** How fresh a supplier keeps what is most wanted. */
export interface SupplierFreshness {
  readonly supplier_id: string;
  readonly price?: FreshnessFigures;
  readonly stock?: FreshnessFigures;
}

/** All of it. */
export interface Overview {
  readonly counted_since: string;
  readonly alerts: readonly Alert[];
  readonly objectives: readonly Objective[];
  readonly queues: readonly { readonly name: string; readonly waiting: number }[];
  readonly suppliers: readonly {
    readonly supplier_id: string;
    readonly lag_seconds?: number;
    readonly waiting: number;
  }[];
  readonly freshness?: {
    readonly suppliers: readonly SupplierFreshness[];
    readonly suppliers_left_out: number;
    readonly left_out_not_kept: number;
  };
}

/** How far the cards of suppliers are filled. */
export interface Ingestion {
  readonly suppliers: readonly {
    readonly supplier_id: string;
    readonly total: number;
    readonly backlog: number;
    readonly filled_share?: number;
  }[];
}

/** What waits to be matched. */
export interface Matching {
  readonly backlog: number;
  readonly orphans: number;
  readonly doubtful: number;
}

/** What waits to be published. */
export interface Outbox {
  readonly unpublished_count: number;
  readonly oldest_age_seconds: number;
  readonly parked_count: number;
}

/** A credential with its supplier. */
export interface HeldCredential extends Credential {
  readonly connector: Connector;
}

/** The anchor of an alert's runbook. */
export const anchorOf = ({ runbook }: Pick<Alert, 'runbook'>): string => runbook.split('#')[1] ?? '';
