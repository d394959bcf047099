import { expect, test } from 'vitest';
import { formatTraceparent, parseTraceparent } from '../../telemetry/traceparent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';

test('a header that is written reads back as it was, sampled or not', () => {
  for (const sampled of [true, false]) {
    expect(parseTraceparent(formatTraceparent(traceId, parentId, sampled))).toEqual({ traceId, parentId, sampled });
  }
});

test('a header of a later version is read by its first four fields', () => {
  expect(parseTraceparent(`01-${traceId}-${parentId}-01-more`)).toEqual({ traceId, parentId, sampled: true });
});

test.each([
  ['empty', ''],
  ['text', 'hello'],
  ['upper case', `00-${traceId.toUpperCase()}-${parentId}-01`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${parentId}-01`],
  ['a span id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['the forbidden version', `ff-${traceId}-${parentId}-01`],
  ['a short trace id', `00-${traceId.slice(1)}-${parentId}-01`],
])('a damaged header is ignored: %s', (_what, header) => {
  expect(parseTraceparent(header)).toBeUndefined();
});
