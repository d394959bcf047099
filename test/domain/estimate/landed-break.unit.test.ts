import { expect, it } from 'vitest';
import { landedBreak } from '../../../domain/estimate/landed-break.ts';
import { costOfQuantity, dutyOfQuantity } from '../../../domain/estimate/purchase.ts';

it('adds the duty of a piece, of what is paid once and of each reel, each rounded half to even', () => {
  const goods = { minQuantity: 10, unitPrice: 1_001, fee: 30, reelFee: 50 };
  // 2.5 % of 1001 are 25.025, of 30 are 0.75, of 50 are 1.25.
  const landed = landedBreak(goods, 25_000);
  expect(landed).toEqual({
    minQuantity: 10,
    unitPrice: 1_026,
    fee: 31,
    reelFee: 51,
    duty: { unitPrice: 25, fee: 1, reelFee: 1 },
  });
  const offer = { breaks: [landed], reelPieces: 40 };
  // 100 pieces are three reels of 40.
  expect(costOfQuantity(offer, 100)).toBe(102_600 + 31 + 153);
  expect(dutyOfQuantity(offer, 100)).toBe(2_500 + 1 + 3);
  expect(dutyOfQuantity(offer, 9)).toBe(0);
});

it('takes off no more duty for a discount than there is on the least pieces', () => {
  // Ten pieces at 3 less 30 are nothing; a third of 3 is 1 a piece, of 30 are 10.
  const landed = landedBreak({ minQuantity: 10, unitPrice: 3, fee: -30 }, 333_333);
  expect(landed).toMatchObject({ unitPrice: 4, fee: -40, duty: { unitPrice: 1, fee: -10 } });
  // 1 at 49 % rounds to nothing a piece, so that nothing is taken off either.
  const small = landedBreak({ minQuantity: 10, unitPrice: 1, fee: -10 }, 490_000);
  expect(small).toMatchObject({ unitPrice: 1, fee: -10, duty: { unitPrice: 0 } });
  expect(costOfQuantity({ breaks: [small] }, 10)).toBe(0);
});

it('stays exact where doubles do not hold the product', () => {
  // 9,000,000,000,000,000 millionths and 12.3456 % of it.
  expect(landedBreak({ minQuantity: 1, unitPrice: 9e15 / 2 }, 123_456).duty?.unitPrice).toBe(555_552_000_000_000);
});
