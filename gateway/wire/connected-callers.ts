import type { Bus } from '../../streams/bus/bus.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { createReadStandings } from '../auth/caller-standings.ts';
import { type ConnectedCallers, followConnectedCallers } from '../auth/connected-callers.ts';
import type { TokenVerifier } from '../auth/web-tokens.ts';
import type { Authenticator } from '../auth.ts';
import type { KeyLimiter } from '../protection/key-limiter.ts';
import { onCallersChanged } from './caller-signals.ts';
import type { Stores } from './stores.ts';
import type { Teardown } from './teardown.ts';

/** What following stands on. */
interface Surroundings {
  readonly stores: Pick<Stores, 'callers' | 'customers'>;
  readonly bus: Bus;
  readonly log: Logger;
  readonly teardown: Teardown;
}

/** What knows callers in this process. */
interface Knowing {
  readonly tokens: TokenVerifier | undefined;
  readonly authenticator: Pick<Authenticator, 'forget'>;
  readonly limiter: Pick<KeyLimiter, 'learn'>;
}

/** Has everything in this process follow what changes about callers: what is remembered of them, and their open streams. */
export const followCallers = (
  { stores, bus, log, teardown }: Surroundings,
  { tokens, authenticator, limiter }: Knowing,
): ConnectedCallers => {
  const connected = followConnectedCallers({
    read: createReadStandings({ callers: stores.callers, customers: stores.customers, tokens }),
    onRead: limiter.learn,
    onEnded: ({ caller: { customerId, keyId } }, { kind, message }) => {
      authenticator.forget([customerId]);
      log.info('stream.caller.changed', { key_id: keyId, code: kind, reason: message });
    },
    onError: (error) => log.warn('stream.callers.failed', { err: error }),
  });
  const unheard = onCallersChanged(bus, (customerIds) => {
    authenticator.forget(customerIds);
    connected.changed();
  });
  teardown.add('connected callers', async () => {
    unheard();
    await connected.stop();
  });
  return connected;
};
