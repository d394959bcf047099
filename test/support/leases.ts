import type { HeldLease } from '../../actors/connector/held-lease.ts';
import type { LeaseToken } from '../../domain/ingestion/ports.ts';

/** A lease that is held for ever. */
export const leaseFor = (token: LeaseToken): HeldLease => ({
  token,
  signal: new AbortController().signal,
  assertHeld: () => undefined,
});
