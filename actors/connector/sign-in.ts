import type { AnswerClass } from '../../domain/ingestion/answer-class.ts';
import type { StoredSession } from '../../domain/ingestion/ports.ts';
import type { Budget } from './budget.ts';
import { assertMayAct, type HeldLease } from './held-lease.ts';
import type { Session } from './messages.ts';
import { SupplierRefusal } from './refusal.ts';
import { usableUntil } from './session.ts';
import type { CallSupplier } from './supplier-call.ts';
import type { SignIn } from './suppliers/supplier-client.ts';

/** What signing in needs from outside. */
export interface SignInDependencies {
  readonly budget: Budget;
  /** What it is done under. */
  readonly lease: HeldLease;
  readonly call: CallSupplier;
  /** Keeps the session; resolves when it is stored. */
  readonly keep: (session: StoredSession) => Promise<void>;
  /** Called with the class of every answer. */
  readonly onAnswer: (answer: AnswerClass) => void;
  /** Told every token and its kind, so that none of them is ever shown. */
  readonly onSecret: (token: string, kind: 'session' | 'refresh') => void;
  readonly now: () => Date;
  /** 32 random hexadecimal digits. */
  readonly newNonce: () => string;
}

type Opened = StoredSession & Session;

/**
 * Signs in, inside the budget, and stores the session. A refresh token that the supplier does not
 * take is let go, and the credential itself is used. Rejects with `SupplierRefusal` when the
 * supplier refuses or does not answer.
 */
export const signIn = async (
  how: SignIn,
  refreshToken: string | undefined,
  deps: SignInDependencies,
  signal: AbortSignal,
): Promise<Opened> => {
  const first = await attempt(how, refreshToken, deps, signal);
  const isTokenStale = first.kind === 'refused' && first.answer.kind === 'authentication' && refreshToken !== undefined;
  const last = isTokenStale ? await attempt(how, undefined, deps, signal) : first;
  if (last.kind === 'refused') throw new SupplierRefusal(last.answer);
  await deps.keep(last.session);
  return last.session;
};

type Attempt =
  | { readonly kind: 'opened'; readonly session: Opened }
  | { readonly kind: 'refused'; readonly answer: AnswerClass };

const attempt = async (
  how: SignIn,
  refreshToken: string | undefined,
  deps: SignInDependencies,
  signal: AbortSignal,
): Promise<Attempt> => {
  const request = how.request({ refreshToken, now: deps.now(), nonce: deps.newNonce() });
  await deps.budget.take(request.endpoint, request.cost, signal);
  assertMayAct(deps.lease, signal);
  const outcome = await deps.call(request, { phase: 'session' }, signal);
  const answer = outcome.means;
  deps.budget.recordAnswer(request.endpoint, answer, []);
  if (outcome.kind === 'silent' || answer.kind !== 'success') {
    deps.onAnswer(answer);
    return { kind: 'refused', answer };
  }
  const read = how.read(outcome.response);
  if (read.kind === 'malformed') {
    const malformed = { kind: 'malformed', reason: read.reason } as const;
    deps.onAnswer(malformed);
    return { kind: 'refused', answer: malformed };
  }
  deps.onAnswer(answer);
  const kept = read.refreshToken ?? refreshToken;
  deps.onSecret(read.token, 'session');
  if (kept !== undefined) deps.onSecret(kept, 'refresh');
  return {
    kind: 'opened',
    session: { token: read.token, expiresAt: usableUntil(deps.now(), read.lifetimeMs), refreshToken: kept },
  };
};
