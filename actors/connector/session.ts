import type { CredentialStates, KeptSession, LeaseToken } from '../../domain/ports.ts';
import type { Behaviour, Context, ReplyTo } from '../runtime/handle.ts';
import type { Session, SessionMessage } from './messages.ts';

/**
 * The session of one credential: signs in when a token is wanted and none is good, once however many ask, and lets a token go
 * before it ends. Nothing is signed in that nobody asked for.
 *
 * Only the process with the credential's lease has one, so there is one refresh at a time in the whole cluster. A new session is
 * stored before its token is used: some suppliers give a new refresh token with every session and take the old one no more, so
 * a session that only a crashed process knew would lock everybody out. A session outlives the process that opened it.
 */

/** Where the session stands. */
export type SessionState =
  /** Nobody has asked yet, so nothing is known of what earlier lives have left. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'loading'; readonly waiters: readonly ReplyTo<Session>[] }
  | { readonly kind: 'signed_out'; readonly refreshToken: string | undefined }
  | {
      readonly kind: 'signing_in';
      readonly waiters: readonly ReplyTo<Session>[];
      readonly refreshToken: string | undefined;
    }
  | { readonly kind: 'signed_in'; readonly session: Session; readonly refreshToken: string | undefined };

/** A token is let go this long before it ends, so that a request begun with it is answered before. */
const marginMs = 30_000;

/** The part of a token's life that the margin may take at most, for suppliers with very short sessions. */
const marginShare = 0.2;

/** The instant from which a token obtained at `now` is no longer used. */
export const usableUntil = (now: Date, lifetimeMs: number): Date =>
  new Date(now.getTime() + lifetimeMs - Math.min(marginMs, lifetimeMs * marginShare));

/** Signs in once, with the refresh token if there is one; resolves when the session is stored, and rejects when the supplier refuses. */
export type OpenSession = (
  refreshToken: string | undefined,
  lease: LeaseToken,
  signal: AbortSignal,
) => Promise<KeptSession & Session>;

/** What the session actor needs from outside. */
export interface SessionDependencies {
  readonly open: OpenSession;
  /** What earlier lives have stored. */
  readonly load: () => ReturnType<CredentialStates['session']>;
}

/** Makes the session actor. */
export const sessionActor = ({ open, load }: SessionDependencies): Behaviour<SessionMessage, SessionState> => {
  type Ctx = Context<SessionMessage>;

  const signIn = (
    waiters: readonly ReplyTo<Session>[],
    refreshToken: string | undefined,
    lease: LeaseToken,
    context: Ctx,
  ): SessionState => {
    context.perform(
      (signal) => open(refreshToken, lease, signal),
      (session) => ({ kind: 'signed_in', session }),
      (error) => ({ kind: 'sign_in_failed', error }),
    );
    return { kind: 'signing_in', waiters, refreshToken };
  };

  const acquire = (state: SessionState, { lease, replyTo }: Asked, context: Ctx): SessionState => {
    switch (state.kind) {
      case 'loading':
      case 'signing_in':
        return { ...state, waiters: [...state.waiters, replyTo] };
      case 'unknown':
        context.perform(
          load,
          (kept) => ({ kind: 'loaded', kept, lease }),
          // Signing in tells whether the store is really away, because the new session must be stored too.
          () => ({ kind: 'loaded', kept: undefined, lease }),
        );
        return { kind: 'loading', waiters: [replyTo] };
      case 'signed_in':
        if (state.session.expiresAt <= context.now()) return signIn([replyTo], state.refreshToken, lease, context);
        replyTo.resolve(state.session);
        return state;
      case 'signed_out':
        return signIn([replyTo], state.refreshToken, lease, context);
    }
  };

  const onLoaded = (state: SessionState, { kept, lease }: Loaded, context: Ctx): SessionState => {
    if (kept?.token === undefined || kept.expiresAt <= context.now())
      return signIn(waiters(state), kept?.refreshToken, lease, context);
    const session = { token: kept.token, expiresAt: kept.expiresAt };
    for (const waiter of waiters(state)) waiter.resolve(session);
    return { kind: 'signed_in', session, refreshToken: kept.refreshToken };
  };

  return {
    family: 'session',
    mailboxCapacity: 256,
    start: () => ({ kind: 'unknown' }),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'acquire':
          return acquire(state, message, context);
        case 'refused':
          return state.kind === 'signed_in' && state.session.token === message.token
            ? { kind: 'signed_out', refreshToken: state.refreshToken }
            : state;
        case 'loaded':
          return onLoaded(state, message, context);
        case 'signed_in': {
          const { token, expiresAt, refreshToken } = message.session;
          for (const waiter of waiters(state)) waiter.resolve({ token, expiresAt });
          return { kind: 'signed_in', session: { token, expiresAt }, refreshToken };
        }
        case 'sign_in_failed':
          for (const waiter of waiters(state)) waiter.reject(asError(message.error));
          return { kind: 'signed_out', refreshToken: state.kind === 'signing_in' ? state.refreshToken : undefined };
      }
    },
  };
};

type Asked = Extract<SessionMessage, { kind: 'acquire' }>;

type Loaded = Extract<SessionMessage, { kind: 'loaded' }>;

const waiters = (state: SessionState): readonly ReplyTo<Session>[] =>
  state.kind === 'signing_in' || state.kind === 'loading' ? state.waiters : [];

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
