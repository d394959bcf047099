import { describe, expect, it } from 'vitest';
import { noRival, probabilityAmong, rivalsIn } from '../../../../domain/matching/model/rivals.ts';

const weights = { base: 0.2, rival: -1 };

describe('rivals of a pair', () => {
  it('are the best of all others', () => {
    expect(rivalsIn([1, 3, 2])).toEqual([3, 2, 3]);
    expect(rivalsIn([2, 2])).toEqual([2, 2]);
    expect(rivalsIn([2])).toEqual([noRival]);
    expect(rivalsIn([noRival, 2])).toEqual([2, noRival]);
    expect(rivalsIn([])).toEqual([]);
  });

  it('take nothing from a pair that has none', () => {
    expect(probabilityAmong(1, noRival, weights)).toBeCloseTo(1 / (1 + Math.exp(-1.2)), 12);
  });

  it('speak the more against a pair, the better they fare', () => {
    const among = [noRival, -6, -1, 0, 1, 3].map((rival) => probabilityAmong(0.5, rival, weights));
    expect(among).toEqual([...among].sort((a, b) => b - a));
    expect(new Set(among).size).toBe(among.length);
  });

  it('leave two that fare alike in doubt', () => {
    const [alone, beside] = [noRival, 3].map((rival) => probabilityAmong(3, rival, weights));
    // 3 + 0.2 - 1 x 0.953 = 2.247, of which the logistic function is 0.904; alone it is that of
    // 3.2.
    expect(alone).toBeCloseTo(0.961, 3);
    expect(beside).toBeCloseTo(0.904, 3);
  });
});
