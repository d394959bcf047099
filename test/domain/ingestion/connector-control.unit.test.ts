import { describe, expect, it } from 'vitest';
import { controlOf, inForce, nextEnd, workersAllowed } from '../../../domain/ingestion/connector-control.ts';

const now = new Date('2026-03-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);
const pause = { kind: 'pause', reason: 'maintenance', until: at(1_000) } as const;
const workers = { kind: 'workers', maxConcurrentPerCredential: 2, until: at(2_000) } as const;

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
