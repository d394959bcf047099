import { withDeadline } from '../../concurrency/deadline.ts';
import type { CredentialStates, StoredSession } from '../../domain/ingestion/ports.ts';
import type { Behaviour, Context, ReplyTo } from '../runtime/handle.ts';
import { type HeldLease, LeaseExpired } from './held-lease.ts';
import type { Session, SessionMessage } from './messages.ts';

/**
 * The session of one credential: signs in when a token is wanted and none is good, once however
 * many ask, and lets a token go before it ends. Sign-in happens only on request.
 *
 * Only the process with the credential's lease has one, so there is one refresh at a time in the
 * whole cluster. A new session is stored before its token is used: some suppliers give a new
 * refresh token with every session and take the old one no more, so a session that only a crashed
 * process knew would lock everybody out. A session outlives the process that opened it.
 *
 * What is done for a page that is aborted, or under a lease that is lost, is aborted in the same
 * turn, and the next request starts a new one. The outcome of an attempt that is not the latest
 * changes nothing.
 */

/** Where the session stands. */
export type SessionState =
  /** Nobody has asked yet, so nothing is known of what earlier lives have left. */
  | { readonly kind: 'unknown' }
  | (Attempt & { readonly kind: 'loading' })
  | { readonly kind: 'signed_out'; readonly refreshToken: string | undefined }
  | (Attempt & { readonly kind: 'signing_in'; readonly refreshToken: string | undefined })
  | { readonly kind: 'signed_in'; readonly session: Session; readonly refreshToken: string | undefined };

/** Something under way, for whom and under which lease. */
interface Attempt {
  readonly attemptId: number;
  readonly lease: HeldLease;
  /** That of the page for which it was begun. */
  readonly signal: AbortSignal;
  readonly waiters: readonly ReplyTo<Session>[];
}

/** For whom something is begun. */
type Begun = Pick<Attempt, 'lease' | 'signal' | 'waiters'>;

/** The longest that signing in may take, waits for its budget included; requests wait for less. */
const signInDeadlineMs = 120_000;

/**
 * A token is dropped this long before it expires, so that a request begun with it is answered in
 * time.
 */
const marginMs = 30_000;

/**
 * The part of a token's life that the margin may take at most, for suppliers with very short
 * sessions.
 */
const marginShare = 0.2;

/** The instant from which a token obtained at `now` is no longer used. */
export const usableUntil = (now: Date, lifetimeMs: number): Date =>
  new Date(now.getTime() + lifetimeMs - Math.min(marginMs, lifetimeMs * marginShare));

/**
 * Signs in once, with the refresh token if there is one; resolves when the session is stored, and
 * rejects when the supplier refuses.
 */
export type OpenSession = (
  refreshToken: string | undefined,
  lease: HeldLease,
  signal: AbortSignal,
) => Promise<StoredSession & Session>;

/** What the session actor needs from outside. */
export interface SessionDependencies {
  readonly open: OpenSession;
  /** What earlier lives have stored. */
  readonly load: () => ReturnType<CredentialStates['session']>;
}

type AcquireMessage = Extract<SessionMessage, { kind: 'acquire' }>;

type LoadedMessage = Extract<SessionMessage, { kind: 'loaded' }>;

type Outcome = Extract<SessionMessage, { attemptId: number }>;

type Waiting = Extract<SessionState, Attempt>;

const isWaiting = (state: SessionState): state is Waiting => state.kind === 'loading' || state.kind === 'signing_in';

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** One turn of the actor. */
interface Turn extends SessionDependencies {
  /** A number that no attempt had before. */
  readonly nextAttempt: () => number;
  readonly context: Context<SessionMessage>;
}

const signIn = (
  { open, nextAttempt, context }: Turn,
  { waiters, lease, signal }: Begun,
  refreshToken: string | undefined,
): SessionState => {
  const attemptId = nextAttempt();
  context.perform(
    (stopped) => {
      const owner = AbortSignal.any([stopped, lease.signal, signal]);
      const deadline = { what: 'signing in', ms: signInDeadlineMs, owner };
      return withDeadline(deadline, (ended) => open(refreshToken, lease, ended));
    },
    (session) => ({ kind: 'signed_in', attemptId, session }),
    (error) => ({ kind: 'sign_in_failed', attemptId, error }),
  );
  return { kind: 'signing_in', attemptId, lease, signal, waiters, refreshToken };
};

const loadStored = ({ load, nextAttempt, context }: Turn, begun: Begun): SessionState => {
  const attemptId = nextAttempt();
  context.perform(
    load,
    (kept) => ({ kind: 'loaded', attemptId, kept }),
    // Signing in tells whether the store is really away, because the new session must be stored
    // too.
    () => ({ kind: 'loaded', attemptId, kept: undefined }),
  );
  return { ...begun, kind: 'loading', attemptId };
};

/**
 * A request during an attempt waits for it, unless the attempt is aborted or under an earlier
 * lease.
 */
const join = (turn: Turn, state: Waiting, { lease, signal, replyTo }: AcquireMessage): SessionState => {
  if (state.lease.token > lease.token) {
    replyTo.reject(new LeaseExpired());
    return state;
  }
  if (state.lease.token === lease.token && !state.signal.aborted)
    return { ...state, waiters: [...state.waiters, replyTo] };
  for (const waiter of state.waiters) waiter.reject(new LeaseExpired());
  // Another process, or the attempt that was aborted, may have stored a session meanwhile.
  return loadStored(turn, { lease, signal, waiters: [replyTo] });
};

const acquire = (turn: Turn, state: SessionState, asked: AcquireMessage): SessionState => {
  const { lease, signal, replyTo } = asked;
  const alone = { lease, signal, waiters: [replyTo] };
  switch (state.kind) {
    case 'loading':
    case 'signing_in':
      return join(turn, state, asked);
    case 'unknown':
      return loadStored(turn, alone);
    case 'signed_in':
      if (state.session.expiresAt <= turn.context.now()) return signIn(turn, alone, state.refreshToken);
      replyTo.resolve(state.session);
      return state;
    case 'signed_out':
      return signIn(turn, alone, state.refreshToken);
  }
};

const onLoaded = (turn: Turn, state: Waiting, { kept }: LoadedMessage): SessionState => {
  if (state.signal.aborted) return { kind: 'unknown' };
  if (kept?.token === undefined || kept.expiresAt <= turn.context.now()) return signIn(turn, state, kept?.refreshToken);
  const session = { token: kept.token, expiresAt: kept.expiresAt };
  for (const waiter of state.waiters) waiter.resolve(session);
  return { kind: 'signed_in', session, refreshToken: kept.refreshToken };
};

const onOutcome = (turn: Turn, state: Waiting, message: Outcome): SessionState => {
  switch (message.kind) {
    case 'loaded':
      return onLoaded(turn, state, message);
    case 'signed_in': {
      const { token, expiresAt, refreshToken } = message.session;
      for (const waiter of state.waiters) waiter.resolve({ token, expiresAt });
      return { kind: 'signed_in', session: { token, expiresAt }, refreshToken };
    }
    case 'sign_in_failed':
      for (const waiter of state.waiters) waiter.reject(asError(message.error));
      return { kind: 'signed_out', refreshToken: state.kind === 'signing_in' ? state.refreshToken : undefined };
  }
};

/** Makes the session actor. */
export const sessionActor = (deps: SessionDependencies): Behaviour<SessionMessage, SessionState> => {
  let attempts = 0;
  const nextAttempt = (): number => {
    attempts += 1;
    return attempts;
  };
  const work = { ...deps, nextAttempt };
  return {
    family: 'session',
    mailboxCapacity: 256,
    start: () => ({ kind: 'unknown' }),
    receive: (state, message, context) => {
      switch (message.kind) {
        case 'acquire':
          return acquire({ ...work, context }, state, message);
        case 'refused':
          return state.kind === 'signed_in' && state.session.token === message.token
            ? { kind: 'signed_out', refreshToken: state.refreshToken }
            : state;
        case 'loaded':
        case 'signed_in':
        case 'sign_in_failed':
          return isWaiting(state) && state.attemptId === message.attemptId
            ? onOutcome({ ...work, context }, state, message)
            : state;
      }
    },
  };
};
