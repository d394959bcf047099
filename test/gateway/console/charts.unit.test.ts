import { expect, it } from 'vitest';
import { stepChart } from '../../../gateway/console/charts.ts';

const edges = { low: '1', high: '2', from: 'Monday', to: 'Tuesday' };
const series = (values: readonly number[]) => [
  { name: 'one', text: '', points: values.map((value, at) => ({ at, value })) },
];

it('the last value of a chart holds for a while, so that one sees it', () => {
  expect(String(stepChart('prices', series([1, 2]), { ...edges, until: 2 }))).toContain(
    'd="M0.00 95.00H50.00V5.00H100"',
  );
});

it('a scale with the same at both ends says it once', () => {
  const flat = String(stepChart('prices', series([1]), { ...edges, high: '1', to: 'Monday', until: 1 }));
  expect(flat).toContain('<span class="only">1</span>');
  expect(flat.match(/Monday/g)).toHaveLength(1);
  expect(String(stepChart('prices', series([1, 2]), edges))).not.toContain('class="only"');
});
