import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DataKind,
  type Evidence,
  type Freshness,
  freshnessOf,
  freshnessValidUntil,
  worstFreshness,
} from '../../../domain/offers/freshness.ts';
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

describe('data', () => {
  const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

  it.each<[kind: DataKind, hours: number]>([
    ['price', 6],
    ['stock', 2],
    ['catalogue', 168],
  ])('that are a %s are fresh for %i hours, and stale a millisecond later', (kind, hours) => {
    const observedAt = hoursBefore(hours);
    expect(freshnessOf({ kind, observedAt }, noon)).toEqual({ status: 'FRESH', observedAt });
    expect(freshnessOf({ kind, observedAt }, later(noon, 1))).toEqual({
      status: 'STALE',
      observedAt,
      staleSince: noon,
    });
  });

  it.each<[what: string, evidence: Partial<Evidence>, verdict: object]>([
    ['never observed are empty', { observedAt: undefined }, { status: 'EMPTY' }],
    ['with a part missing are incomplete', { incomplete: true }, { status: 'INCOMPLETE' }],
    ['stale are called so first', { observedAt: hoursBefore(7), incomplete: true }, { status: 'STALE' }],
    [
      'of a source in doubt are stale since then',
      { doubtedSince: hoursBefore(1) },
      { status: 'STALE', staleSince: hoursBefore(1) },
    ],
    [
      'that were stale before the doubt are so since then',
      { observedAt: hoursBefore(8), doubtedSince: hoursBefore(1) },
      { status: 'STALE', staleSince: hoursBefore(2) },
    ],
  ])('%s', (_, evidence, verdict) => {
    expect(freshnessOf({ kind: 'price', observedAt: hoursBefore(3), ...evidence }, noon)).toMatchObject(verdict);
  });

  it('together are as good as the worst of them, of equals the oldest', () => {
    const fresh = (hours: number): Freshness => ({ status: 'FRESH', observedAt: hoursBefore(hours) });
    const incomplete: Freshness = { status: 'INCOMPLETE', observedAt: hoursBefore(1) };
    const stale = (hours: number): Freshness => ({ status: 'STALE', observedAt: hoursBefore(hours), staleSince: noon });
    const empty: Freshness = { status: 'EMPTY' };
    expect(worstFreshness([])).toEqual(empty);
    const ranked = [fresh(1), fresh(2), incomplete, stale(1), stale(2), empty];
    for (const [at, worst] of ranked.entries()) {
      expect(worstFreshness(ranked.slice(0, at + 1))).toBe(worst);
      expect(worstFreshness(ranked.slice(0, at + 1).reverse())).toBe(worst);
    }
    const expected: Freshness = { status: 'EMPTY', refreshEta: noon };
    expect(worstFreshness([expected, empty])).toBe(expected);
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
