import { describe, expect, it } from 'vitest';
import { kindsOf, nextTick, phasesOf, type TickHistory } from '../../../domain/ingestion/schedule.ts';
import type { Phase, TickKind } from '../../../domain/ingestion/tick.ts';
import { objectiveMs } from '../../../domain/offers/freshness.ts';

const hourMs = 3_600_000;
const intervals = { catalogueMs: 24 * hourMs, pricesMs: 3 * hourMs, stocksMs: hourMs };
const start = new Date('2026-03-01T00:00:00.000Z');
const at = (ms: number): Date => new Date(start.getTime() + ms);
const bulk: readonly Phase[] = ['warehouses', 'catalogue', 'prices', 'stocks'];

describe('the schedule of ticks', () => {
  it('has a walk over everything and one for each of prices and stocks, as far as there are data', () => {
    expect(kindsOf(bulk)).toEqual(['catalogue', 'prices', 'stocks']);
    expect(kindsOf(['prices'])).toEqual(['catalogue']);
    expect(kindsOf(['catalogue', 'lookup'])).toEqual(['catalogue', 'lookup']);
    expect(kindsOf(['lookup'])).toEqual(['lookup']);
    expect(phasesOf('catalogue', [...bulk, 'lookup'])).toEqual(bulk);
    expect(phasesOf('stocks', bulk)).toEqual(['stocks']);
  });

  it('counts a walk over everything as one over prices and stocks', () => {
    expect(nextTick(kindsOf(bulk), { catalogue: start }, intervals, at(0))).toEqual({ kind: 'stocks', at: at(hourMs) });
    const history: TickHistory = { catalogue: start, stocks: at(2.5 * hourMs) };
    expect(nextTick(kindsOf(bulk), history, intervals, at(2.6 * hourMs))).toEqual({
      kind: 'prices',
      at: at(3 * hourMs),
    });
  });

  it('brings what is more first of several that are due, and looks up whenever nothing is', () => {
    const phases: readonly Phase[] = [...bulk, 'lookup'];
    expect(nextTick(kindsOf(phases), {}, intervals, at(0)).kind).toBe('catalogue');
    expect(nextTick(kindsOf(phases), { catalogue: start }, intervals, at(0))).toEqual({ kind: 'lookup', at: at(0) });
  });

  it('brings what somebody wants news of at once, once, and never before the instant that it is wanted since', () => {
    const history: TickHistory = { catalogue: start };
    const kinds = kindsOf(bulk);
    const wantedSince = at(1_000);
    expect(nextTick(kinds, history, intervals, at(5_000), wantedSince)).toEqual({ kind: 'prices', at: at(5_000) });
    expect(nextTick(kinds, history, intervals, at(0), wantedSince)).toEqual({ kind: 'prices', at: wantedSince });
    const prices = { ...history, prices: at(5_000) };
    expect(nextTick(kinds, prices, intervals, at(6_000), wantedSince)).toEqual({ kind: 'stocks', at: at(6_000) });
    const both = { ...prices, stocks: at(6_000) };
    expect(nextTick(kinds, both, intervals, at(7_000), wantedSince).at).toEqual(at(6_000 + hourMs));
    const whole = { catalogue: at(2_000) };
    expect(nextTick(kinds, whole, intervals, at(3_000), wantedSince).at).toEqual(at(2_000 + hourMs));
    expect(nextTick(kindsOf(['prices']), history, intervals, at(3_000), wantedSince).kind).toBe('catalogue');
  });

  it('keeps prices and stocks inside their objectives through a month of ticks that take their time', () => {
    const tookMs: Readonly<Record<TickKind, number>> = {
      catalogue: 20 * 60_000,
      prices: 10 * 60_000,
      stocks: 10 * 60_000,
      lookup: 0,
    };
    let now = at(0);
    let history: TickHistory = {};
    const ended: Record<'prices' | 'stocks', Date[]> = { prices: [], stocks: [] };
    while (now < at(30 * 24 * hourMs)) {
      const next = nextTick(kindsOf(bulk), history, intervals, now);
      history = { ...history, [next.kind]: next.at };
      now = new Date(next.at.getTime() + tookMs[next.kind]);
      for (const seen of next.kind === 'catalogue' ? (['prices', 'stocks'] as const) : [next.kind])
        if (seen === 'prices' || seen === 'stocks') ended[seen].push(now);
    }
    const longestGapMs = (instants: readonly Date[]): number =>
      Math.max(...instants.map((each, index) => each.getTime() - (instants[index - 1] ?? each).getTime()));
    expect(longestGapMs(ended.prices)).toBeLessThan(objectiveMs.price);
    expect(longestGapMs(ended.stocks)).toBeLessThan(objectiveMs.stock);
    expect(ended.stocks.length).toBeGreaterThan(600);
  });
});
