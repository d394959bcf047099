import { expect, it } from 'vitest';
import { createLcscClient } from '../../../../../actors/connector/suppliers/lcsc/client.ts';
import type { AnswerClass } from '../../../../../domain/ingestion/answer-class.ts';
import { answered } from '../answered.ts';

const client = createLcscClient({
  baseUrl: 'https://lcsc.test',
  secret: { key: 'the-key', secret: 'the-secret' },
  settings: {},
});

const credential: AnswerClass = { kind: 'authentication', refused: 'credential' };
const throttled = (window: 'burst' | 'daily' | 'unknown'): AnswerClass => ({
  kind: 'throttled',
  window,
  retryAfterMs: undefined,
});
const refusal = (code: number | string, message: string | null = null) => ({
  success: false,
  code,
  message,
  result: null,
});

it.each<[string, number, unknown, AnswerClass]>([
  ['a result', 200, { success: true, code: 200, message: '', result: {} }, { kind: 'success' }],
  ['a throttle by the minute', 200, refusal(429, 'too many requests'), throttled('burst')],
  ['a throttle told by its status', 429, '', throttled('burst')],
  ['a code written as text', 200, refusal('429'), throttled('burst')],
  ['a used-up day', 200, refusal(430, 'Daily search limit exceeded'), throttled('daily')],
  ['a limit that does not say which', 200, refusal(430, 'exceed the limit'), throttled('unknown')],
  ['a wrong signature under the same code', 200, refusal(430, 'signature error'), credential],
  ['that code without a word', 200, refusal(430), throttled('unknown')],
  ['the code beside it', 200, refusal(431, 'sign is invalid'), credential],
  ['a key that did not arrive', 200, refusal(424, 'key is required'), { kind: 'bad_input', reason: 'code 424' }],
  ['a product that is not there', 200, refusal(417, 'no such product'), { kind: 'bad_input', reason: 'code 417' }],
  ['an address that is not on the list', 403, '', { kind: 'blocked' }],
  ['an address that is not on the list, in a 200', 200, refusal(0, 'IP not in whitelist'), { kind: 'blocked' }],
  ['a key that is refused', 401, '', credential],
  ['a refusal without reason', 200, { success: false }, { kind: 'bad_input', reason: 'refused' }],
  ['a fault of theirs in a 200', 200, refusal(500), { kind: 'upstream_fault', retryAfterMs: undefined }],
  ['a fault of theirs', 502, '<html></html>', { kind: 'upstream_fault', retryAfterMs: undefined }],
])('knows %s', (_what, status, body, means) => {
  expect(client.classify(answered(status, body))).toEqual(means);
});
