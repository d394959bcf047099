import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, freshnessOf, freshnessValidUntil } from '../../../domain/offers/freshness.ts';
import { hoursBefore, noon } from '../../support/offers.ts';

describe('the next observation', () => {
  it.each([
    { plan: 'is told as planned', refreshEta: hoursBefore(-1), told: hoursBefore(-1) },
    { plan: 'is expected now when it is overdue', refreshEta: hoursBefore(1), told: noon },
    { plan: 'stays unknown when none is planned', refreshEta: undefined, told: undefined },
  ])('$plan', ({ refreshEta, told }) => {
    const verdict = freshnessOf({ kind: 'price', observedAt: hoursBefore(3), refreshEta }, noon);
    expect(verdict.refreshEta).toEqual(told);
  });
});

describe('a verdict', () => {
  const minutes = fc.integer({ min: -1_000, max: 1_000 });
  const instant = minutes.map((each) => new Date(noon.getTime() + each * 60_000));
  const evidence: fc.Arbitrary<Evidence> = fc.record({
    kind: fc.constantFrom('price', 'stock'),
    observedAt: fc.option(instant, { nil: undefined }),
    doubtedSince: fc.option(instant, { nil: undefined }),
    incomplete: fc.boolean(),
    refreshEta: fc.option(instant, { nil: undefined }),
  });

  it('holds until the instant that is told, and there it changes at once or a millisecond later, unless the source is in doubt', () => {
    fc.assert(
      fc.property(evidence, minutes, fc.double({ min: 0, max: 1, noNaN: true }), (known, from, share) => {
        const now = new Date(noon.getTime() + from * 60_000);
        const until = freshnessValidUntil(known, now);
        const horizonMs = Math.min(until, now.getTime() + 86_400_000) - now.getTime();
        const before = new Date(now.getTime() + Math.floor(share * Math.max(0, horizonMs - 1)));
        expect(freshnessOf(known, before)).toEqual(freshnessOf(known, now));
        if (until === Number.POSITIVE_INFINITY || known.doubtedSince !== undefined) return;
        expect(freshnessOf(known, new Date(until + 1))).not.toEqual(freshnessOf(known, now));
      }),
      { numRuns: 10_000 },
    );
  });
});
