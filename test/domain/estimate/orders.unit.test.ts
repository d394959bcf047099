import { describe, expect, it } from 'vitest';
import { handLine, handOffer, handOutcome } from '../../support/hand-market.ts';

const itemsOf = (...given: Parameters<typeof handOutcome>) =>
  handOutcome(...given).orders.flatMap(({ seller, items = [] }) =>
    items.map((item) => ({ ...item, of: seller?.name })),
  );

describe('the items of orders', () => {
  it('are one for each purchase, with the lines that share it', () => {
    // Two lines of one product need 50 of a reel of 100 at 0.02: 2.00, of which half is excess.
    const lines = [handLine(1, '20', { productId: 'p' }), handLine(2, '30', { productId: 'p' }), handLine(3, '5')];
    const reel = handOffer('p', 'alpha', 2, { minOrderQuantity: 100, orderMultiple: 100 });
    expect(itemsOf(lines, [reel, handOffer('p3', 'alpha', 10)])).toMatchObject([
      {
        of: 'alpha',
        supplierSku: 'alpha-p',
        productId: 'p',
        quantity: 100,
        price: '2',
        unitPrice: '0.02',
        needed: 50,
        excess: { pieces: 50, price: '1' },
        lines: [1, 2],
      },
      { of: 'alpha', productId: 'p3', quantity: 5, price: '0.5', needed: 5, lines: [3] },
    ]);
  });

  it('say where they ship from, and nothing where that is not known', () => {
    const [known] = itemsOf([handLine(1, '5')], [handOffer('p1', 'alpha', 10, { shipsFrom: 'DE' })]);
    const [unknown] = itemsOf([handLine(1, '5')], [handOffer('p1', 'alpha', 10)]);
    expect(known?.shipsFrom).toBe('DE');
    expect(unknown).not.toHaveProperty('shipsFrom');
  });

  it('say what a later price break saves, beside the least order that is enough', () => {
    // 90 at 0.10 are 9.00; 100 at 0.08 are 8.00.
    const offer = handOffer('p1', 'alpha', [
      [1, 10],
      [100, 8],
    ]);
    expect(itemsOf([handLine(1, '90')], [offer])).toMatchObject([
      {
        quantity: 100,
        price: '8',
        needed: 90,
        excess: { pieces: 10, price: '0.8' },
        saving: { quantity: 90, price: '9', amount: '1' },
      },
    ]);
  });

  it('name no saving where no fewer can be ordered, or would cost less', () => {
    const free = handOffer('p1', 'alpha', [
      [1, 10],
      [100, 9],
    ]);
    const [item] = itemsOf([handLine(1, '95')], [free]);
    // 95 at 0.10 are 9.50; 100 at 0.09 are 9.00: half a euro is saved.
    expect(item?.saving).toEqual({ quantity: 95, price: '9.5', amount: '0.5' });
    const least = handOffer('p1', 'alpha', 10, { minOrderQuantity: 100 });
    expect(itemsOf([handLine(1, '95')], [least])[0]).not.toHaveProperty('saving');
    expect(itemsOf([handLine(1, '90')], [free])[0]).not.toHaveProperty('saving');
  });

  it('of a line that is split name the excess once', () => {
    // 60 at 0.05 are there, and 50 at 0.06, which is the least order too.
    const offers = [
      handOffer('p1', 'alpha', 5, { inStock: 60 }),
      handOffer('p1', 'beta', 6, { inStock: 50, minOrderQuantity: 50 }),
    ];
    const items = itemsOf([handLine(1, '100')], offers);
    expect(items.reduce((sum, { needed }) => sum + needed, 0)).toBe(100);
    expect(items.reduce((sum, { quantity, excess }) => sum + quantity - (excess?.pieces ?? 0), 0)).toBe(100);
  });

  it('count what is lost in assembly as needed', () => {
    const [item] = itemsOf([handLine(1, '100')], [handOffer('p1', 'alpha', 1)], { attritionPercent: 10 });
    expect(item).toMatchObject({ quantity: 110, needed: 110 });
    expect(item).not.toHaveProperty('excess');
  });
});
