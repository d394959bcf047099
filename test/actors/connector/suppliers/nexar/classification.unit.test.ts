import { expect, it } from 'vitest';
import { createNexarClient } from '../../../../../actors/connector/suppliers/nexar/client.ts';
import type { AnswerClass } from '../../../../../domain/ingestion/answer-class.ts';
import { answered } from '../answered.ts';

const client = createNexarClient({
  baseUrl: 'https://nexar.test',
  secret: { clientId: 'the-id', clientSecret: 'the-secret' },
  settings: {},
});

const session: AnswerClass = { kind: 'authentication', refused: 'session' };
const credential: AnswerClass = { kind: 'authentication', refused: 'credential' };
const fault: AnswerClass = { kind: 'upstream_fault', retryAfterMs: undefined };
const erring = (message: string, code?: string) => ({
  data: null,
  errors: [{ message, ...(code === undefined ? {} : { extensions: { code } }) }],
});
const quota = erring('You have exceeded your part limit of 1000. Please upgrade your plan.');

it.each<[string, number, unknown, AnswerClass]>([
  ['matches', 200, { data: { supMultiMatch: [] } }, { kind: 'success' }],
  ['matches beside an error', 200, { ...erring('a field failed'), data: { supMultiMatch: [] } }, { kind: 'success' }],
  ['a used-up plan, which is a 200', 200, quota, { kind: 'throttled', window: 'daily', retryAfterMs: undefined }],
  [
    'too many requests in a 200',
    200,
    erring('Too many requests'),
    { kind: 'throttled', window: 'burst', retryAfterMs: undefined },
  ],
  ['too many requests', 429, '', { kind: 'throttled', window: 'unknown', retryAfterMs: undefined }],
  ['no session, which is a 200', 200, erring('nobody', 'AUTH_NOT_AUTHENTICATED'), session],
  ['an expired token told by its message', 200, erring('The token has expired'), session],
  ['an expired token told by its status', 401, '', session],
  ['a field outside of the plan', 200, erring('no', 'AUTH_NOT_AUTHORIZED'), { kind: 'blocked' }],
  [
    'a field outside of the plan by its message',
    200,
    erring('You are not authorized to access it'),
    { kind: 'blocked' },
  ],
  [
    'a query that is wrong',
    400,
    erring('The field `x` does not exist'),
    { kind: 'bad_input', reason: 'a GraphQL error' },
  ],
  ['an error without more', 200, erring('Unexpected Execution Error'), fault],
  ['a fault of theirs', 500, erring('Unexpected Execution Error'), fault],
  ['a wrong secret', 400, { error: 'invalid_client' }, credential],
  ['an app without the supply scope', 400, { error: 'invalid_scope' }, credential],
  ['a wall', 403, '<html></html>', { kind: 'blocked' }],
])('knows %s', (_what, status, body, means) => {
  expect(client.classify(answered(status, body))).toEqual(means);
});

it.each([
  ['Sat, 28 Feb 2026 23:00:00 GMT', 3_600_000],
  ['Sun, 01 Feb 2026 00:00:00 GMT', 86_400_000],
])('waits after a used-up plan until the month ends, but at most a day: at %s', (date, retryAfterMs) => {
  expect(client.classify(answered(200, quota, { date }))).toMatchObject({ retryAfterMs });
});
