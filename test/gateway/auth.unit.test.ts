import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../domain/caller.ts';
import { Failure } from '../../domain/errors.ts';
import {
  apiKeyRandomBytes,
  createAuthenticator,
  keyFromHeaders,
  keyHash,
  newApiKey,
  requireScope,
} from '../../gateway/auth.ts';

const key = newApiKey(randomBytes(apiKeyRandomBytes));
const caller: Caller = {
  keyId: 'key_1',
  customerId: 'cus_1',
  groupIds: [],
  scopes: ['catalog'],
  deliveryZone: undefined,
};

let nowMs = 0;
let lookups = 0;
let answer: () => Promise<Caller | undefined>;

/** Counts the lookups and answers as the test says; the store's own contract is tested with the store. */
const authenticator = () =>
  createAuthenticator({
    callers: {
      byKeyHash: (hash) => {
        lookups += 1;
        expect(Buffer.from(hash)).toEqual(createHash('sha256').update(key).digest());
        return answer();
      },
    },
    now: () => new Date(nowMs),
  });

beforeEach(() => {
  nowMs = 0;
  lookups = 0;
  answer = async () => caller;
});

const kindOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Failure ? `${error.kind}: ${error.message}` : 'no failure';
};

describe('a key', () => {
  test('is looked up by its SHA-256 and then known for ten seconds', async () => {
    const { authenticate } = authenticator();
    expect(await authenticate(key)).toEqual(caller);
    nowMs = 9_999;
    expect(await authenticate(key)).toEqual(caller);
    expect(lookups).toBe(1);
    nowMs = 10_000;
    await authenticate(key);
    expect(lookups).toBe(2);
  });

  test('that is revoked stops working after ten seconds at most', async () => {
    const { authenticate } = authenticator();
    await authenticate(key);
    answer = async () => undefined;
    nowMs = 10_000;
    expect(await kindOf(authenticate(key))).toContain('unauthenticated');
  });

  test('that is unknown is looked up once a second', async () => {
    answer = async () => undefined;
    const { authenticate } = authenticator();
    await kindOf(authenticate(key));
    nowMs = 999;
    await kindOf(authenticate(key));
    expect(lookups).toBe(1);
    nowMs = 1_000;
    await kindOf(authenticate(key));
    expect(lookups).toBe(2);
  });

  test('that many requests bring at once is looked up once', async () => {
    const { authenticate } = authenticator();
    expect(await Promise.all(Array.from({ length: 100 }, () => authenticate(key)))).toHaveLength(100);
    expect(lookups).toBe(1);
  });

  test('gets one answer whether it is missing, malformed or unknown, and malformed ones are not looked up', async () => {
    answer = async () => undefined;
    const { authenticate } = authenticator();
    const answers = new Set<string>();
    for (const given of [undefined, '', 'short', 'with blank in it', 'x'.repeat(300), key]) {
      answers.add(await kindOf(authenticate(given)));
    }
    expect(answers.size).toBe(1);
    expect(lookups).toBe(1);
  });

  test('is tried again at once after the store was down, and the failure is the store’s', async () => {
    answer = () => Promise.reject(new Failure('unavailable', 'down'));
    const { authenticate } = authenticator();
    expect(await kindOf(authenticate(key))).toBe('unavailable: down');
    answer = async () => caller;
    expect(await authenticate(key)).toEqual(caller);
  });
});

test('the key is read from a bearer token or from x-api-key, the token first', () => {
  expect(keyFromHeaders(`Bearer ${key}`, undefined)).toBe(key);
  expect(keyFromHeaders(`bearer  ${key} `, 'other')).toBe(key);
  expect(keyFromHeaders(undefined, key)).toBe(key);
  expect(keyFromHeaders('Basic abc', key)).toBe(key);
  expect(keyFromHeaders('Basic abc', undefined)).toBeUndefined();
  expect(keyFromHeaders(undefined, undefined)).toBeUndefined();
});

test('a missing scope is refused by name', () => {
  expect(() => requireScope(caller, 'catalog')).not.toThrow();
  expect(() => requireScope(caller, 'pricing')).toThrow(/"pricing"/);
});

test('new keys look as documented, use every random byte, and hash to 32 bytes', () => {
  const keys = Array.from({ length: 200 }, () => newApiKey(randomBytes(apiKeyRandomBytes)));
  for (const each of keys) expect(each).toMatch(/^os_[a-z2-7]{32}$/);
  expect(new Set(keys).size).toBe(200);
  expect(keyHash(key)).toHaveLength(32);
  expect(() => newApiKey(randomBytes(10))).toThrow(RangeError);
});
