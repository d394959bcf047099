/** Endpoints of a customer as the API tells of them. */

/** An endpoint. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason?: string;
  readonly created_at: string;
  readonly previous_secret_until?: string;
}

/** One attempt to deliver. */
interface Attempt {
  readonly number: number;
  readonly outcome: string;
  readonly status?: number;
  readonly took_ms: number;
}

/** A notice on its way. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly dead_reason?: string;
  readonly created_at: string;
  readonly next_attempt_at?: string;
  readonly attempt_count: number;
  readonly attempts: readonly Attempt[];
}

/** A page of a list. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  readonly next_cursor?: { readonly token: string };
}

/** An endpoint with its secret, which is shown this once. */
export interface Issued {
  readonly webhook: Webhook;
  readonly secret?: string;
}
