import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import { Failure } from '../../../domain/errors.ts';
import {
  apiKeyRandomBytes,
  createAuthenticator,
  keyFromHeaders,
  keyHash,
  newApiKey,
  requireScope,
} from '../../../gateway/auth/authenticator.ts';
import type { MaybePromise } from '../../../gateway/request/maybe-promise.ts';

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

/**
 * Counts the lookups and answers as the test says; the store's own contract is tested with the
 * store.
 */
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

const kindOf = async (work: MaybePromise<unknown>): Promise<string> => {
  const error = await Promise.resolve(work).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof Failure ? `${error.kind}: ${error.message}` : 'no failure';
};

describe('a key', () => {
  test('is looked up by its SHA-256, and while it is in use only the first request waits for that', async () => {
    const { authenticate } = authenticator();
    expect(await authenticate(key)).toEqual(caller);
    nowMs = 999;
    await authenticate(key);
    expect(lookups).toBe(1);
    const renewal = Promise.withResolvers<Caller>();
    answer = () => renewal.promise;
    nowMs = 1_899;
    expect(await Promise.all([authenticate(key), authenticate(key)])).toEqual([caller, caller]);
    expect(lookups).toBe(2);
    renewal.resolve({ ...caller, deliveryZone: 'US' });
    await renewal.promise;
    await nextTurn();
    expect(await authenticate(key)).toMatchObject({ deliveryZone: 'US' });
    expect(lookups).toBe(2);
  });

  test('is known as one caller, whatever it asks for, until something about it changes', async () => {
    const limits = { ...defaultKeyLimits, requestsPerDay: 100 };
    const { authenticate } = authenticator();
    const renewed = async (found: Caller, atMs: number): Promise<Caller> => {
      answer = async () => found;
      nowMs = atMs;
      await authenticate(key);
      await nextTurn();
      return authenticate(key);
    };
    const first = await renewed({ ...caller, allowance: { limits, requestsToday: 1 } }, 0);
    expect(await renewed({ ...caller, allowance: { limits: { ...limits }, requestsToday: 2 } }, 1_000)).toBe(first);
    const changed = { ...caller, allowance: { limits: { ...limits, requestsPerDay: 1 }, requestsToday: 3 } };
    expect(await renewed(changed, 2_000)).toBe(changed);
    const moved = { ...changed, groupIds: ['resellers'] };
    expect(await renewed(moved, 3_000)).toBe(moved);
  });

  test('that is revoked stops working in less than two seconds, and at once where that is heard of', async () => {
    const { authenticate, forget } = authenticator();
    await authenticate(key);
    answer = async () => undefined;
    nowMs = 1_900;
    expect(await kindOf(authenticate(key))).toContain('unauthenticated');
    nowMs = 10_000;
    answer = async () => caller;
    await authenticate(key);
    answer = async () => undefined;
    forget(['cus_2']);
    expect(await authenticate(key)).toEqual(caller);
    forget(['cus_1']);
    expect(await kindOf(authenticate(key))).toContain('unauthenticated');
  });

  test('that is revoked while it is looked up is not remembered from before', async () => {
    const { authenticate, forget } = authenticator();
    const before = Promise.withResolvers<Caller>();
    answer = () => before.promise;
    const early = authenticate(key);
    forget(['cus_1']);
    answer = async () => undefined;
    before.resolve(caller);
    await early;
    expect(await kindOf(authenticate(key))).toContain('unauthenticated');
  });

  test('in use works on for its time while the store is down', async () => {
    const { authenticate } = authenticator();
    await authenticate(key);
    answer = () => Promise.reject(new Failure('unavailable', 'down'));
    nowMs = 1_500;
    await authenticate(key);
    await nextTurn();
    expect(await authenticate(key)).toEqual(caller);
    nowMs = 1_900;
    expect(await kindOf(authenticate(key))).toBe('unavailable: down');
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
    for (const given of [
      undefined,
      '',
      'short',
      'x'.repeat(23),
      `with blank ${'x'.repeat(23)}`,
      'x'.repeat(300),
      key,
    ]) {
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
