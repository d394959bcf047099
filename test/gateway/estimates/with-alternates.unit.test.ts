import { expect, test } from 'vitest';
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
