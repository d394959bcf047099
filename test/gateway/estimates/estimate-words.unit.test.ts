import { expect, it } from 'vitest';
import { leftOutMessage } from '../../../gateway/estimates/estimate-words.ts';

it('speaks of as many candidates as a line has', () => {
  const messages = [0, 1, 2].map((candidates) => leftOutMessage('ambiguous', candidates));
  expect(messages).toEqual([
    'Several products fit the line; give the part number and the maker.',
    'One product may be what the line means, but not surely; choose it, or name the maker of the part.',
    'Several products fit the line; choose one of the candidates.',
  ]);
});

it('says the same of other reasons whatever the candidates', () => {
  expect(leftOutMessage('no_offers', 1)).toBe(leftOutMessage('no_offers', 0));
});
