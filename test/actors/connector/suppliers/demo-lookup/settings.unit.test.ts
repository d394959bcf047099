import { expect, test } from 'vitest';
import { createDemoLookupClient } from '../../../../../actors/connector/suppliers/demo-lookup/client.ts';
import { paceOf } from '../../../../../domain/ingestion/rate-budget.ts';

const clientOf = (requestsPerSecond: number) =>
  createDemoLookupClient({
    baseUrl: 'http://127.0.0.1:1',
    secret: { apiKey: 'the-key' },
    settings: { requests_per_second: requestsPerSecond },
  });

test.each([1, 5, 6, 200])('with %i requests a second its budgets can be kept', (requestsPerSecond) => {
  const [budget] = clientOf(requestsPerSecond).budgets.parts ?? [];
  if (budget === undefined) throw new Error('there is no budget');
  expect(budget.rate).toBe(requestsPerSecond);
  expect(paceOf(budget).burst).toBeLessThanOrEqual(requestsPerSecond);
});

test('a rate beyond its bounds is refused', () => {
  expect(() => clientOf(0)).toThrow(RangeError);
  expect(() => clientOf(201)).toThrow(RangeError);
});
