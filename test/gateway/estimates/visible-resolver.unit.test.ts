import { expect, test } from 'vitest';
import type { LineResolution } from '../../../domain/estimate/resolution.ts';
import { visibleResolver } from '../../../gateway/estimates/visible-resolver.ts';
import type { View } from '../../../gateway/visibility/visibility.ts';
import { matchedProduct } from '../../support/offers.ts';

const { manufacturer } = matchedProduct();
const parts = ['a', 'b', 'c'].map((id) => matchedProduct({ id, mpn: `PART-${id}`, description: `Part ${id}` }));
const candidate = (productId: string) => ({ productId, score: 0.5, rule: 'mpn' });
const found: readonly LineResolution[] = [
  { kind: 'doubtful', reason: 'ambiguous', candidates: [candidate('a'), candidate('b')] },
  { kind: 'resolved', productId: 'c', confidence: 'exact', rule: 'mpn', alternatives: [candidate('a')] },
  { kind: 'unresolved', reason: 'not_found' },
];

const resolve = (view: View | undefined): Promise<readonly LineResolution[]> =>
  visibleResolver({
    resolver: { resolve: async () => found },
    customers: { get: async () => undefined },
    products: async (ids) => parts.filter(({ id }) => ids.includes(id)),
    visibility: { of: () => view },
    now: () => new Date(),
    alternates: { candidates: async () => ({ products: [], isCut: false }) },
    profiles: async () => new Map(),
  })({ customerId: 'acme', keyId: 'key_1', groupIds: [] }, {}).resolve([], 'acme', new AbortController().signal);

const nameOf = (id: string) => ({ manufacturer, mpn: `PART-${id}`, description: `Part ${id}` });

test('the products of a line say what they are called', async () => {
  const [doubtful, resolved, none] = await resolve(undefined);
  expect(doubtful).toMatchObject({ candidates: [{ product: nameOf('a') }, { product: nameOf('b') }] });
  expect(resolved).toMatchObject({ product: nameOf('c'), alternatives: [{ product: nameOf('a') }] });
  expect(none).toEqual({ kind: 'unresolved', reason: 'not_found' });
});

test('they say nothing that a policy masks, and none is named that it hides', async () => {
  const view: View = {
    restrictsProducts: true,
    namesSuppliersByOffer: false,
    namesSupplier: () => true,
    maskedFields: () => new Set(['description']),
    seesProduct: async (id) => id !== 'b',
    products: async (given) => given.map((each) => ({ ...each, description: undefined })),
    offers: () => [],
    offer: () => {
      throw new Error('no offer is asked for');
    },
  };
  const [doubtful] = await resolve(view);
  const { description: _, ...masked } = nameOf('a');
  expect(doubtful).toEqual({
    kind: 'doubtful',
    reason: 'ambiguous',
    candidates: [{ ...candidate('a'), product: masked }],
  });
});
