import { expect, it } from 'vitest';
import { estimateAnswer } from '../../../gateway/http/schemas/answers.ts';
import { EstimateResponse } from '../../../proto/gen/svc/public/v1/estimate.ts';

it('rows of tables and counts of lines are answered also where they are 0', () => {
  const estimate = EstimateResponse.fromPartial({
    lineCounts: { total: 1, unresolved: 1 },
    builds: [{ buildQuantity: 1_000_000, total: { amount: '0', currency: 'EUR' }, lines: 1 }],
    comparison: [{ optimizationMode: 'min_price' }],
  });
  expect(estimateAnswer.json(estimate)).toMatchObject({
    line_counts: { total: 1, bought: 0, unresolved: 1 },
    builds: [{ build_quantity: 1_000_000, total: { amount: '0' }, bought_lines: 0, lines: 1 }],
    comparison: [{ optimization_mode: 'min_price', bought_lines: 0, lines: 0 }],
  });
});
