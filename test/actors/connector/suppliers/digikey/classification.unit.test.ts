import { describe, expect, it } from 'vitest';
import { createDigikeyClient } from '../../../../../actors/connector/suppliers/digikey/client.ts';
import type { AnswerClass } from '../../../../../domain/ingestion/answer-class.ts';
import { answered } from '../answered.ts';
import { credential, fault, session, throttled } from '../meanings.ts';

const client = createDigikeyClient({
  baseUrl: 'https://digikey.test',
  secret: { clientId: 'the-id', clientSecret: 'the-secret' },
  settings: {},
});

const gateway = (StatusCode: number, ErrorMessage: string, ErrorDetails = '') => ({
  ErrorResponseVersion: '3.0.0.0',
  StatusCode,
  ErrorMessage,
  ErrorDetails,
  RequestId: 'r',
  ValidationErrors: [],
});
const document = (status: number, title: string, detail = '') => ({
  type: 'about:blank',
  title,
  status,
  detail,
  instance: '/',
  correlationId: 'c',
  errors: {},
});

const burstReset = { 'x-burstlimit-limit': '120', 'x-burstlimit-remaining': '0', 'x-burstlimit-reset': '17' };
const dayReset = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4000' };

describe('an answer', () => {
  it.each<[string, number, unknown, Record<string, string>, AnswerClass]>([
    ['products', 200, { Products: [] }, {}, { kind: 'success' }],
    ['a part that nobody knows', 404, document(404, 'Product not found'), {}, { kind: 'success' }],
    ['such a part by the gateway', 404, gateway(404, 'Part not found'), {}, { kind: 'success' }],
    ['a path that does not exist', 404, '<html></html>', {}, { kind: 'bad_input', reason: 'status 404' }],
    [
      'the minute used up by the gateway',
      429,
      gateway(429, 'BurstLimit exceeded'),
      { ...burstReset, 'retry-after': '17' },
      throttled('burst', 17_000),
    ],
    ['the minute used up by the header alone', 429, '', burstReset, throttled('burst', 17_000)],
    [
      'the day used up by the gateway',
      429,
      gateway(429, 'Daily Ratelimit exceeded'),
      { ...dayReset, 'retry-after': '4000' },
      throttled('daily', 4_000_000),
    ],
    [
      'the day used up by a problem document',
      429,
      document(429, 'Daily Ratelimit exceeded'),
      dayReset,
      throttled('daily', 4_000_000),
    ],
    ['the day used up by the header alone', 429, '', dayReset, throttled('daily', 4_000_000)],
    ['a bare 429', 429, '', {}, throttled('unknown')],
    ['a token that ran out', 401, gateway(401, 'Bearer token  expired'), {}, session],
    ['a token that ran out by a problem document', 401, document(401, 'Unauthorized', 'token expired'), {}, session],
    ['a bare 401', 401, '', {}, session],
    ['an app that is not known', 401, gateway(401, 'Invalid Client-Id'), {}, credential],
    ['an app that is not known by OAuth', 401, { error: 'invalid_client' }, {}, credential],
    ['the same with 400', 400, { error: 'invalid_client', error_description: 'x' }, {}, credential],
    ['an app without the right', 400, { error: 'unauthorized_client' }, {}, credential],
    ['a refresh token that was used up', 400, { error: 'invalid_grant' }, {}, session],
    ['the same with 401', 401, gateway(401, 'The Refresh Token is invalid.'), {}, session],
    ['an app that is refused with 403', 403, gateway(403, 'Invalid Client-Id'), {}, credential],
    ['an app that has not subscribed', 403, document(403, 'Forbidden'), {}, { kind: 'blocked' }],
    ['a wall', 403, '<html></html>', {}, { kind: 'blocked' }],
    ['a missing locale', 400, document(400, 'Bad Request', 'locale'), {}, { kind: 'bad_input', reason: 'status 400' }],
    ['a fault of theirs', 500, document(500, 'Internal Server Error'), {}, fault],
    ['a fault of the gateway', 503, '<html></html>', {}, fault],
  ])('knows %s', (_what, status, body, headers, means) => {
    expect(client.classify(answered(status, body, headers))).toEqual(means);
  });

  it('tells what is left of both budgets, as far as its headers say', () => {
    expect(client.remaining?.(answered(200, {}, { ...burstReset, 'x-ratelimit-remaining': '998' }))).toEqual([
      { window: 'burst', units: 0, resetAfterMs: 17_000 },
      { window: 'daily', units: 998, resetAfterMs: undefined },
    ]);
    expect(client.remaining?.(answered(200, {}, { 'x-ratelimit-remaining': 'many' }))).toEqual([]);
  });
});
