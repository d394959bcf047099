import type { Authenticator } from '../auth/authenticator.ts';
import { type ConnectedCallers, followConnectedCallers } from '../auth/connected-callers.ts';
import { createReadCredentialStatuses } from '../auth/credential-status.ts';
import type { TokenVerifier } from '../auth/web-tokens.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import { onCallersChanged } from './caller-signals.ts';
import type { Surroundings } from './worker-dependencies.ts';

type Dependencies = Surroundings<'callers' | 'customers', 'bus' | 'log' | 'teardown'>;

/** What knows callers in this process. */
interface CallerCaches {
  readonly tokens: TokenVerifier | undefined;
  readonly authenticator: Pick<Authenticator, 'forget'>;
  readonly limiter: Pick<KeyLimiter, 'updateLimits'>;
}

/**
 * Has everything in this process follow what changes about callers: what is remembered of them, and
 * their open streams.
 */
export const followCallers = (
  { stores, bus, log, teardown }: Dependencies,
  { tokens, authenticator, limiter }: CallerCaches,
): ConnectedCallers => {
  const connected = followConnectedCallers({
    read: createReadCredentialStatuses({ callers: stores.callers, customers: stores.customers, tokens }),
    onRead: limiter.updateLimits,
    onEnded: ({ caller: { customerId, keyId } }, { kind, message }) => {
      authenticator.forget([customerId]);
      log.info('stream.caller.changed', { key_id: keyId, code: kind, reason: message });
    },
    onError: (error) => log.warn('stream.callers.failed', { err: error }),
  });
  const unsubscribe = onCallersChanged(bus, (customerIds) => {
    authenticator.forget(customerIds);
    connected.changed();
  });
  teardown.add('connected callers', async () => {
    unsubscribe();
    await connected.stop();
  });
  return connected;
};
