import { expect, test } from 'vitest';
import type { MatchRecord } from '../../../domain/identity/strategy.ts';
import { matchPolicy } from '../../../gateway/wire/matching.ts';

const record = (manufacturer?: string, mpn?: string, description?: string): MatchRecord => ({
  manufacturer,
  mpn,
  description,
});
const ml = matchPolicy.strategies.find(({ name }) => name === 'ml');
const score = (offer: MatchRecord, product: MatchRecord) => ml?.score(offer, [product])[0];

const product = record('Texas Instruments', 'LM358DR', 'Dual operational amplifier, SOIC-8');

test('the number of another maker has no probability, however alike all else is', () => {
  const other = record('Unisonic', 'LM358DR', 'Dual operational amplifier, SOIC-8');
  expect(score(other, product)).toEqual({ probability: 0, evidence: { manufacturer: 'different' } });
});

test('a number in the description makes a pair likely, and the evidence says what speaks for it', () => {
  const found = score(record(undefined, undefined, 'LM358DR dual op amp SOIC-8'), product);
  expect(found?.probability).toBeGreaterThan(0.8);
  expect(found?.evidence).toMatchObject({ number_in_text: '1' });
});

test('other words and another number make it unlikely', () => {
  expect(score(record(undefined, undefined, 'NE555P timer DIP-8'), product)?.probability).toBeLessThan(0.2);
});

test('a product is less likely beside another that fares as well, and no less beside one of another maker', () => {
  const mine = record(undefined, undefined, 'LM358DR dual op amp SOIC-8');
  const likely = (...others: MatchRecord[]) => ml?.score(mine, [product, ...others])[0]?.probability ?? 0;
  expect(likely(product)).toBeLessThan(likely());
  expect(ml?.score(mine, [product, product])[0]?.evidence).toMatchObject({
    probability_by_itself: likely().toFixed(3),
  });
  expect(ml?.score(mine, [product])[0]?.evidence).not.toHaveProperty('probability_by_itself');
  const ofTexas = record('Texas Instruments', undefined, 'LM358DR dual op amp SOIC-8');
  const beside = (...others: MatchRecord[]) => ml?.score(ofTexas, [product, ...others])[0]?.probability;
  expect(beside(record('Unisonic', 'LM358DR', 'Dual operational amplifier, SOIC-8'))).toBe(beside());
});
