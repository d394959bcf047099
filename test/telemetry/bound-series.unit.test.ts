import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { beginHistogram } from '../../telemetry/begin-series.ts';
import { boundCounter, boundHistogram } from '../../telemetry/bound-series.ts';

const setUp = () => {
  const registers = [new Registry()];
  const counter = new Counter({ name: 'counted', help: 'counted', labelNames: ['of', 'by'], registers });
  const buckets = [0.000_01, 0.5, 2, 10];
  const histogram = new Histogram({ name: 'took', help: 'took', labelNames: ['of', 'by'], buckets, registers });
  return { counter, histogram, text: () => registers[0]?.metrics() };
};

const labels = fc.record({ of: fc.constantFrom('a', 'b'), by: fc.constantFrom('x', 'y') });
const value = fc.oneof(fc.constantFrom(0, 0.000_01, 0.5, 2, 10), fc.double({ min: 0, max: 20, noNaN: true }));

test('what is counted and observed in a series that was bound is what the library would tell', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ labels, value, isBound: fc.boolean() })), async (moves) => {
      const [one, other] = [setUp(), setUp()];
      for (const { labels: those, value: of, isBound } of moves) {
        other.counter.inc(those, of);
        other.histogram.observe(those, of);
        if (isBound) boundCounter(one.counter, those)(of);
        else one.counter.inc(those, of);
        if (isBound) boundHistogram(one.histogram, those)(of);
        else {
          beginHistogram(one.histogram, those);
          one.histogram.observe(those, of);
        }
      }
      expect(await one.text()).toBe(await other.text());
    }),
  );
});

test('what stands for a metric is told each move', () => {
  const [inc, observe] = [vi.fn(), vi.fn()];
  boundCounter({ inc }, { of: 'a' })(3);
  boundHistogram({ observe }, { of: 'a' })(0.5);
  expect(inc).toHaveBeenCalledExactlyOnceWith({ of: 'a' }, 3);
  expect(observe).toHaveBeenCalledExactlyOnceWith({ of: 'a' }, 0.5);
});
