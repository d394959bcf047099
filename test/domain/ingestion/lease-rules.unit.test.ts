import { expect, it } from 'vitest';
import {
  askEveryMs,
  holderCountsOnMs,
  leaseAnswerMs,
  leaseMs,
  roundTripMs,
  takeoverMs,
} from '../../../domain/ingestion/lease-rules.ts';

it('a lease that was renewed just before its holder died is asked for and taken within the time of a takeover', () => {
  expect(leaseMs + askEveryMs(leaseMs) + roundTripMs).toBeLessThanOrEqual(takeoverMs);
});

it('a holder stops before its lease is over for the store, and is asked for three times before that', () => {
  expect(holderCountsOnMs(leaseMs)).toBeLessThan(leaseMs);
  expect(3 * askEveryMs(leaseMs)).toBeLessThan(holderCountsOnMs(leaseMs));
});

it('a store that does not answer once costs no lease: there is time to ask again', () => {
  expect(leaseAnswerMs(leaseMs) + askEveryMs(leaseMs)).toBeLessThan(holderCountsOnMs(leaseMs));
});
