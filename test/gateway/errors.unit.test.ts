import { status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { Failure, type FailureKind, invalidArgument, unavailable } from '../../domain/errors.ts';
import { codeName, errorTable } from '../../gateway/errors/error-table.ts';
import { failureFrom, logFailure } from '../../gateway/errors/failures.ts';
import { problemOf, retryAfterSecondsOf } from '../../gateway/errors/problem.ts';
import { recordingLogger } from '../support/recording-logger.ts';

const rows: readonly [FailureKind, keyof typeof status, number][] = [
  ['invalid_argument', 'INVALID_ARGUMENT', 400],
  ['unauthenticated', 'UNAUTHENTICATED', 401],
  ['permission_denied', 'PERMISSION_DENIED', 403],
  ['not_found', 'NOT_FOUND', 404],
  ['conflict', 'ABORTED', 409],
  ['failed_precondition', 'FAILED_PRECONDITION', 409],
  ['key_reused', 'FAILED_PRECONDITION', 422],
  ['too_large', 'RESOURCE_EXHAUSTED', 413],
  ['unsupported_media_type', 'INVALID_ARGUMENT', 415],
  ['exhausted', 'RESOURCE_EXHAUSTED', 429],
  ['unavailable', 'UNAVAILABLE', 503],
  ['deadline_exceeded', 'DEADLINE_EXCEEDED', 504],
  ['unimplemented', 'UNIMPLEMENTED', 501],
  ['internal', 'INTERNAL', 500],
];

test.each(rows)('%s is %s over gRPC and %d over HTTP', (kind, name, http) => {
  expect(errorTable[kind]).toMatchObject({ grpc: status[name], http });
  expect(codeName(kind)).toBe(name);
  expect(problemOf(new Failure(kind, 'text'), 'cor')).toMatchObject({
    status: http,
    detail: 'text',
    correlation_id: 'cor',
  });
});

describe('the leak policy', () => {
  test('lets a failure out as it is', () => {
    const failure = invalidArgument({ field: 'mpn', description: 'must not be empty' });
    expect(failureFrom(failure)).toBe(failure);
  });

  test('turns everything else into INTERNAL with one fixed text, and keeps what was thrown for the log', () => {
    for (const thrown of [new TypeError('select * from keys'), 'text', undefined, { secret: 1 }, null]) {
      const failure = failureFrom(thrown);
      expect(failure.kind).toBe('internal');
      expect(failure.message).toBe('the service has a fault; it has been recorded');
      expect(failure.cause).toBe(thrown === undefined ? undefined : thrown);
    }
  });

  test('answers with the reason of the abort whatever is thrown after it', () => {
    const reason = new Failure('deadline_exceeded', 'too late');
    expect(failureFrom(new Error('query cancelled'), reason)).toBe(reason);
  });
});

test('a problem names the fields to change and when to come back, and only then', () => {
  const bad = problemOf(invalidArgument({ field: 'quantity', description: 'must be 1 or more' }), 'cor');
  expect(bad).toEqual({
    type: '/problems/invalid-argument',
    title: 'The request is not acceptable',
    status: 400,
    detail: 'quantity: must be 1 or more',
    correlation_id: 'cor',
    violations: [{ field: 'quantity', description: 'must be 1 or more' }],
  });
  const down = problemOf(unavailable('pool is empty', 1_200), 'cor');
  expect(down.retry_after_seconds).toBe(2);
  expect(JSON.stringify(down)).not.toContain('pool');
  expect(retryAfterSecondsOf(unavailable('x', 0))).toBe(1);
});

test('what is our fault is logged, what callers do wrong is not', () => {
  const log = recordingLogger();
  for (const [kind] of rows) logFailure(log, new Failure(kind, 'x'), {});
  expect(log.events).toEqual(['request.failed', 'request.failed', 'request.failed']);
});
