import { describe, expect, it } from 'vitest';
import { dutySchedules } from '../../../domain/pricing/duties/duty-schedule.ts';
import { tariffGoods } from '../../../domain/pricing/duties/tariff-goods.ts';
import { demoCatalogue } from '../../../ops/demo/catalogue/catalogue.ts';
import type { DemoProduct } from '../../../ops/demo/catalogue/part.ts';
import { borealis, shipsFrom } from '../../../ops/demo/supplier-profile.ts';
import { digitsOf, tariffOf } from '../../../ops/demo/tariff.ts';

const products = [...demoCatalogue('demo', 5_000)];

const goodsOf = (product: DemoProduct) => {
  const { hts, origin } = tariffOf(product);
  const source = { by: 'borealis', kind: 'supplier' } as const;
  return tariffGoods([
    ...(hts === undefined ? [] : [{ productId: 'p', fact: 'hts_code' as const, value: hts, source }]),
    ...(origin === undefined ? [] : [{ productId: 'p', fact: 'country_of_origin' as const, value: origin, source }]),
  ]);
};

describe('what demo suppliers state for the customs', () => {
  it('is known of most parts, and of some it is not', () => {
    const stated = products.map(tariffOf);
    const numbered = stated.filter(({ hts }) => hts !== undefined).length / products.length;
    const made = stated.filter(({ origin }) => origin !== undefined).length / products.length;
    expect(numbered).toBeGreaterThan(0.8);
    expect(numbered).toBeLessThan(0.95);
    expect(made).toBeGreaterThan(0.8);
    expect(made).toBeLessThan(0.95);
  });

  it('is read as numbers of the chapters of electronics, and as countries', () => {
    for (const product of products) {
      const { hts, origin } = tariffOf(product);
      const goods = goodsOf(product);
      expect(goods).toEqual({ htsCode: digitsOf(hts), origin });
      if (hts !== undefined) expect(goods.htsCode).toMatch(/^85(?:04|3[236]|4[12])\d{4}(?:\d{2})?$/);
    }
  });

  it('has parts of both sides of the rate that the documentation states', () => {
    const schedule = dutySchedules([
      {
        id: 'us-ic-china',
        destination: 'US',
        htsPrefix: '8542',
        origin: 'CN',
        rate: '0.25',
        validFrom: undefined,
        validUntil: undefined,
      },
    ]).get('US');
    const verdicts = products.map((product) => {
      const verdict = schedule?.dutyOn(goodsOf(product), new Date('2026-03-01T12:00:00Z'));
      return verdict?.kind === 'rate' ? verdict.millionths : verdict?.missing;
    });
    expect(new Set(verdicts)).toEqual(new Set([250_000, 'rate', 'country_of_origin', 'hts_code']));
  });
});

it('an offer ships from the first warehouse that has some of it', () => {
  const stock = (...quantities: readonly (number | null)[]) =>
    borealis.warehouses.map(({ ref }, index) => ({
      warehouse: ref,
      quantity: quantities.at(index) === undefined ? 0 : (quantities[index] ?? null),
    }));
  expect(shipsFrom(borealis, stock(0, 10, 10))).toBe('PL');
  expect(shipsFrom(borealis, stock(null, 10))).toBe('DE');
  expect(shipsFrom(borealis, stock(0, 0, 0))).toBeUndefined();
});
