import { expect, it } from 'vitest';
import { lookAt, unseen, type WatchedValue, type WatchRule } from '../../../domain/webhooks/watch.ts';

/** What is told of a run of values, one look after the other. */
const told = (rule: WatchRule, values: readonly WatchedValue[]) => {
  let state = unseen;
  return values.map((value) => {
    const look = lookAt(rule, state, value);
    state = look.state;
    return look.told && [look.told.before, look.told.now];
  });
};

it('tells a threshold when it is crossed, and again only after it was left', () => {
  const rule = { kind: 'price_below', threshold: '0.10', currency: 'EUR' } as const;
  expect(told(rule, ['0.10', '0.09', '0.08', '0.1', '0.099'])).toEqual([
    undefined,
    ['0.10', '0.09'],
    undefined,
    undefined,
    ['0.1', '0.099'],
  ]);
});

it('tells a threshold at once where it is so at the first look', () => {
  expect(told({ kind: 'stock_from', quantity: 100 }, [100, 500])).toEqual([[undefined, 100], undefined]);
});

it('takes what is not known for no change', () => {
  const rule = { kind: 'stock_below', quantity: 100 } as const;
  expect(told(rule, [undefined, 50, undefined, 40, 200, undefined, 10])).toEqual([
    undefined,
    [undefined, 50],
    undefined,
    undefined,
    undefined,
    undefined,
    [200, 10],
  ]);
  expect(told({ kind: 'stock_below', quantity: 1 }, [undefined, 0])).toEqual([undefined, [undefined, 0]]);
});

it('measures a change of a price against what was told last, so that small steps add up', () => {
  const rule = { kind: 'price_changed', share: 0.1, currency: 'EUR' } as const;
  expect(told(rule, ['1.00', '1.05', '1.10', '1.05', '0.99'])).toEqual([
    undefined,
    undefined,
    ['1.00', '1.10'],
    undefined,
    ['1.10', '0.99'],
  ]);
  expect(told(rule, ['0', '0', '0.01'])).toEqual([undefined, undefined, ['0', '0.01']]);
});

it('compares decimals exactly', () => {
  const rule = { kind: 'price_above', threshold: '0.3', currency: 'EUR' } as const;
  expect(told(rule, ['0.30', '0.300000000001'])).toEqual([undefined, ['0.30', '0.300000000001']]);
});

it('tells every other life cycle and every crossing of a lead time', () => {
  expect(told({ kind: 'lifecycle_changed' }, ['active', undefined, 'deprecated', 'deprecated'])).toEqual([
    undefined,
    undefined,
    ['active', 'deprecated'],
    undefined,
  ]);
  expect(told({ kind: 'lead_time_above', days: 14 }, [14, 15, 30])).toEqual([undefined, [14, 15], undefined]);
  expect(told({ kind: 'lead_time_below', days: 14 }, [14, 13])).toEqual([undefined, [14, 13]]);
});
