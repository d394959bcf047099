import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BudgetRequest,
  budgetOf,
  decide,
  fallbackPace,
  maxAheadMs,
  type OrderedPace,
  paceOf,
  type RateBudget,
  slackMs,
  unusedBudgets,
  usageCapacity,
} from '../../../domain/ingestion/rate-budget.ts';

interface Use {
  readonly at: number;
  readonly units: number;
}

/** The most units that any half-open window of that length holds. */
const busiest = (uses: readonly Use[], windowMs: number): number => {
  const sorted = uses.toSorted((a, b) => a.at - b.at);
  return Math.max(
    0,
    ...sorted.map(({ at }) =>
      sorted.filter((each) => each.at >= at && each.at < at + windowMs).reduce((sum, { units }) => sum + units, 0),
    ),
  );
};

const budget: fc.Arbitrary<RateBudget> = fc
  .record({
    rate: fc.integer({ min: 1, max: 60 }),
    periodMs: fc.integer({ min: 100, max: 60_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ rate, periodMs, share }) => ({ rate, periodMs, burst: Math.max(1, Math.floor(rate * share)) }));

const asking = (given: Pick<BudgetRequest, 'paces'> & Partial<BudgetRequest>): BudgetRequest => ({
  cost: 1,
  want: 1,
  aheadMs: 0,
  sharers: 1,
  spentOutside: 0,
  notBefore: 0,
  ...given,
});

const orderSteps = fc.array(
  fc.record({
    order: fc.constantFrom(
      'none' as const,
      ...(['same', 'same', 'same'] as const),
      ...[budgetOf(1, 1_000), budgetOf(5, 1_000), budgetOf(2, 60_000), budgetOf(100, 60_000)],
    ),
    isStale: fc.boolean(),
    pauseShare: fc.double({ min: 0, max: 0.3, noNaN: true }),
    want: fc.integer({ min: 1, max: 5 }),
    aheadMs: fc.constantFrom(0, 1_000),
  }),
  { minLength: 1, maxLength: 120 },
);
type OrderStep = ReturnType<typeof orderSteps.generate>['value'][number];

/** An order while it held; undefined: there was none. */
interface Ordered {
  readonly ordered: RateBudget | undefined;
  readonly limit: OrderedPace | undefined;
  readonly uses: Use[];
}

/**
 * What is used of a budget under orders. Who has not heard of the latest gets units as well, but
 * nobody uses them.
 */
const useUnderOrders = (kept: RateBudget, steps: readonly OrderStep[]): readonly Ordered[] => {
  let now = 1_000_000;
  let state = unusedBudgets;
  let latest: Ordered = { ordered: undefined, limit: undefined, uses: [] };
  const orders = [latest];
  for (const { order, isStale, pauseShare, want, aheadMs } of steps) {
    const before = latest;
    if (order !== 'same') {
      const ordered = order === 'none' ? undefined : order;
      latest = { ordered, limit: ordered && { ...paceOf(ordered), since: orders.length }, uses: [] };
      orders.push(latest);
    }
    const { limit } = isStale ? before : latest;
    const decision = decide(state, asking({ paces: [paceOf(kept)], limit, want, aheadMs }), now);
    state = decision.state;
    if (decision.kind === 'granted' && limit === latest.limit) latest.uses.push(decision);
    now += pauseShare * kept.periodMs;
  }
  return orders;
};

describe('a rate budget', () => {
  it('is never exceeded in any window, however it is asked, and however late within the slack units are used', () => {
    const steps = fc.array(
      fc.record({
        pauseShare: fc.double({ min: 0, max: 0.3, noNaN: true }),
        want: fc.integer({ min: 1, max: 5 }),
        aheadMs: fc.constantFrom(0, 50, 1_000),
        // Not so late that the last bit of a double decides in which window it is.
        lateShare: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      }),
      { minLength: 1, maxLength: 120 },
    );
    fc.assert(
      fc.property(fc.tuple(budget, budget), steps, (budgets, all) => {
        const paces = budgets.map(paceOf);
        const slack = Math.min(...budgets.map(slackMs));
        let now = 1_000_000;
        let state = unusedBudgets;
        const uses: Use[] = [];
        for (const { pauseShare, want, aheadMs, lateShare } of all) {
          const decision = decide(state, asking({ paces, want, aheadMs }), now);
          state = decision.state;
          if (decision.kind === 'granted') {
            uses.push({ at: decision.at + lateShare * slack, units: decision.units });
          } else {
            now += decision.waitMs;
          }
          now += pauseShare * Math.min(...budgets.map(({ periodMs }) => periodMs));
        }
        for (const { rate, periodMs } of budgets) expect(busiest(uses, periodMs)).toBeLessThanOrEqual(rate);
      }),
    );
  });

  it.each([
    ['a second', budgetOf(20, 1_000)],
    ['a minute, three at once', budgetOf(120, 60_000)],
    ['a minute', { rate: 30, periodMs: 60_000, burst: 1 }],
    ['a day', budgetOf(1_000, 86_400_000)],
  ])('is used to 95 %% and more at full demand, for %s', (_name, given) => {
    const pace = paceOf(given);
    expect(given.periodMs / pace.intervalMs / given.rate).toBeGreaterThan(0.95);
  });

  it('keeps every window of each order and of its own, while orders and faster ones begin and end', () => {
    fc.assert(
      fc.property(budget, orderSteps, (kept, steps) => {
        const orders = useUnderOrders(kept, steps);
        const all = orders.flatMap(({ uses }) => uses);
        expect(busiest(all, kept.periodMs)).toBeLessThanOrEqual(kept.rate);
        for (const { ordered, uses } of orders)
          if (ordered !== undefined) expect(busiest(uses, ordered.periodMs)).toBeLessThanOrEqual(ordered.rate);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nobody waiting for a slower pace that no longer holds, be it ordered or configured', () => {
    const [hourly, fast] = [paceOf(budgetOf(1, 3_600_000)), paceOf(budgetOf(60, 60_000))];
    const used = decide(unusedBudgets, asking({ paces: [fast], limit: { ...hourly, since: 1 } }), 1_000_000);
    const later = (next: Partial<BudgetRequest>, state = used.state) =>
      decide(state, asking({ paces: [fast], ...next }), 1_002_000);
    expect(later({ limit: { ...hourly, since: 1 } })).toMatchObject({ kind: 'refused' });
    expect(later({})).toMatchObject({ kind: 'granted', at: 1_002_000 });
    const faster = { ...paceOf(budgetOf(2, 1_000)), since: 2 };
    const raised = later({ limit: faster });
    expect(raised.kind === 'refused' && raised.waitMs).toBeLessThanOrEqual(maxAheadMs + faster.intervalMs);
    const stale = later({ limit: { ...hourly, since: 1 } }, raised.state);
    expect(stale.state.limit).toEqual(raised.state.limit);
    const slow = decide(unusedBudgets, asking({ paces: [hourly] }), 1_000_000);
    const reconfigured = later({}, slow.state);
    expect(reconfigured.kind === 'refused' && reconfigured.waitMs).toBeLessThanOrEqual(maxAheadMs + fast.intervalMs);
  });

  it('says how long to wait, and gives out exactly then', () => {
    const asked = asking({ paces: [paceOf({ rate: 2, periodMs: 1_000, burst: 1 })] });
    const first = decide(unusedBudgets, asked, 10_000);
    expect(first).toMatchObject({ kind: 'granted', units: 1, at: 10_000 });
    expect(decide(first.state, asked, 10_001)).toMatchObject({ kind: 'refused', waitMs: 514 });
    expect(decide(first.state, asked, 10_515)).toMatchObject({ kind: 'granted', at: 10_515 });
    expect(decide(first.state, { ...asked, aheadMs: 1_000 }, 10_001)).toMatchObject({ units: 1, at: 10_515 });
  });

  it('gives nothing out before the supplier allows it, and nothing at once when it counts as used up', () => {
    const asked = asking({ paces: [paceOf({ rate: 100, periodMs: 1_000, burst: 5 })], want: 5 });
    expect(decide(unusedBudgets, { ...asked, notBefore: 11_000 }, 10_000)).toMatchObject({
      kind: 'refused',
      waitMs: 1_000,
    });
    expect(decide(unusedBudgets, { ...asked, spentOutside: 1 }, 10_000)).toMatchObject({ kind: 'refused' });
    expect(decide(unusedBudgets, asked, 10_000)).toMatchObject({ units: 5 });
  });

  it('is spent at half of a share, and one at a time, where the others cannot be asked', () => {
    expect(fallbackPace({ intervalMs: 10, burst: 5 }, 2)).toEqual({ intervalMs: 40, burst: 1 });
  });

  it('is refused when it cannot be kept', () => {
    for (const impossible of [
      { rate: 1, periodMs: 1_000, burst: 2 },
      { rate: 0, periodMs: 1_000, burst: 1 },
      { rate: 1, periodMs: 0, burst: 1 },
    ])
      expect(() => paceOf(impossible)).toThrow(RangeError);
  });
});

it.each([
  { intervals: [10], units: 6_000 },
  { intervals: [10, 1_000], units: 60 },
  { intervals: [10_000], units: 32 },
  { intervals: [10, 3_600_000], units: 32 },
])(
  'the use of a rate is told against the slowest pace, over a minute or 32 units: $intervals ms',
  ({ intervals, units }) => {
    expect(usageCapacity(intervals.map((intervalMs) => ({ intervalMs, burst: 1 })))).toBe(units);
  },
);
