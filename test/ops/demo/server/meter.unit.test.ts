import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMeter, type SupplierLimit } from '../../../../ops/demo/server/meter.ts';

const perSecond: SupplierLimit = { window: 'burst', units: 2, periodMs: 1000 };
const perDay: SupplierLimit = { window: 'daily', units: 5, periodMs: 86_400_000 };

it('never admits more units than a limit in any span of its length, and says when the next would be', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), (gaps) => {
      let nowMs = 0;
      const meter = createMeter([perSecond, perDay], () => nowMs);
      for (const gap of gaps) {
        nowMs += gap;
        const admission = meter.admit('parts');
        if (admission.kind === 'over_limit') {
          expect(admission.waitMs).toBeGreaterThan(0);
          expect(admission.waitMs).toBeLessThanOrEqual(admission.limit.periodMs);
        }
      }
      expect(meter.busiest(perSecond.periodMs)).toBeLessThanOrEqual(perSecond.units);
      expect(meter.busiest(perDay.periodMs)).toBeLessThanOrEqual(perDay.units);
      expect(meter.calls()).toHaveLength(gaps.length);
    }),
  );
});

it('tells what is left, and lets a call in once the wait is over', () => {
  let nowMs = 0;
  const meter = createMeter([perSecond], () => nowMs);
  expect(meter.admit('parts')).toMatchObject({ kind: 'admitted', left: [{ unitsLeft: 1 }] });
  nowMs = 400;
  expect(meter.admit('parts')).toMatchObject({ kind: 'admitted', left: [{ unitsLeft: 0 }] });
  expect(meter.admit('parts')).toEqual({ kind: 'over_limit', limit: perSecond, waitMs: 600 });
  nowMs = 1000;
  expect(meter.admit('parts')).toMatchObject({ kind: 'admitted' });
});

it('counts what a call turned out to cost', () => {
  const meter = createMeter([{ window: 'daily', units: 10, periodMs: 1000 }], () => 0);
  const first = meter.admit('match');
  if (first.kind === 'admitted') first.charge(10);
  expect(meter.busiest(1000)).toBe(10);
  expect(meter.admit('match')).toMatchObject({ kind: 'over_limit' });
});
