import { expect, it } from 'vitest';
import { createElement14Client } from '../../../../../actors/connector/suppliers/element14/client.ts';
import type { AnswerClass } from '../../../../../domain/ingestion/answer-class.ts';
import { answered } from '../answered.ts';
import { credential, fault, throttled } from '../meanings.ts';

const client = createElement14Client({ baseUrl: 'https://e14.test', secret: { apiKey: 'the-key' }, settings: {} });

const mashery = (code: string) => ({ 'x-mashery-error-code': code });

it.each<[string, number, unknown, Record<string, string>, AnswerClass]>([
  ['products', 200, { keywordSearchReturn: { numberOfResults: 0 } }, {}, { kind: 'success' }],
  [
    'too many a second by the header',
    403,
    '',
    { ...mashery('ERR_403_DEVELOPER_OVER_QPS'), 'retry-after': '1' },
    throttled('burst', 1000),
  ],
  ['too many a second by an HTML body', 403, '<h1>Developer Over Qps (Proxy)</h1>', {}, throttled('burst')],
  [
    'too many a second by an XML body',
    403,
    '<?xml version="1.0"?><error><code>ERR_403_DEVELOPER_OVER_QPS</code></error>',
    {},
    throttled('burst'),
  ],
  ['the day used up by the header', 403, '', mashery('ERR_403_DEVELOPER_OVER_RATE'), throttled('daily')],
  ['the day used up by the body', 403, '<h1>403 Developer Over Rate</h1>', {}, throttled('daily')],
  ['a throttle with 429', 429, '<h1>Developer Over Rate</h1>', {}, throttled('daily')],
  ['a bare 429', 429, '', { 'retry-after': '3' }, throttled('unknown', 3000)],
  ['a dead key by the header', 403, '', mashery('ERR_403_DEVELOPER_INACTIVE'), credential],
  ['a dead key by the body', 403, '<h1>Developer Inactive</h1>', {}, credential],
  ['an unknown key', 403, '<h1>Not Authorized</h1>', mashery('ERR_403_NOT_AUTHORIZED'), credential],
  ['nobody', 401, '', {}, credential],
  ['a wall', 403, '<html><h1>Forbidden</h1></html>', {}, { kind: 'blocked' }],
  ['a wall whose page speaks at length', 403, `${' '.repeat(4000)}over qps`, {}, { kind: 'blocked' }],
  ['an error as JSON', 400, { error: { code: 'x' } }, {}, { kind: 'bad_input', reason: 'status 400' }],
  ['an error in a 200', 200, { error: 'x' }, {}, { kind: 'bad_input', reason: 'an error in the answer' }],
  ['a fault in a 200', 200, { Fault: {} }, {}, { kind: 'bad_input', reason: 'an error in the answer' }],
  ['an empty 400', 400, '', {}, { kind: 'bad_input', reason: 'status 400' }],
  ['a fault of theirs', 500, '<error/>', {}, fault],
  ['a gateway without a service', 596, '<h1>596 Service Not Found</h1>', {}, fault],
])('knows %s', (_what, status, body, headers, means) => {
  expect(client.classify(answered(status, body, headers))).toEqual(means);
});
