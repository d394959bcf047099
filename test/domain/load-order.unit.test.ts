import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginLoad, commitLoad, isSuperseded, type LoadOrder, noLoads } from '../../domain/load-order.ts';

describe('the order of loads', () => {
  it('never lets what began earlier take the place of what began later, in whatever order they end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }), (ends) => {
        let order: LoadOrder = noLoads;
        const numbers = Array.from({ length: 21 }, () => {
          order = beginLoad(order);
          return order.begun;
        });
        const held: number[] = [];
        for (const end of ends) {
          const load = numbers[end] ?? 0;
          if (!isSuperseded(order, load)) order = commitLoad(order, load);
          held.push(order.inForce);
        }
        expect(held).toEqual(held.toSorted((a, b) => a - b));
        expect(order.inForce).toBe(Math.max(...ends.map((end) => numbers[end] ?? 0)));
      }),
    );
  });
});
