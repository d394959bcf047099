import type { Behaviour, Context, ReplyTo } from '../runtime/handle.ts';
import type { Session, SessionMessage } from './messages.ts';

/**
 * The session of one credential: signs in when a token is wanted and none is good, once however many ask, and lets a token go
 * before it ends. Nothing is signed in that nobody asked for.
 */

/** Where the session stands. */
export type SessionState =
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'signing_in'; readonly waiters: readonly ReplyTo<Session>[] }
  | { readonly kind: 'signed_in'; readonly session: Session };

/** A token is let go this long before it ends, so that a request begun with it is answered before. */
const marginMs = 30_000;

/** The part of a token's life that the margin may take at most, for suppliers with very short sessions. */
const marginShare = 0.2;

/** The instant from which a token obtained at `now` is no longer used. */
export const usableUntil = (now: Date, lifetimeMs: number): Date =>
  new Date(now.getTime() + lifetimeMs - Math.min(marginMs, lifetimeMs * marginShare));

/** Makes the session actor; `signIn` performs one sign-in and rejects when the supplier refuses. */
export const sessionActor = (
  signIn: (signal: AbortSignal) => Promise<Session>,
): Behaviour<SessionMessage, SessionState> => {
  const acquire = (state: SessionState, replyTo: ReplyTo<Session>, context: Context<SessionMessage>): SessionState => {
    if (state.kind === 'signing_in') return { ...state, waiters: [...state.waiters, replyTo] };
    if (state.kind === 'signed_in' && state.session.expiresAt > context.now()) {
      replyTo.resolve(state.session);
      return state;
    }
    context.perform(
      signIn,
      (session) => ({ kind: 'signed_in', session }),
      (error) => ({ kind: 'sign_in_failed', error }),
    );
    return { kind: 'signing_in', waiters: [replyTo] };
  };

  return {
    family: 'session',
    mailboxCapacity: 256,
    start: () => ({ kind: 'signed_out' }),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'acquire':
          return acquire(state, message.replyTo, context);
        case 'refused':
          return state.kind === 'signed_in' && state.session.token === message.token ? { kind: 'signed_out' } : state;
        case 'signed_in':
          for (const waiter of waiters(state)) waiter.resolve(message.session);
          return { kind: 'signed_in', session: message.session };
        case 'sign_in_failed':
          for (const waiter of waiters(state)) waiter.reject(asError(message.error));
          return { kind: 'signed_out' };
      }
    },
  };
};

const waiters = (state: SessionState): readonly ReplyTo<Session>[] =>
  state.kind === 'signing_in' ? state.waiters : [];

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
