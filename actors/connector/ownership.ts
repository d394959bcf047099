import type { ConnectorLeases, LeaseToken } from '../../domain/ports.ts';
import type { Context } from '../runtime/handle.ts';
import type { CredentialMessage, LeaseMessage } from './messages.ts';

/**
 * Keeps a credential's connector to one process of the cluster. The lease is asked for when the connector starts, renewed three
 * times within its life, and counted as lost by the holder's own clock before it can be over by the store's, so that two
 * processes never work for one credential at once. When the holder dies another has it within the life of a lease; when the
 * store is down everybody stops, which costs nothing, because nothing could be checkpointed.
 */

/** How leases are taken. */
export interface OwnershipRules {
  /** Who this process is; the same across restarts where nobody else can be the same. */
  readonly owner: string;
  readonly ttlMs: number;
}

/** A lease as its holder knows it. */
export interface Ownership {
  readonly token: LeaseToken;
}

/** The holder stops this much of a lease's life before its end, for clocks that run at different speeds. */
const marginShare = 0.1;

type Ctx = Context<CredentialMessage>;

/** Takes, keeps and gives up the lease of one credential. */
export interface Owning {
  /** Asks the store, and again in good time. */
  ask(ownership: Ownership | undefined, context: Ctx): void;
  /** What a message means: the lease from now on, undefined when there is none. */
  after(
    message: Exclude<LeaseMessage, { kind: 'lease_due' }>,
    held: Ownership | undefined,
    context: Ctx,
  ): Ownership | undefined;
  release(ownership: Ownership | undefined): Promise<void>;
}

/** Makes the ownership of one credential. */
export const createOwning = (credentialId: string, leases: ConnectorLeases, rules: OwnershipRules): Owning => ({
  ask: (ownership, context) => {
    const askedAt = context.now();
    context.schedule('lease', rules.ttlMs / 3, { kind: 'lease_due' });
    context.perform(
      async () => {
        if (ownership === undefined) return leases.acquire(credentialId, rules.owner, rules.ttlMs);
        return (await leases.renew(credentialId, ownership.token, rules.ttlMs)) ? ownership.token : undefined;
      },
      (token) =>
        token === undefined
          ? { kind: 'lease_missed', token: ownership?.token }
          : { kind: 'lease_held', token, askedAt },
      (error) => ({ kind: 'lease_unknown', error }),
    );
  },

  after: (message, held, context) => {
    switch (message.kind) {
      case 'lease_held': {
        const endsAt = message.askedAt.getTime() + rules.ttlMs * (1 - marginShare);
        context.schedule('lease_end', Math.max(0, endsAt - context.now().getTime()), { kind: 'lease_over' });
        return { token: message.token };
      }
      case 'lease_missed':
        // A late answer about a lease of the past says nothing about the present one.
        return held?.token === message.token ? undefined : held;
      case 'lease_unknown':
        return held;
      case 'lease_over':
        return undefined;
    }
  },

  release: async (ownership) => {
    if (ownership !== undefined) await leases.release(credentialId, ownership.token);
  },
});
