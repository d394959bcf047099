import { expect, it } from 'vitest';
import { bestAmongEquals } from '../../../domain/search/best-among-equals.ts';

it('lets relevance decide, then stock, then demand, and else leaves the order alone', () => {
  const found = (id: string, relevance: number, isInStock: boolean, demand: number) => ({
    id,
    relevance,
    isInStock,
    demand,
  });
  const page = [
    found('first of equals', 0.9, false, 0),
    found('second of equals', 0.9, false, 0),
    found('wanted', 0.9, false, 2),
    found('in stock', 0.9, true, 0),
    found('in stock and wanted', 0.9, true, 1),
    found('worse, in stock and wanted most', 0.8, true, 9),
  ];
  expect(bestAmongEquals(page).map(({ id }) => id)).toEqual([
    'in stock and wanted',
    'in stock',
    'wanted',
    'first of equals',
    'second of equals',
    'worse, in stock and wanted most',
  ]);
});
