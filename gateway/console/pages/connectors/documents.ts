/** Suppliers as the admin API tells of them. */

/** So many units in any such period. */
export interface Rate {
  readonly rate: number;
  readonly period: string;
}

/** The limits of one endpoint. */
export interface EndpointRates {
  readonly configured: readonly Rate[];
  readonly effective: readonly Rate[];
}

/** A tick: what it is doing, or how it ended. */
export interface Tick {
  readonly run_id: string;
  readonly kind: string;
  readonly state: string;
  readonly phase?: string;
  readonly page?: number;
  readonly started_at: string;
  readonly finished_at?: string;
  readonly reason?: string;
  readonly rows?: { readonly read: number; readonly left_out: number };
}

/** How an earlier tick went. */
export type PastTick = Pick<Tick, 'run_id' | 'kind' | 'state' | 'started_at' | 'finished_at' | 'reason'>;

/** A credential as operators see it. */
export interface Credential {
  readonly id: string;
  readonly label: string;
  readonly scope: string;
  readonly owner_id?: string;
  readonly state: string;
  readonly reason?: string;
  readonly since?: string;
  readonly until?: string;
  readonly next_probe_at?: string;
  readonly has_session: boolean;
  readonly budget_use: Readonly<Record<string, number>>;
  readonly recent_ticks: readonly PastTick[];
  readonly tick?: Tick;
  readonly next_tick_at?: string;
  readonly due_lookups?: number;
  readonly lookups_end_at?: string;
  readonly failing_lookups?: readonly { readonly by: string }[];
}

/** An order that holds for a while. */
export interface Order {
  readonly kind: string;
  readonly reason?: string;
  readonly until?: string;
  readonly by?: string;
  readonly max_concurrent_per_credential?: number;
  readonly rate_limits?: Readonly<Record<string, Rate>>;
}

/** A supplier as operators see it. */
export interface Connector {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  readonly base_url?: string;
  readonly orders: readonly Order[];
  readonly endpoints?: Readonly<Record<string, EndpointRates>>;
  /** The names of a secret's fields; absent where its plug-in cannot say. */
  readonly secret_fields?: readonly string[];
  readonly credentials: readonly Credential[];
}

/** An instant, where there is one. */
export const instantOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);
