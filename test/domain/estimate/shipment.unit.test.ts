import { describe, expect, it, test } from 'vitest';
import type { OptimizationMode } from '../../../domain/estimate/modes/modes.ts';
import { modes } from '../../../domain/estimate/modes/modes.ts';
import { optimise } from '../../../domain/estimate/optimise.ts';
import type { BackOrderPolicy, EstimateLine, LineOffer } from '../../../domain/estimate/problem.ts';
import { plainOffer } from '../../support/estimates.ts';

const lineOf = (id: string, pieces: number, ...offers: readonly LineOffer[]): EstimateLine => ({
  id,
  pieces,
  substitutePolicy: 'never',
  backOrderPolicy: 'never',
  interchangeableGroup: undefined,
  offers,
});

const solve = (mode: OptimizationMode, ...lines: readonly EstimateLine[]) => {
  const { objective, choices } = optimise({ lines, orderCosts: {} }, { mode, isOver: () => false });
  return { ...objective, purchases: choices.flatMap(({ purchases }) => purchases) };
};

const names = Object.keys(modes) as readonly OptimizationMode[];

test.each(names)('a basket of goods in stock states no lead time, in mode %s', (mode) => {
  const stocked = { stock: 100, leadTimeDays: 182 };
  // 10 at 3 and 20 at 5 make 130; both ship at once, whatever new goods would take.
  const found = solve(
    mode,
    lineOf('l0', 10, plainOffer('s0', 3, stocked)),
    lineOf('l1', 20, plainOffer('s1', 5, { ...stocked, leadTimeDays: undefined })),
  );
  expect(found).toMatchObject({ total: 130, leadTimeDays: 0, unknownLeadTimes: 0 });
  expect(found.purchases.map(({ ships }) => ships)).toEqual(Array(2).fill({ kind: 'in_stock', days: 0 }));
});

describe('the earliest complete shipment', () => {
  it('takes what is in stock before what is not known to be, though that is cheaper', () => {
    const found = solve(
      'min_lead_time',
      lineOf('l0', 10, plainOffer('s0', 9, { stock: 10, leadTimeDays: 182 }), plainOffer('s1', 1, { leadTimeDays: 2 })),
    );
    // 10 at 9 now, instead of 10 at 1 in two days.
    expect(found).toMatchObject({ total: 90, leadTimeDays: 0 });
  });

  it('counts how long a supplier takes to ship what it has', () => {
    const found = solve(
      'min_lead_time',
      lineOf('l0', 10, plainOffer('s0', 1, { stock: 10, handlingDays: 4 }), plainOffer('s1', 9, { leadTimeDays: 3 })),
    );
    // 10 at 9 on day 3, instead of 10 at 1 from stock on day 4.
    expect(found).toMatchObject({ total: 90, leadTimeDays: 3 });
  });

  it('lets every line be as late as the latest one must be', () => {
    const found = solve(
      'min_lead_time',
      lineOf('l0', 10, plainOffer('s0', 9, { stock: 10 }), plainOffer('s1', 1, { leadTimeDays: 10 })),
      lineOf('l1', 1, plainOffer('s2', 5, { leadTimeDays: 10 }), plainOffer('s3', 1, { leadTimeDays: 11 })),
    );
    // l1 cannot ship before day 10: 10 at 1 and 1 at 5.
    expect(found).toMatchObject({ total: 15, leadTimeDays: 10 });
  });

  it('is the lead time where stock is short, and that of the latest part of a split', () => {
    const short = plainOffer('s0', 2, { stock: 6, leadTimeDays: 1 });
    const found = solve('min_lead_time', lineOf('l0', 10, short, plainOffer('s1', 4, { leadTimeDays: 7 })));
    // 6 at 2 from stock and 4 at 4 after a week, which is cheaper than 10 at 4.
    expect(found).toMatchObject({ total: 28, leadTimeDays: 7 });
    expect(found.purchases.map(({ ships }) => ships)).toEqual(
      expect.arrayContaining([
        { kind: 'in_stock', days: 0 },
        { kind: 'after_lead_time', days: 7 },
      ]),
    );
  });

  it('counts a purchase whose shipment nobody states', () => {
    const found = solve('min_lead_time', lineOf('l0', 10, plainOffer('s0', 2, { leadTimeDays: undefined })));
    expect(found).toMatchObject({ leadTimeDays: 0, unknownLeadTimes: 1 });
    expect(found.purchases).toMatchObject([{ ships: { kind: 'after_lead_time' } }]);
  });
});

describe('what exceeds the stock', () => {
  const short = plainOffer('s0', 2, { stock: 6, leadTimeDays: 20, handlingDays: 1 });
  const full = plainOffer('s1', 5, { stock: 100 });
  const line = (backOrderPolicy: BackOrderPolicy, ...offers: readonly LineOffer[]) => ({
    ...lineOf('l0', 10, ...offers),
    backOrderPolicy,
  });

  it.each([
    // 6 at 2 and 4 at 5, all from stock.
    ['never', 32, 1, 2],
    ['when_needed', 32, 1, 2],
    // 10 at 2, of which 4 ship after the lead time.
    ['allow', 20, 20, 1],
  ] as const)('with the policy %s costs %d and ships within %d days', (policy, total, leadTimeDays, purchases) => {
    const found = solve('min_price', line(policy, short, full));
    expect(found).toMatchObject({ total, leadTimeDays });
    expect(found.purchases).toHaveLength(purchases);
  });

  it('is bought where it is needed, at the price of the whole order', () => {
    const breaks = [
      { minQuantity: 1, unitPrice: 9 },
      { minQuantity: 10, unitPrice: 4 },
    ];
    const found = solve('min_price', line('when_needed', { ...short, breaks }));
    expect(found.purchases).toMatchObject([{ quantity: 10, cost: 40, ships: { kind: 'back_order', days: 20 } }]);
    expect(
      optimise({ lines: [line('never', short)], orderCosts: {} }, { mode: 'min_price', isOver: () => false }),
    ).toMatchObject({
      infeasible: [{ lineId: 'l0', reason: 'not_enough_stock' }],
    });
  });

  it('waits where the earliest shipment is asked for, and counts where nobody states its lead time', () => {
    // All 10 from who ships them on the day, instead of on day 1 or 20.
    expect(solve('min_lead_time', line('allow', short, full))).toMatchObject({ total: 50, leadTimeDays: 0 });
    const unknown = solve('min_lead_time', line('allow', { ...short, leadTimeDays: undefined }));
    expect(unknown).toMatchObject({ total: 20, unknownLeadTimes: 1 });
  });

  it('comes after a substitute that is in stock', () => {
    const substitute = { ...full, isSubstitute: true };
    const found = solve('min_price', {
      ...line('when_needed', short, substitute),
      substitutePolicy: 'when_out_of_stock',
    });
    expect(found).toMatchObject({ total: 32, leadTimeDays: 1 });
  });
});
