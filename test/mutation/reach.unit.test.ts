import { expect, it } from 'vitest';
import { createReach } from './reach.ts';

it('of tests as near to a file, tells the one beside it first', () => {
  const testsOf = createReach([
    'storage/connectors/lookup-queue.ts',
    'test/gateway/grpc/match-parts.int.test.ts',
    'test/storage/connectors/ingestion-survey.int.test.ts',
    'test/storage/connectors/lookup-queue.int.test.ts',
    'test/storage/wants/part-want-store.int.test.ts',
  ]);
  expect(testsOf('storage/connectors/lookup-queue.ts')).toEqual([
    { test: 'test/storage/connectors/lookup-queue.int.test.ts', away: 1 },
    { test: 'test/storage/connectors/ingestion-survey.int.test.ts', away: 1 },
    { test: 'test/storage/wants/part-want-store.int.test.ts', away: 1 },
    { test: 'test/gateway/grpc/match-parts.int.test.ts', away: 1 },
  ]);
});
