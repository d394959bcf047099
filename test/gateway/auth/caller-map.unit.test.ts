import { expect, test } from 'vitest';
import type { Caller } from '../../../domain/callers/caller.ts';
import { defaultKeyLimits } from '../../../domain/callers/key-limits.ts';
import { createCallerMap } from '../../../gateway/auth/caller-map.ts';

const caller = (changed: Partial<Caller> = {}): Caller => ({
  keyId: 'key_1',
  customerId: 'acme',
  groupIds: ['gold'],
  scopes: ['catalog', 'pricing'],
  deliveryZone: 'EU',
  ...changed,
});

test('callers that are the same whatever their key share a value', () => {
  const map = createCallerMap<number>(10);
  map.set(caller(), 1);
  const allowance = { limits: defaultKeyLimits, requestsToday: 3 };
  expect(map.get(caller({ keyId: 'key_2', allowance }))).toBe(1);
});

test.each<[string, Partial<Caller>]>([
  ['customer', { customerId: 'globex' }],
  ['groups', { groupIds: [] }],
  ['scopes', { scopes: ['catalog'] }],
  ['zone', { deliveryZone: undefined }],
  ['currency', { currency: 'EUR' }],
])('callers that differ in their %s have values of their own', (_, changed) => {
  const map = createCallerMap<number>(10);
  map.set(caller(), 1);
  expect(map.get(caller(changed))).toBeUndefined();
});

test('the one that was set longest ago goes first, and what is set anew counts from then', () => {
  const map = createCallerMap<number>(2);
  const of = (customerId: string) => caller({ customerId });
  map.set(of('a'), 1);
  map.set(of('b'), 2);
  map.set(of('a'), 3);
  map.set(of('c'), 4);
  expect(['a', 'b', 'c'].map((id) => map.get(of(id)))).toEqual([3, undefined, 4]);
});
