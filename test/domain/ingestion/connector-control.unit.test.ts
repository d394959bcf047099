import { describe, expect, it } from 'vitest';
import {
  controlOf,
  effectiveLimits,
  inForce,
  nextEnd,
  workersAllowed,
} from '../../../domain/ingestion/connector-control.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);
const pause = { kind: 'pause', reason: 'maintenance', givenAt: now, until: at(1_000) } as const;
const workers = { kind: 'workers', maxConcurrentPerCredential: 2, givenAt: now, until: at(2_000) } as const;

describe("operators' orders", () => {
  it('each end by themselves at their instant', () => {
    const control = controlOf([pause, workers]);
    expect(inForce(control, at(999))).toEqual({ pause, workers });
    expect(inForce(control, at(1_000))).toEqual({ workers });
    expect(inForce(control, at(2_000))).toEqual({});
    expect([nextEnd(control), nextEnd({ workers }), nextEnd({})]).toEqual([at(1_000), at(2_000), undefined]);
  });

  it('only ever lower the number of workers', () => {
    expect([workersAllowed(4, { workers }), workersAllowed(1, { workers }), workersAllowed(4, {})]).toEqual([2, 1, 4]);
  });
});

describe('the limits that hold for an endpoint', () => {
  const perMinute = { rate: 60, periodMs: 60_000 };
  const perDay = { rate: 1_000, periodMs: 86_400_000 };
  const configured = [perMinute, perDay];

  it('are the configured ones without an order, and with one that would raise any of them', () => {
    expect(effectiveLimits(configured, undefined)).toEqual(configured);
    for (const idle of [
      { rate: 60, periodMs: 60_000 },
      { rate: 5_000, periodMs: 1_000 },
      { rate: 1_000, periodMs: 60_000 },
    ])
      expect(effectiveLimits([perMinute], idle)).toEqual([perMinute]);
  });

  it('include an order that allows less, at once or over time', () => {
    for (const lower of [
      { rate: 10, periodMs: 60_000 },
      { rate: 10, periodMs: 1_000 },
      { rate: 100, periodMs: 3_600_000 },
    ])
      expect(effectiveLimits([perMinute], lower)).toEqual([perMinute, lower]);
  });
});
