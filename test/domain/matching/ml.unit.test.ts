import { expect, test } from 'vitest';
import type { MatchRecord } from '../../../domain/matching/strategy.ts';
import { matchPolicy } from '../../../gateway/wire/matching.ts';

const record = (manufacturer?: string, mpn?: string, description?: string): MatchRecord => ({
  manufacturer,
  mpn,
  description,
});
const ml = matchPolicy.strategies.find(({ name }) => name === 'ml');
const score = (offer: MatchRecord, product: MatchRecord) => ml?.scorerOf(offer)(product);

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
