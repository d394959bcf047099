import { expect, it } from 'vitest';
import { createTmeClient } from '../../../../../actors/connector/suppliers/tme/client.ts';
import type { AnswerClass } from '../../../../../domain/ingestion/answer-class.ts';
import { answered } from '../answered.ts';

const clientOf = (version: number) =>
  createTmeClient({
    baseUrl: 'https://tme.test',
    secret: { token: 'the-token', secret: 'the-secret' },
    settings: { version },
  });

const session: AnswerClass = { kind: 'authentication', refused: 'session' };
const credential: AnswerClass = { kind: 'authentication', refused: 'credential' };
const wall = '<html><body>Forbidden</body></html>';

it.each<[string, number, unknown, AnswerClass]>([
  ['products', 200, { status: 'OK', data: { elements: [] } }, { kind: 'success' }],
  ['an expired token, which is a 403', 403, { code: 'E_AUTH_TOKEN_EXPIRED', message: 'expired' }, session],
  ['an invalid token, which is a 400', 400, { code: 'E_AUTH_TOKEN_IS_INVALID' }, session],
  ['a token refused with a 401', 401, {}, session],
  ['a 403 that says nothing', 403, '', session],
  ['a wall before the API', 403, wall, { kind: 'blocked' }],
  ['an old token at the new API', 403, { code: 'E_AUTHORIZATION_FAILED' }, credential],
  ['a wrong secret at the token endpoint', 400, { error: 'invalid_client' }, credential],
  ['a wrong secret answered with 401', 401, { error: 'invalid_client' }, credential],
  ['an action outside of the contract', 403, { code: 'E_ACTION_FORBIDDEN' }, { kind: 'blocked' }],
  [
    'a malformed symbol',
    400,
    { code: 'E_INPUT_PARAMS_VALIDATION_ERROR', message: 'symbols' },
    { kind: 'bad_input', reason: 'E_INPUT_PARAMS_VALIDATION_ERROR' },
  ],
  ['an unknown error in a 200', 200, { status: 'E_WEATHER' }, { kind: 'bad_input', reason: 'E_WEATHER' }],
  [
    'an unknown error with text of any kind',
    200,
    { status: 'E_a b' },
    { kind: 'bad_input', reason: 'an unknown error' },
  ],
  ['a throttle', 429, '', { kind: 'throttled', window: 'unknown', retryAfterMs: undefined }],
  ['a fault of theirs', 503, wall, { kind: 'upstream_fault', retryAfterMs: undefined }],
])('knows in version 2 %s', (_what, status, body, means) => {
  expect(clientOf(2).classify(answered(status, body))).toEqual(means);
});

it.each<[string, number, unknown, AnswerClass]>([
  ['products', 200, { Status: 'OK', Data: { ProductList: [] } }, { kind: 'success' }],
  ['a wrong signature', 403, { Status: 'E_INVALID_SIGNATURE', ErrorCode: 1, ErrorMessage: 'no' }, credential],
  ['a token of the other version', 403, { Status: 'E_AUTHORIZATION_FAILED' }, credential],
  ['a forbidden action', 403, { Status: 'E_ACTION_FORBIDDEN' }, { kind: 'blocked' }],
  [
    'a request that does not fit',
    406,
    { Status: 'E_INPUT_PARAMS_VALIDATION_ERROR', Error: { Validation: {} } },
    { kind: 'bad_input', reason: 'E_INPUT_PARAMS_VALIDATION_ERROR' },
  ],
  ['an error named only in ErrorCode', 400, { ErrorCode: 'E_INVALID_SIGNATURE' }, credential],
  ['a throttle', 429, '', { kind: 'throttled', window: 'unknown', retryAfterMs: undefined }],
  ['a fault of theirs', 500, '', { kind: 'upstream_fault', retryAfterMs: undefined }],
])('knows in version 1 %s', (_what, status, body, means) => {
  expect(clientOf(1).classify(answered(status, body))).toEqual(means);
});

it('waits as long as a throttle says', () => {
  expect(clientOf(2).classify(answered(429, '', { 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7000 });
});
