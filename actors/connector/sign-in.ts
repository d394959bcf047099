import type { LocalBudget } from './local-budget.ts';
import type { Session } from './messages.ts';
import { SupplierRefusal } from './refusal.ts';
import { usableUntil } from './session.ts';
import type { CallSupplier } from './supplier-call.ts';
import type { SignIn, SupplierClient } from './suppliers/supplier-client.ts';

/** What signing in needs from outside. */
export interface SignInDependencies {
  readonly client: Pick<SupplierClient, 'classify'>;
  readonly budget: LocalBudget;
  readonly call: CallSupplier;
  readonly now: () => Date;
  /** 32 random hexadecimal digits. */
  readonly newNonce: () => string;
}

/** Signs in once, inside the budget. Rejects with `SupplierRefusal` when the supplier refuses or does not answer. */
export const signIn = async (how: SignIn, deps: SignInDependencies, signal: AbortSignal): Promise<Session> => {
  const request = how.request({ refreshToken: undefined, now: deps.now(), nonce: deps.newNonce() });
  await deps.budget.take(request.endpoint, request.cost, signal);
  const outcome = await deps.call(request, { phase: 'session' }, signal);
  if (outcome.kind === 'silent') throw new SupplierRefusal(outcome.means);
  const answer = deps.client.classify(outcome.response);
  if (answer.kind !== 'success') throw new SupplierRefusal(answer);
  const read = how.read(outcome.response);
  if (read.kind === 'malformed') throw new SupplierRefusal({ kind: 'malformed', reason: read.reason });
  return { token: read.token, expiresAt: usableUntil(deps.now(), read.lifetimeMs) };
};
