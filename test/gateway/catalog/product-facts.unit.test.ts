import { expect, it } from 'vitest';
import type { FactName } from '../../../domain/catalog/part-facts.ts';
import type { StatedFact } from '../../../domain/catalog/ports.ts';
import { tariffGoods } from '../../../domain/pricing/duties/tariff-goods.ts';
import { productFacts } from '../../../gateway/catalog/product-facts.ts';

/** Statements of a supplier each, the later ones observed later. */
const statements = (fact: FactName, values: readonly string[]): readonly StatedFact[] =>
  values.map((value, index) => ({
    fact,
    offerId: undefined,
    vote: {
      value,
      since: new Date(Date.UTC(2026, 2, 1 + index)),
      source: { by: `s${index}`, kind: 'supplier', isTenants: false },
    },
  }));

const servedOf = async (stated: readonly StatedFact[]): Promise<readonly string[]> => {
  const seen = { id: 'p1', masked: undefined, offers: [] };
  const facts = await productFacts({ stated: async () => stated }, seen, new AbortController().signal);
  return facts.flatMap(({ isServed, value }) => (isServed ? [value] : []));
};

it.each<[FactName, readonly string[], readonly string[]]>([
  ['hts_code', ['8542.39.0001', '854239'], ['8542.39.0001']],
  ['hts_code', ['8542.39.0001', '854239', '854239'], ['854239']],
  ['hts_code', ['8542390001', 'EAR99'], ['8542390001']],
  ['hts_code', ['n/a'], []],
  ['country_of_origin', ['China', 'MY', 'CN'], ['China']],
  ['country_of_origin', ['MY', 'CN, MY'], ['MY']],
])('of %s, stated as %o, what duties count is served, whatever was said last', async (fact, values, served) => {
  const stated = statements(fact, values);
  expect(await servedOf(stated)).toEqual(served);
  expect(await servedOf(stated.toReversed())).toEqual(served);
  const goods = tariffGoods(
    stated.map(({ vote: { value, source } }) => ({
      productId: 'p1',
      fact: fact === 'hts_code' ? 'hts_code' : 'country_of_origin',
      value,
      source,
    })),
  );
  const [text] = served;
  const counted = fact === 'hts_code' ? goods.htsCode : goods.origin;
  const read: Readonly<Record<string, string>> = { China: 'CN' };
  expect(counted).toBe(text && (read[text] ?? text.replaceAll('.', '')));
});

it('of other facts what was said last is served, of as many', async () => {
  expect(await servedOf(statements('rohs', ['yes', 'no']))).toEqual(['no']);
});
