import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText } from '../../telemetry/redact-text.ts';
import { createRedactor } from '../../telemetry/redaction.ts';
import { inTime } from '../support/bounded.ts';

const redactor = createRedactor();

/** Part of every secret thrown in below; nothing else holds it. */
const mark = 'zq7Marked';

/** A web token whose payload and signature hold the mark. */
const webToken = `eyJhbGciOiJIUzI1NiJ9.${mark}payload.${mark}signature`;

const secretTexts: Readonly<Record<string, string>> = {
  'a URL with a query string': `GET https://api.example.com/v1/parts?apikey=${mark}&q=1 failed`,
  'a URL with a fragment': `https://example.com/callback#access=${mark}`,
  'a URL with a password': `postgres://user:${mark}@db.example.com:5432/app`,
  'a path with a query string': `request to /v1/search?term=${mark} timed out`,
  'a bearer token': `authorization was Bearer ${mark}.abc-def`,
  'a basic credential': `Basic ${mark}QWxhZGRpbjpvcGVu`,
  'an API key of ours': `key os_${mark.toLowerCase()}abcdefghijklmnopqrst is unknown`,
  'a web token': `token was ${webToken}`,
  'a named value': `login failed: password=${mark}`,
  'a named value in JSON': `{"user":"x","client_secret":"${mark} with blanks"}`,
  'an e-mail address': `sent to ${mark}@example.com`,
  'a session id': `cookie was sid=${mark}`,
  'a PIN': `{"pin": "${mark}"}`,
  'a DSN': `dsn: ${mark}`,
  'the name before an address': `mail from Jane ${mark} <jane@example.com> bounced`,
  "a person's name": `contact name: Jane ${mark}; city: Berlin`,
  "a person's name in JSON": `{"first_name":"${mark}","last_name":"x"}`,
};

const secretFields = ['password', 'apiKey', 'api_key', 'x-api-key', 'Authorization', 'Set-Cookie', 'session_id'].concat(
  ['accessToken', 'client_secret', 'credential', 'privateKey', 'email', 'login', 'sid', 'connect.sid', 'pin', 'dsn'],
  ['sentryDsn', 'phone', 'work_phone', 'Phone-Number', 'fax', 'firstName', 'last_name', 'Contact Person', 'username'],
  ['auth', 'credentials', 'pass', 'passwd', 'passphrase', 'pwd', 'token', 'accessKey', 'access_code', 'cookie', 'jwt'],
  ['signature', 'mobile', 'tel', 'telephone', 'contact', 'contact_name', 'familyName', 'full name', 'givenName'],
  ['middle_name', 'person', 'personName', 'surname', 'userEmail', 'card-pin'],
);

const isClean = (value: unknown): boolean => !JSON.stringify(redactor.redact(value)).toLowerCase().includes('marked');

test.each(Object.entries(secretTexts))('%s does not come out, wherever it stands', (_kind, text) => {
  const cause = new Error(text);
  const values = [text, { note: text }, [[text]], new Error(text), new Error('outer', { cause }), { [text]: 1 }];
  for (const value of [...values, new Map([['k', text]]), new Set([text]), new AggregateError([cause])]) {
    expect(redactor.redact(value)).toSatisfy(() => isClean(value));
  }
});

test.each(secretFields)('the value of a field called %s does not come out, whatever its type', (name) => {
  for (const secret of [mark, [mark], { value: mark }, Buffer.from(mark)]) {
    expect(isClean({ request: { [name]: secret } })).toBe(true);
  }
  expect(redactor.redact({ [name]: 12345 })).toEqual({ [name]: '[redacted]' });
});

test('a registered value does not come out as it is, percent-encoded, or in base64', () => {
  const own = createRedactor();
  const secret = 'p w/Marked+1';
  own.register(secret);
  const text = `a ${secret} b ${encodeURIComponent(secret)} c ${Buffer.from(secret).toString('base64')} d`;
  expect(own.redact(text)).toBe('a [redacted] b [redacted] c [redacted] d');
});

test.each(['+49 30 123 45 67-0', '+1 (555) 010-9999', 'phone: 030 1234567', 'Tel. 089/123456', 'fax=5550109999'])(
  'a telephone number does not come out: %s',
  (text) => {
    expect(redactor.redact(`call ${text} now`)).toSatisfy((shown: string) => shown.replace(/\D/g, '').length < 3);
  },
);

test('a secret that was replaced is forgotten an hour later, the latest and those of no slot never', () => {
  let nowMs = 0;
  const own = createRedactor(() => nowMs);
  own.register('kept-forever');
  for (let renewal = 0; renewal < 8_760; renewal += 1) {
    own.register(`session-number-${renewal}-of-a-year`, 'crd_1 token');
    nowMs += 3_600_000;
  }
  own.register('session-number-8760-of-a-year', 'crd_1 token');
  const shown = own.redact(
    'kept-forever session-number-1-of-a-year session-number-8759-of-a-year session-number-8760-of-a-year',
  );
  expect(shown).toBe('[redacted] session-number-1-of-a-year [redacted] [redacted]');
});

test('a secret that two slots share is known until both have replaced it', () => {
  let nowMs = 0;
  const own = createRedactor(() => nowMs);
  own.register('the same secret', 'a');
  own.register('the same secret', 'b');
  own.register('another one', 'a');
  nowMs += 3_600_000;
  own.register('yet another', 'c');
  expect(own.redact('the same secret')).toBe('[redacted]');
});

test('a long text that a secret crosses at the cut does not show the half of it', () => {
  const own = createRedactor();
  const secret = 'S'.repeat(3_000);
  own.register(secret);
  for (const at of [8_000, 8_192, 14_000, 16_000, 16_383]) {
    expect(own.redact('x'.repeat(at) + secret)).not.toContain('SS');
  }
});

test('no text of any kind lets a planted secret through', () => {
  const secret = fc.constantFrom(...Object.values(secretTexts));
  const value = fc.letrec((tie) => ({
    leaf: fc.oneof(secret, fc.string(), fc.integer(), fc.constant(null)),
    error: fc.tuple(secret, tie('any')).map(([text, cause]) => new Error(text, { cause })),
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      tie('error'),
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any')),
      fc.record({ token: secret, nested: tie('any') }),
    ),
  })).any;
  fc.assert(fc.property(value, (each) => isClean(each)));
});

describe('what is no secret stays readable', () => {
  test('plain fields come out as they are', () => {
    const fields = { supplier: 'demo', credential_ref: 'crd_1', page: 3, ok: true, ratio: 0.5, none: null };
    expect(redactor.redact(fields)).toEqual(fields);
  });

  test('a URL keeps its host and path', () => {
    expect(redactor.redact('http://127.0.0.1:8080/v1/products?q=1')).toBe('http://127.0.0.1:8080/v1/products');
  });

  test('part numbers and sentences are left alone', () => {
    const texts = ['RC0402FR-07100KL', 'LM317 / adjustable, 1.5 A', 'phase prices, page 3 of 10?'];
    const figures = [
      '-40 to +125 C',
      '+3.3 V to +5 V',
      '2026-03-01T00:00:00+01:00',
      'pins: 8',
      'inside=1',
      'Texas Instruments',
    ];
    for (const text of [...texts, ...figures, 'telemetry 12345678', 'in 1234567 ms, 89 rows']) {
      expect(redactor.redact(text)).toBe(text);
    }
  });

  test('an error keeps its type, message, code and cause', () => {
    const error = Object.assign(new TypeError('broken', { cause: new Error('inner') }), { code: 'E1' });
    expect(redactor.redact(error)).toMatchObject({
      type: 'TypeError',
      message: 'broken',
      code: 'E1',
      stack: expect.stringContaining('redaction.unit.test'),
      cause: { message: 'inner' },
    });
  });

  test('dates, big integers, URLs and bytes become text', () => {
    const value = [new Date(0), 12n, new URL('https://example.com/a?b=c'), Buffer.alloc(3), Number.NaN];
    expect(redactor.redact(value)).toEqual([
      '1970-01-01T00:00:00.000Z',
      '12',
      'https://example.com/a',
      '[3 bytes]',
      'NaN',
    ]);
  });
});

describe('nothing that is thrown in makes it fail or run away', () => {
  test('a circle ends', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(JSON.stringify(redactor.redact(circle))).toContain('[too deep]');
  });

  test('a getter, a proxy and a toJSON that throw are survived', () => {
    const bad = (): never => {
      throw new Error('bad');
    };
    const proxy = new Proxy({}, { ownKeys: bad, get: bad });
    expect(
      redactor.redact({
        get broken() {
          return bad();
        },
        fine: 1,
      }),
    ).toEqual({ broken: '[not readable]', fine: 1 });
    expect(redactor.redact({ proxy })).toEqual({ proxy: '[not readable]' });
    expect(redactor.redact(new Proxy({}, { getPrototypeOf: bad, get: bad }))).toBe('[not readable]');
    expect(redactor.redact({ at: { toJSON: bad } })).toEqual({ at: '[not readable]' });
  });

  test('a long list, a wide object and a long text are cut and say so', () => {
    expect(redactor.redact(Array.from({ length: 1_000 }, () => 1))).toContain('[cut, 1000 entries]');
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
    expect(redactor.redact(wide)).toHaveProperty('[cut]');
    expect(String(redactor.redact('a b '.repeat(100_000))).length).toBeLessThan(10_000);
  });

  test('a hostile text of a megabyte is redacted in steps that its length bounds, and cut', () => {
    const hostile = ['a'.repeat(1e6), 'a://'.repeat(1e5), '@'.repeat(1e6), 'token='.repeat(1e5), '/?'.repeat(1e5)];
    for (const text of [...hostile, 'a.'.repeat(5e5), `${'a'.repeat(15_000)}@`, '"password":"'.repeat(1e5)]) {
      // Steps by the square of it would not end within the time of the test.
      expect(String(redactor.redact(text)).length).toBeLessThan(10_000);
    }
  });

  test.each(['token', 'eyJ', 'apikey-', 'a.', '/', 'token ', 'api key ', 'https', '@a'])(
    'hardly longer than another of its length: %j repeated',
    (word) => {
      const text = word.repeat(100_000).slice(0, 100_000);
      expect(inTime(5_000, () => redactText(text)) === text).toBe(true);
    },
  );
});
