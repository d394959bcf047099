import { describe, expect, it } from 'vitest';
import {
  orderCostAt,
  orderCostOf,
  readOrderCost,
  type UsualOrderCost,
  usualOrderCost,
} from '../../../domain/estimate/order-costs.ts';
import type { Sold } from '../../../domain/estimate/seller.ts';
import { exchangeRates } from '../../../domain/pricing/exchange-rates.ts';
import { fridaysRates } from '../../support/pricing-rules.ts';

const friday = { rates: exchangeRates(fridaysRates), at: new Date('2026-02-27T12:00:00Z') };

describe("a supplier's usual order cost", () => {
  it.each([
    ['in the currency of the estimate as it is stated', { amount: '12.345', currency: 'EUR' }, 'EUR', '12.345'],
    ['converted and rounded to coins', { amount: '9.99', currency: 'EUR' }, 'USD', '12.49'],
    ['converted into a currency without coins', { amount: '9.99', currency: 'USD' }, 'JPY', '1279'],
    ['converted over the euro', { amount: '10', currency: 'GBP' }, 'USD', '15.62'],
    ['as nothing, where nothing is stated', { amount: '0', currency: 'USD' }, 'EUR', '0'],
  ])('counts %s', (_, stated, currency, expected) => {
    expect(usualOrderCost(stated, currency, friday)).toEqual({ kind: 'known', amount: expected });
  });

  it('is converted with its steps', () => {
    const stated = { amount: '9.99', currency: 'EUR', steps: [{ goodsFrom: '100', amount: '0' }] };
    expect(usualOrderCost(stated, 'EUR', friday)).toEqual({ kind: 'known', amount: '9.99', steps: stated.steps });
    const converted = { kind: 'known', amount: '12.49', steps: [{ goodsFrom: '125', amount: '0' }] };
    expect(usualOrderCost(stated, 'USD', friday)).toEqual(converted);
  });

  it('counts from the very value of a step on', () => {
    const cost = {
      amount: '5',
      steps: [
        { goodsFrom: '50', amount: '2' },
        { goodsFrom: '100', amount: '0' },
      ],
    };
    const goods = ['0', '49.99', '50', '99.999', '100.00', '1000'];
    expect(goods.map((value) => orderCostAt(cost, value))).toEqual(['5', '5', '2', '2', '0', '0']);
    expect(orderCostAt({ amount: '5' }, '1000')).toBe('5');
  });

  it('stays unknown without a rate of the day', () => {
    const late = { ...friday, at: new Date('2026-04-01T12:00:00Z') };
    const stated = { amount: '10', currency: 'USD' };
    expect(usualOrderCost(stated, 'EUR', late)).toEqual({ kind: 'unknown', currency: 'USD' });
    expect(usualOrderCost({ ...stated, currency: 'XXX' }, 'EUR', friday)).toEqual({ kind: 'unknown', currency: 'XXX' });
  });
});

describe('what an order costs', () => {
  const usual = new Map<string, UsualOrderCost>([
    ['alpha', { kind: 'known', amount: '5' }],
    ['beta', { kind: 'unknown', currency: 'USD' }],
  ]);
  const at = (supplierId: string, asked: Readonly<Record<string, string>> = {}, seller?: Sold['seller']) =>
    orderCostOf({ supplierId, ...(seller && { seller }) }, { asked, usual });

  it('is what the request says, 0 too, else what is set for the supplier', () => {
    expect(at('alpha')).toEqual({ kind: 'known', amount: '5', source: 'supplier' });
    expect(at('alpha', { alpha: '0' })).toEqual({ kind: 'known', amount: '0', source: 'request' });
    expect(at('beta')).toEqual({ kind: 'unknown', currency: 'USD' });
    expect(at('beta', { beta: '7' })).toEqual({ kind: 'known', amount: '7', source: 'request' });
    expect(at('gamma')).toBeUndefined();
    expect(at('constructor')).toBeUndefined();
  });

  it('is what is said of the seller, else of the supplier that shows its offers', () => {
    const known = { id: 'alpha', name: 'Alpha', kind: 'unknown' } as const;
    const unheard = { id: 'seller delta', name: 'Delta', kind: 'unknown' } as const;
    expect(at('beta', {}, known)).toEqual({ kind: 'known', amount: '5', source: 'supplier' });
    expect(at('alpha', {}, unheard)).toEqual({ kind: 'known', amount: '5', source: 'supplier' });
    expect(at('beta', { beta: '7' }, known)).toEqual({ kind: 'known', amount: '7', source: 'request' });
  });

  it('is read from decimal text that is neither negative nor endless', () => {
    expect(['0', '12.50', '1000000000'].map(readOrderCost)).toEqual(['0', '12.5', '1000000000']);
    expect(['-1', '1e3', '', '1000000001', '12,50'].map(readOrderCost)).toEqual(Array(5).fill(undefined));
  });
});
