import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { createReadJson } from '../../../gateway/http/read-json.ts';

/** What reading a body comes to: `read`, or the failure with the fields that it names. */
const readingOf = async (body: string): Promise<{ readonly read: unknown } | Failure> => {
  let outcome: { readonly read: unknown } | Failure = { read: undefined };
  const app = new Hono();
  app.post('/', async (context) => {
    try {
      outcome = { read: await createReadJson(2 ** 24)(context) };
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      outcome = thrown;
    }
    return context.text('');
  });
  await app.request('/', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  return outcome;
};

const deep = (levels: number): string => `{"settings":${'['.repeat(levels)}${']'.repeat(levels)}}`;

it.each([
  ['a list of half a million entries', `{"lines":[${'0,'.repeat(500_000)}0]}`, 'lines'],
  ['an object of ten thousand fields', `{"a":{${Array.from({ length: 10_000 }, (_, n) => `"k${n}":0`).join()}}}`, 'a'],
  ['settings nested 100,000 deep', deep(100_000), 'settings'],
  ['half of a surrogate pair in a text', String.raw`{"lines":[{"raw_text":"a\ud800b"}]}`, 'lines.0.raw_text'],
  ['half of a surrogate pair in a name', String.raw`{"target":{"\udfff":"x"}}`, 'target.\ufffd'],
  ['U+0000 in a text', String.raw`{"target":{"offer_id":"a\u0000"}}`, 'target.offer_id'],
  ['U+0000 in a name', String.raw`{"target":{"a\u0000":"x"}}`, 'target.a\u0000'],
  ['a field named __proto__, which would be lost without a word', '{"target":{"__proto__":"x"}}', 'target.__proto__'],
])('refuses %s and names where it is', async (_, body, field) => {
  const outcome = await readingOf(body);
  expect(outcome).toBeInstanceOf(Failure);
  if (!(outcome instanceof Failure)) return;
  expect(outcome.kind).toBe('invalid_argument');
  expect(outcome.violations.map((each) => each.field.slice(0, field.length))).toEqual([field]);
  expect(outcome.message.length).toBeLessThan(1_000);
});

it('reads what a client may well send: deep settings, many lines, names of the language, astral characters', async () => {
  const body = {
    lines: Array.from({ length: 20_000 }, () => ({ raw_text: '10 kΩ 😀' })),
    order_costs: { constructor: '5', toString: '6' },
    settings: JSON.parse(deep(40)),
  };
  expect(await readingOf(JSON.stringify(body))).toEqual({ read: body });
});
