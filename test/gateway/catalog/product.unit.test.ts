import { describe, expect, it } from 'vitest';
import type { Product } from '../../../domain/catalog/catalog.ts';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { productFreshness, toProduct } from '../../../gateway/catalog/product.ts';
import { hoursBefore, noon } from '../../support/offers.ts';

const product: Product = {
  id: 'prd_1',
  profileId: 'resistor',
  manufacturer: 'Yageo',
  manufacturerKey: 'YAGEO',
  mpn: 'RC0603FR-0710KL',
  description: undefined,
  characteristics: { resistance: '10 kOhm', tolerance: '' },
  lifecycle: undefined,
  replacedBy: undefined,
  observedAt: hoursBefore(1),
};

const profilesRequiring = (...names: string[]) => {
  const characteristics = names.map((name) => ({ name, unit: undefined, synonyms: [], isRequired: true }));
  return new Map([['resistor', { ...defaultProfile, id: 'resistor', characteristics }]]);
};

describe('product', () => {
  it.each([
    ['FRESH', 'nothing required is missing', profilesRequiring('resistance')],
    ['INCOMPLETE', 'a required characteristic is missing', profilesRequiring('resistance', 'power')],
    ['INCOMPLETE', 'a required characteristic is empty', profilesRequiring('tolerance')],
    ['FRESH', 'its profile is not configured', new Map()],
  ])('is %s when %s', (status, _, profiles) => {
    expect(productFreshness(product, profiles, noon).status).toBe(status);
  });

  it('is EMPTY when nothing of it was ever observed, and STALE after seven days', () => {
    const profiles = profilesRequiring();
    expect(productFreshness({ ...product, observedAt: undefined }, profiles, noon)).toEqual({ status: 'EMPTY' });
    expect(productFreshness({ ...product, observedAt: hoursBefore(24 * 7 + 1) }, profiles, noon)).toMatchObject({
      status: 'STALE',
      staleSince: hoursBefore(1),
    });
  });

  it('leaves out what is not known, and relevance outside of searches', () => {
    expect(toProduct(product, { status: 'EMPTY' })).toEqual({
      category: '',
      id: 'prd_1',
      manufacturer: 'Yageo',
      mpn: 'RC0603FR-0710KL',
      identityProfileId: 'resistor',
      characteristics: { resistance: '10 kOhm', tolerance: '' },
      lifecycleStatus: '',
      replacedBy: '',
      replacementChain: [],
      freshness: { status: 'EMPTY', observedAt: undefined, staleSince: undefined, refreshEta: undefined },
      description: '',
      relevance: undefined,
      matchKind: '',
      facts: [],
    });
    expect(toProduct({ ...product, relevance: 0.5 }, { status: 'EMPTY' }).relevance).toBe(0.5);
  });
});
