import { describe, expect, it } from 'vitest';
import type { Product } from '../../../domain/catalog/catalog.ts';
import { builtInProfiles } from '../../../domain/identity/built-in-profiles.ts';
import { findAlternates } from '../../../gateway/catalog/find-alternates.ts';
import type { Visibility } from '../../../gateway/visibility/visibility.ts';
import { realPart } from '../../domain/alternates/real-parts.ts';
import { callOf } from '../../support/enrichment-world.ts';

const productOf = (mpn: string, more: Partial<Product> = {}): Product => ({
  ...realPart(mpn),
  id: `prd_${mpn}`,
  lifecycle: 'active',
  replacedBy: undefined,
  observedAt: undefined,
  ...more,
});

const market = ['RC0603FR-0710KL', 'CRCW060310K0FKEA', 'RT0603BRD0710KL', 'RC0603JR-0710KL'].map((mpn) =>
  productOf(mpn),
);

const finding = (products: readonly Product[], visibility: Visibility = { of: () => undefined }, isCut = false) =>
  findAlternates({
    catalog: {
      product: async (id) => products.find((each) => each.id === id),
      products: async (ids) => products.filter(({ id }) => ids.includes(id)),
      replacements: async () => [],
    },
    alternates: { candidates: async () => ({ products, isCut }) },
    profiles: builtInProfiles,
    visibility,
  });

const ask = async (find: ReturnType<typeof findAlternates>, mpn: string, limit = 0) => {
  const { alternates, isCut } = await find({ id: `prd_${mpn}`, limit }, callOf('acme'));
  return { isCut, found: alternates.map(({ product, grade }) => [product?.mpn, grade]) };
};

/** A view in which the products of some numbers are hidden, and one field of all is masked. */
const seeing = (hidden: readonly string[], masked: Partial<Product> = {}): Visibility => ({
  of: () => ({
    restrictsProducts: true,
    namesSuppliersByOffer: false,
    namesSupplier: () => true,
    products: async (products) =>
      products.filter(({ mpn }) => !hidden.includes(mpn)).map((each) => ({ ...each, ...masked })),
    maskedFields: () => new Set(),
    seesProduct: async () => true,
    offers: () => [],
    offer: () => {
      throw new Error('no offer is asked for');
    },
  }),
});

describe('alternates', () => {
  it('come the best grade first, never the product itself, at most as many as asked for', async () => {
    expect(await ask(finding(market), 'RC0603FR-0710KL')).toEqual({
      isCut: false,
      found: [
        ['CRCW060310K0FKEA', 'identical'],
        ['RT0603BRD0710KL', 'upgrade'],
      ],
    });
    expect((await ask(finding(market), 'RC0603JR-0710KL', 1)).found).toHaveLength(1);
  });

  it('that are not made any more come after those that are', async () => {
    const products = [...market, productOf('ERJ3EKF1002V', { id: 'prd_A', lifecycle: 'discontinued' })];
    const { found } = await ask(finding(products), 'RC0603FR-0710KL');
    expect(found.map(([mpn]) => mpn)).toEqual(['CRCW060310K0FKEA', 'ERJ3EKF1002V', 'RT0603BRD0710KL']);
  });

  it('name each figure in which they differ', async () => {
    const { alternates } = await finding(market)({ id: 'prd_RC0603JR-0710KL', limit: 100 }, callOf('acme'));
    expect(alternates.find(({ product }) => product?.mpn === 'RT0603BRD0710KL')?.differences).toEqual([
      { characteristic: 'tolerance', original: '±5 %', alternate: '±0.1 %', verdict: 'better' },
    ]);
  });

  it('are not those that are hidden from the caller', async () => {
    const { found } = await ask(finding(market, seeing(['CRCW060310K0FKEA'])), 'RC0603FR-0710KL');
    expect(found).toEqual([['RT0603BRD0710KL', 'upgrade']]);
    const hidden = finding(market, seeing(['RC0603FR-0710KL']));
    await expect(ask(hidden, 'RC0603FR-0710KL')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('tell nothing of what is masked', async () => {
    const masked = seeing([], { characteristics: {}, description: undefined });
    expect((await ask(finding(market, masked), 'RC0603FR-0710KL')).found).toEqual([]);
  });

  it('may be missing where there was more to look at, and it is told', async () => {
    expect((await ask(finding(market, undefined, true), 'RC0603FR-0710KL')).isCut).toBe(true);
  });

  it('are refused for more than a hundred, and of an unknown product', async () => {
    await expect(ask(finding(market), 'RC0603FR-0710KL', 101)).rejects.toMatchObject({ kind: 'invalid_argument' });
    await expect(ask(finding(market), 'NONE')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
