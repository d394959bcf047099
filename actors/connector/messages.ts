import type { ConnectorState } from '../../domain/ingestion/connector.ts';
import type { Tick } from '../../domain/ingestion/tick.ts';
import type { ReplyTo } from '../runtime/handle.ts';

/** What the actors of a connector understand. Each union is closed: a handler that forgets a case does not compile. */

/** A session token with the instant from which it is no longer used. */
export interface Session {
  readonly token: string;
  readonly expiresAt: Date;
}

/** To the session actor of a credential. */
export type SessionMessage =
  /** Wants a token; one refresh at a time serves all who ask. */
  | { readonly kind: 'acquire'; readonly replyTo: ReplyTo<Session> }
  /** The supplier refused this token. */
  | { readonly kind: 'refused'; readonly token: string }
  | { readonly kind: 'signed_in'; readonly session: Session }
  | { readonly kind: 'sign_in_failed'; readonly error: unknown };

/** How a credential's connector answers when asked for its status. */
export interface ConnectorStatus {
  readonly credentialId: string;
  readonly label: string;
  readonly state: ConnectorState;
}

/** To the connector actor of a credential. */
export type CredentialMessage =
  | { readonly kind: 'recovered'; readonly unfinished: Tick | undefined; readonly latest: Tick | undefined }
  | { readonly kind: 'recover_failed'; readonly error: unknown }
  | { readonly kind: 'recover_again' }
  /** The store did not take the end of a tick that was given up. */
  | { readonly kind: 'give_up_failed'; readonly error: unknown }
  | { readonly kind: 'due' }
  | { readonly kind: 'rested' }
  | { readonly kind: 'page_done'; readonly tick: Tick; readonly isOutgrown: boolean }
  | { readonly kind: 'page_failed'; readonly reason: string; readonly retryAfterMs: number | undefined }
  /** The store took a plan or the end of a tick. */
  | { readonly kind: 'noted' }
  /** The store did not take a plan; the connector goes on without. */
  | { readonly kind: 'note_failed'; readonly error: unknown }
  /** Time to measure the age of the last completed tick. */
  | { readonly kind: 'measure' }
  | { readonly kind: 'status'; readonly replyTo: ReplyTo<ConnectorStatus> };

/** To the actor of a supplier. */
export type SupplierMessage = {
  /** The connectors of its credentials. */
  readonly kind: 'statuses';
  readonly replyTo: ReplyTo<readonly ConnectorStatus[]>;
};
