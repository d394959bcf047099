import { expect, it } from 'vitest';
import { createMouserClient } from '../../../../../actors/connector/suppliers/mouser/client.ts';
import type { AnswerClass } from '../../../../../domain/ingestion/answer-class.ts';
import { answered } from '../answered.ts';
import { credential, fault, throttled } from '../meanings.ts';

const client = createMouserClient({ baseUrl: 'https://mouser.test', secret: { apiKey: 'the-key' }, settings: {} });

const erring = (Code: string, Message: string | null, PropertyName = '') => ({
  Errors: [{ Id: 0, Code, Message, ResourceKey: Code, ResourceFormatString: null, PropertyName }],
  SearchResults: null,
});
const found = { Errors: [], SearchResults: { NumberOfResult: 1, Parts: [{ MouserPartNumber: '1-X' }] } };
const minute = erring('TooManyRequests', 'Maximum calls per minute exceeded.');
const day = erring('TooManyRequests', 'Maximum calls per day exceeded.');

it.each<[string, number, unknown, Record<string, string>, AnswerClass]>([
  ['parts', 200, found, {}, { kind: 'success' }],
  ['no parts', 200, { Errors: [], SearchResults: { NumberOfResult: 0, Parts: [] } }, {}, { kind: 'success' }],
  [
    'parts beside an error',
    200,
    { ...found, Errors: erring('Invalid', 'one of them').Errors },
    {},
    { kind: 'success' },
  ],
  ['the minute used up, with 403', 403, minute, {}, throttled('burst')],
  ['the day used up, with 403', 403, day, {}, throttled('daily')],
  ['a throttle with 403 that does not say which', 403, erring('TooManyRequests', null), {}, throttled('unknown')],
  ['the minute used up, with 429 and a wait', 429, minute, { 'retry-after': '21' }, throttled('burst', 21_000)],
  ['the day used up, with 429', 429, day, {}, throttled('daily')],
  ['a bare 429', 429, '', {}, throttled('unknown')],
  ['the minute used up, in a 200', 200, minute, {}, throttled('burst')],
  ['the day used up, in a 200', 200, day, {}, throttled('daily')],
  ['a throttle as a bare message', 403, { Message: 'Maximum calls per day exceeded.' }, {}, throttled('daily')],
  ['a wrong key in a 200', 200, erring('Invalid', 'Invalid unique identifier.', 'API Key'), {}, credential],
  ['a wrong key with 403', 403, erring('Invalid', 'Invalid unique identifier.', 'API Key'), {}, credential],
  ['a wrong key with 401', 401, { Message: 'Authorization has been denied for this request.' }, {}, credential],
  ['a blocked address', 403, '<html><h1>Access Denied</h1></html>', {}, { kind: 'blocked' }],
  ['a bare 403', 403, '', {}, { kind: 'blocked' }],
  [
    'a term missing',
    400,
    erring('Required', 'x', 'SearchByPartRequest'),
    {},
    { kind: 'bad_input', reason: 'Required' },
  ],
  ['a term missing in a 200', 200, erring('Required', 'x'), {}, { kind: 'bad_input', reason: 'Required' }],
  ['letters', 200, erring('InvalidCharacters', 'x'), {}, { kind: 'bad_input', reason: 'InvalidCharacters' }],
  ['a value', 200, erring('InvalidValue', 'x'), {}, { kind: 'bad_input', reason: 'InvalidValue' }],
  ['an unknown code', 200, erring('the-key', 'x'), {}, { kind: 'bad_input', reason: 'refused' }],
  ['a wrong path', 404, { Message: 'No HTTP resource was found.' }, {}, { kind: 'bad_input', reason: 'refused' }],
  ['a fault of theirs', 500, { Message: 'An error has occurred.' }, {}, fault],
  ['a fault of theirs with an error', 503, erring('Invalid', 'x', 'API Key'), {}, fault],
  ['a page for people', 502, '<html></html>', {}, fault],
])('knows %s', (_what, status, body, headers, means) => {
  expect(client.classify(answered(status, body, headers))).toEqual(means);
});
