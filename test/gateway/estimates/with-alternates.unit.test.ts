import { expect, test } from 'vitest';
import { loopTurn } from '../../../concurrency/turns.ts';
import type { LineResolution } from '../../../domain/estimate/resolution.ts';
import { visibleResolver } from '../../../gateway/estimates/visible-resolver.ts';
import { matchedProduct } from '../../support/offers.ts';

test('alternates are looked for no further once the caller has gone', async () => {
  const ids = ['a', 'b', 'c'];
  const controller = new AbortController();
  const asked: (AbortSignal | undefined)[] = [];
  const resolver = visibleResolver({
    resolver: {
      resolve: async () =>
        ids.map(
          (productId): LineResolution => ({
            kind: 'resolved',
            productId,
            confidence: 'exact',
            rule: 'mpn',
            alternatives: [],
          }),
        ),
    },
    customers: { get: async () => undefined },
    products: async (wanted) => ids.filter((id) => wanted.includes(id)).map((id) => matchedProduct({ id })),
    visibility: { of: () => undefined },
    now: () => new Date(),
    alternates: {
      candidates: async (_, __, options) => {
        asked.push(options?.signal);
        controller.abort(new Error('the caller has gone'));
        return { products: [], isCut: false };
      },
    },
    profiles: async () => new Map(),
  })({ customerId: 'acme', keyId: 'key_1', groupIds: [] }, { alternateGrades: ['upgrade'] });
  await expect(resolver.resolve([], 'acme', controller.signal)).rejects.toThrow('the caller has gone');
  expect(asked).toEqual([controller.signal]);
});

test('alternates of a list are looked for a few at a time, and no more after one could not be', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `p${at}`);
  let [asked, underWay, most] = [0, 0, 0];
  const resolver = (failsAt: number) =>
    visibleResolver({
      resolver: { resolve: async () => [] },
      customers: { get: async () => undefined },
      products: async () => ids.map((id) => matchedProduct({ id })),
      visibility: { of: () => undefined },
      now: () => new Date(),
      alternates: {
        candidates: async () => {
          asked += 1;
          const isBad = asked === failsAt;
          underWay += 1;
          most = Math.max(most, underWay);
          await loopTurn();
          underWay -= 1;
          if (isBad) throw new Error('the catalogue is away');
          return { products: [], isCut: false };
        },
      },
      profiles: async () => new Map(),
    })({ customerId: 'acme', keyId: 'key_1', groupIds: [] }, { alternateGrades: ['upgrade'] });
  const { signal } = new AbortController();
  expect((await resolver(0).alternatesOf(ids, signal)).size).toBe(20);
  expect(most).toBe(4);
  asked = 0;
  await expect(resolver(2).alternatesOf(ids, signal)).rejects.toThrow('the catalogue is away');
  expect(asked).toBe(4);
});
