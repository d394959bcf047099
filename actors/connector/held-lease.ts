import type { LeaseToken } from '../../domain/ingestion/ports.ts';

/** A process's clocks at one moment. */
export interface LeaseClock {
  readonly wallMs: number;
  /** Goes on while the process is stopped, and is never set. */
  readonly monotonicMs: number;
}

/**
 * The right to work for a credential, as the worker sees it at any moment. A process may be stopped
 * for longer than its lease lasts and not notice: its timers are late then too. So everything that
 * has an effect outside of the store, whose writes name the token, asks `assertHeld` right before,
 * with nothing awaited in between.
 */
export interface HeldLease {
  readonly token: LeaseToken;
  /** Aborted when the lease is lost or over. */
  readonly signal: AbortSignal;
  /**
   * Throws `LeaseExpired` when the time for which the lease was granted has passed, or it was lost
   * before.
   */
  assertHeld(): void;
}

/** The lease was lost or has expired; work under it must stop. */
export class LeaseExpired extends Error {
  constructor() {
    super('the lease on the credential is over');
    this.name = 'LeaseExpired';
  }
}

/**
 * Throws unless work under the lease may have an effect now: it is not aborted, and the lease is
 * held.
 */
export const assertMayAct = (lease: HeldLease, signal: AbortSignal): void => {
  signal.throwIfAborted();
  lease.assertHeld();
};

/** A lease as its holder controls it. */
export interface LeaseControl extends HeldLease {
  /** Granted anew, for its whole time from this moment on; an earlier moment changes nothing. */
  extend(from: LeaseClock): void;
  /** 0 when it has expired. */
  remainingMs(): number;
  /** Ends it at once. */
  expireNow(): void;
}

/** How a lease is held. */
export interface LeaseHolding {
  readonly token: LeaseToken;
  readonly from: LeaseClock;
  /** For how long its holder counts on it. */
  readonly lifeMs: number;
  readonly clock: () => LeaseClock;
  /** Called when the lease turns out to be over before its timer has said so. */
  readonly onOver: () => void;
}

/** Holds a lease that was granted. */
export const heldLease = ({ token, from, lifeMs, clock, onOver }: LeaseHolding): LeaseControl => {
  const ending = new AbortController();
  let granted = from;
  const remainingMs = (): number => {
    if (ending.signal.aborted) return 0;
    const { wallMs, monotonicMs } = clock();
    // The clock of the wall counts a machine that slept, the other one goes on when the first is
    // set back.
    return Math.max(0, lifeMs - Math.max(wallMs - granted.wallMs, monotonicMs - granted.monotonicMs));
  };
  const expireNow = (): void => ending.abort(new LeaseExpired());
  return {
    token,
    signal: ending.signal,
    extend: (next) => {
      if (next.monotonicMs > granted.monotonicMs) granted = next;
    },
    remainingMs,
    expireNow,
    assertHeld: () => {
      if (remainingMs() > 0) return;
      if (!ending.signal.aborted) onOver();
      expireNow();
      throw new LeaseExpired();
    },
  };
};
