import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeaseControl } from '../../../actors/connector/held-lease.ts';
import {
  createLeaseManager,
  type LeaseManager,
  noLease,
  type Ownership,
} from '../../../actors/connector/lease-manager.ts';
import type { CredentialMessage } from '../../../actors/connector/messages.ts';
import type { Behaviour } from '../../../actors/runtime/handle.ts';
import { unavailable } from '../../../domain/errors.ts';
import { askEveryMs, holderCountsOnMs } from '../../../domain/ingestion/lease-rules.ts';
import type { ConnectorLeases } from '../../../domain/ingestion/ports.ts';
import { createHarness, turns } from '../runtime/harness.ts';

const ttlMs = 7_000;
const lifeMs = holderCountsOnMs(ttlMs);
const renewMs = askEveryMs(ttlMs);

/** An actor that does nothing but own; `onChange` is told what it owns after every turn. */
const owner = (owning: LeaseManager, onChange: (now: Ownership) => void): Behaviour<CredentialMessage, Ownership> => ({
  family: 'owner',
  mailboxCapacity: 10,
  start: (context) => owning.ask(noLease, context),
  receive: (ownership, message, context) => {
    const next = ((): Ownership => {
      switch (message.kind) {
        case 'lease_due':
          return owning.ask(ownership, context);
        case 'lease_held':
        case 'lease_missed':
        case 'lease_unknown':
        case 'lease_over':
          return owning.after(message, ownership, context);
        default:
          throw new RangeError(`${message.kind} is not about a lease`);
      }
    })();
    onChange(next);
    return next;
  },
  onStop: (ownership) => owning.release(ownership),
});

describe('the lease of a credential, in the hands of its holder', () => {
  const renewals: PromiseWithResolvers<boolean>[] = [];
  const released: bigint[] = [];
  let acquisition: Promise<void> | undefined;
  let acquired = 0n;
  let clockMs = 0;
  let owned = noLease;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renewals.length = 0;
    released.length = 0;
    acquisition = undefined;
    acquired = 0n;
    clockMs = 1_000;
    owned = noLease;
  });
  afterEach(() => void vi.useRealTimers());

  /** A renewal is answered when the test says so; so is all else that the test holds back. */
  const leases: ConnectorLeases = {
    acquire: async () => {
      acquired += 1n;
      const token = acquired;
      await acquisition;
      return token;
    },
    renew: () => {
      const renewal = Promise.withResolvers<boolean>();
      renewals.push(renewal);
      return renewal.promise;
    },
    release: async (_credentialId, token) => void released.push(token),
  };

  /**
   * Lets the timers pass so much time; the clock of the holder as much, unless it is told how much.
   */
  const pass = async (timersMs: number, holderMs = timersMs): Promise<void> => {
    clockMs += holderMs;
    vi.advanceTimersByTime(timersMs);
    await turns();
  };

  /** Starts an owner, which asks for the lease at once. */
  const start = () => {
    const { system } = createHarness({ now: () => new Date(clockMs) });
    const owning = createLeaseManager('crd_1', leases, { owner: 'this process', ttlMs, monotonicMs: () => clockMs });
    system.spawn(
      'owner',
      owner(owning, (now) => {
        owned = now;
      }),
    );
    return system;
  };

  /** Starts a holder, and gives the lease that it got. */
  const hold = async (): Promise<LeaseControl> => {
    start();
    await turns();
    if (owned.lease === undefined) throw new Error('no lease was had');
    return owned.lease;
  };

  it('ends by itself at its time, also when the timer for it fires a little early by the clock', async () => {
    const lease = await hold();
    await pass(lifeMs, lifeMs - 0.5);
    expect(lease.signal.aborted).toBe(false);
    await pass(2);
    expect(lease.signal.aborted).toBe(true);
    expect(owned.lease).toBeUndefined();
  });

  it('is not held again by a renewal that is answered after its end, but is taken anew', async () => {
    const lost = await hold();
    await pass(renewMs);
    renewals[0]?.reject(unavailable('the database', 10));
    await turns();
    await pass(renewMs);
    await pass(lifeMs - 2 * renewMs);
    expect(owned.lease).toBeUndefined();
    renewals[1]?.resolve(true);
    await turns();
    expect(renewals).toHaveLength(2);
    expect(owned.lease).toBeUndefined();
    expect(lost.signal.aborted).toBe(true);
    await pass(renewMs);
    expect(owned.lease?.token).toBe(2n);
  });

  it('goes on for its whole time from the moment before a renewal was asked for', async () => {
    const lease = await hold();
    await pass(renewMs);
    await pass(renewMs / 2);
    renewals[0]?.resolve(true);
    await turns();
    expect(lease.remainingMs()).toBe(lifeMs - renewMs / 2);
    await pass(lifeMs - renewMs / 2);
    expect(owned.lease).toBeUndefined();
  });

  it('is given up by an owner that stops while it is still being asked for', async () => {
    const asked = Promise.withResolvers<void>();
    acquisition = asked.promise;
    const system = start();
    await turns();
    const stopped = system.stop(1_000);
    await turns();
    expect(released).toEqual([]);
    asked.resolve();
    await stopped;
    expect(released).toEqual([1n]);
  });

  it('is given up after the renewal that is under way has come to its end', async () => {
    const system = start();
    await turns();
    await pass(renewMs);
    expect(renewals).toHaveLength(1);
    const stopped = system.stop(1_000);
    await turns();
    expect(released).toEqual([]);
    renewals[0]?.reject(unavailable('the database', 10));
    await stopped;
    expect(released).toEqual([1n]);
  });
});
