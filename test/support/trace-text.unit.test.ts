import { expect, it } from 'vitest';
import type { CollectedSpan } from './trace-collector.ts';
import { traceText } from './trace-text.ts';

const span = (spanId: string, parentId: string, given: Partial<CollectedSpan>): CollectedSpan => ({
  traceId: 't',
  spanId,
  parentId,
  name: spanId,
  kind: 1,
  startedAtMs: 0,
  durationMs: 1,
  traceState: '',
  isError: false,
  attributes: {},
  resource: {},
  links: [],
  ...given,
});

it('tells a trace span by span beneath its parent, in their order, and what repeats once', () => {
  const spans = [
    span('b', 'a', { name: 'postgres', kind: 3, startedAtMs: 2 }),
    span('c', 'a', { name: 'postgres', kind: 3, startedAtMs: 3 }),
    span('d', 'a', { name: 'supplier call', startedAtMs: 1, isError: true, attributes: { supplier: 'acme' } }),
    span('a', 'caller', { name: 'GET', kind: 2, durationMs: 12.34, links: [{ traceId: 'u', spanId: 'v' }] }),
  ];
  expect(traceText(spans).split('\n')).toEqual([
    'GET, server, 12.3 ms, linked to 1',
    '  supplier call, internal, 1.0 ms, acme, ERROR',
    '  2 x postgres, client, 1.0 ms',
  ]);
});
