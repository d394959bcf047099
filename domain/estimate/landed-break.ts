import { type Ratio, timesRatio } from '../pricing/fixed-point.ts';
import type { PriceBreak } from './problem.ts';

/** Shares are whole numbers of these. */
const shareParts = 1_000_000;

/**
 * A price break with the duty on its goods, which is so many millionths of their value. The duty of
 * a piece, of what is paid once and of each reel is rounded half to even to a money unit, so that
 * every sum stays exact and a cost linear between two breaks. A discount takes no more duty off
 * than there is on the least pieces.
 */
export const landedBreak = (goods: PriceBreak, millionths: number): PriceBreak => {
  const share: Ratio = { numerator: millionths, denominator: shareParts };
  const { minQuantity, unitPrice, fee = 0, reelFee = 0 } = goods;
  const ofPiece = timesRatio(unitPrice, share);
  const once = Math.max(timesRatio(fee, share), -ofPiece * minQuantity);
  const ofReel = timesRatio(reelFee, share);
  return {
    minQuantity,
    unitPrice: unitPrice + ofPiece,
    ...(fee + once !== 0 && { fee: fee + once }),
    ...(reelFee > 0 && { reelFee: reelFee + ofReel }),
    duty: { unitPrice: ofPiece, ...(once !== 0 && { fee: once }), ...(ofReel > 0 && { reelFee: ofReel }) },
  };
};
