import { expect, it } from 'vitest';
import type { TariffStatement } from '../../../../domain/catalog/ports.ts';
import { tariffGoods } from '../../../../domain/pricing/duties/tariff-goods.ts';

/** `supplier` or `supplier!`, which is the manufacturer itself, with what it states. */
type Stated = readonly [supplier: string, value: string];

const statement = (fact: TariffStatement['fact'], [name, value]: Stated): TariffStatement => {
  const kind = name.endsWith('!') ? 'manufacturer' : 'supplier';
  const source = { by: name.replace('!', ''), kind } as const;
  return { productId: 'p1', fact, value, source };
};

/** What is known of statements in this order. */
const known = (fact: TariffStatement['fact'], stated: readonly Stated[]) =>
  tariffGoods(stated.map((each) => statement(fact, each)));

it.each<[string, readonly Stated[], string | undefined]>([
  [
    'the number that most state',
    [
      ['a', '8542390001'],
      ['b', '85423990'],
      ['c', '8542.39.90'],
    ],
    '85423990',
  ],
  [
    'the longest of as many',
    [
      ['a', '85423990'],
      ['b', '8542.39.0001'],
    ],
    '8542390001',
  ],
  [
    'the first supplier’s of as long ones',
    [
      ['b', '8542390002'],
      ['a', '8542390001'],
    ],
    '8542390001',
  ],
  [
    'one that can be read before many that cannot',
    [
      ['a', 'EAR99'],
      ['b', 'EAR99'],
      ['c', '854239'],
    ],
    '854239',
  ],
  [
    'the manufacturer’s own before many',
    [
      ['a', '85423990'],
      ['b', '85423990'],
      ['m!', '854239'],
    ],
    '854239',
  ],
  [
    'others’ where the manufacturer’s cannot be read',
    [
      ['m!', 'n/a'],
      ['b', '854239'],
    ],
    '854239',
  ],
  [
    'one vote of each supplier',
    [
      ['a', '85423990'],
      ['a', '85423990'],
      ['b', '8542390001'],
    ],
    '8542390001',
  ],
  [
    'the longest of one supplier’s',
    [
      ['a', '8542390001'],
      ['a', '85423990'],
    ],
    '8542390001',
  ],
  ['nothing where nothing can be read', [['a', 'unknown']], undefined],
])('the tariff number is %s, in whatever order they come', (_, stated, expected) => {
  expect(known('hts_code', stated).htsCode).toBe(expected);
  expect(known('hts_code', stated.toReversed()).htsCode).toBe(expected);
});

it.each<[string, readonly Stated[], string | undefined]>([
  [
    'the country that most name, however they write it',
    [
      ['a', 'MY'],
      ['b', 'CN'],
      ['c', 'China'],
    ],
    'CN',
  ],
  [
    'one before what names several',
    [
      ['a', 'CN, MY'],
      ['b', 'CN, MY'],
      ['c', 'TWN'],
    ],
    'TW',
  ],
  [
    'the first supplier’s of as many',
    [
      ['b', 'CN'],
      ['a', 'Malaysia'],
    ],
    'MY',
  ],
])('the origin is %s, in whatever order they come', (_, stated, expected) => {
  expect(known('country_of_origin', stated).origin).toBe(expected);
  expect(known('country_of_origin', stated.toReversed()).origin).toBe(expected);
});
