import { describe, expect, it } from 'vitest';
import type { JobType } from '../../../domain/enrichment/job-type.ts';
import { readTarget, targetFields, targetKey } from '../../../domain/enrichment/target.ts';

type Given = Readonly<Record<string, string>>;

const read = (given: Given, type: JobType = 'discovery') => readTarget(type, given);

const refusal = (given: Given, type: JobType = 'discovery') => {
  try {
    return readTarget(type, given);
  } catch (error) {
    const { violations = [] } = error as {
      violations?: readonly { readonly field: string; readonly description: string }[];
    };
    return violations.map(({ field, description }) => `${field}: ${description}`);
  }
};

const numbered = (count: number, mark: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${mark}${at}`);

describe('a target', () => {
  it('names offers in an order of its own, each once', () => {
    expect(read({ offer_ids: 'b, a,b' }, 'refresh_observation')).toEqual({ kind: 'offers', offerIds: ['a', 'b'] });
    expect(read({ offer_id: ' a ' }, 'refresh_observation')).toEqual({ kind: 'offers', offerIds: ['a'] });
  });

  it('names a product, a supplier, parts by their numbers, or one by the order number of a supplier', () => {
    expect(read({ product_id: 'prd_1' })).toEqual({ kind: 'product', productId: 'prd_1' });
    expect(read({ supplier_id: 'alpha' }, 'rebuild_supply_chain')).toEqual({ kind: 'supplier', supplierId: 'alpha' });
    expect(read({ mpn: ' NE555P ' })).toMatchObject({ kind: 'wants', wants: [{ kind: 'number', mpn: 'NE555P' }] });
    expect(read({ mpns: 'NE555P\n\n  \nLM358DR\nne-555p' })).toMatchObject({ wants: [{}, {}] });
    expect(read({ supplier_sku: ' 595-X ', supplier_id: 'alpha' })).toMatchObject({
      wants: [{ kind: 'sku', supplierId: 'alpha', sku: '595-X' }],
    });
  });

  it.each<[says: string, given: Given, type: JobType, violations: readonly string[]]>([
    ['without a key', {}, 'discovery', ['target: must name exactly one of product_id, mpn, mpns, supplier_sku']],
    [
      'with two keys',
      { mpn: 'NE555P', product_id: 'prd_1' },
      'discovery',
      ['target: must name exactly one of product_id, mpn, mpns, supplier_sku'],
    ],
    [
      'with a key of another type',
      { offer_id: 'a' },
      'discovery',
      ['target.offer_id: is not a target of discovery: use product_id or mpn or mpns or supplier_sku'],
    ],
    [
      'with a supplier where none belongs',
      { mpn: 'NE555P', supplier_id: 'alpha' },
      'discovery',
      ['target.supplier_id: is not a target of discovery: use product_id or mpn or mpns or supplier_sku'],
    ],
    ['with a blank id', { product_id: ' ' }, 'discovery', ['target.product_id: must not be empty']],
    [
      'with an order number without its supplier',
      { supplier_sku: '595-X' },
      'discovery',
      ['target.supplier_id: must not be empty'],
    ],
    [
      'with a long id',
      { product_id: 'x'.repeat(129) },
      'discovery',
      ['target.product_id: must be an id of at most 128 characters'],
    ],
    [
      'with a control character',
      { product_id: 'a\u0007b' },
      'discovery',
      ['target.product_id: must be an id of at most 128 characters'],
    ],
    [
      'with a blank one in a list',
      { offer_ids: 'a,,b' },
      'refresh_observation',
      ['target.offer_ids: must not be empty'],
    ],
    [
      'with a number that says nothing',
      { mpn: 'X1' },
      'discovery',
      ['target.mpn: must be a part number of 3 to 128 characters'],
    ],
    ['with no part', { mpns: ' \n ' }, 'discovery', ['target.mpns: must name a part']],
    [
      'with a blank order number',
      { supplier_sku: ' ', supplier_id: 'alpha' },
      'discovery',
      ['target.supplier_sku: must be an order number of at most 128 characters'],
    ],
  ])('%s is refused by its field', (_, given, type, violations) => {
    expect(refusal(given, type)).toEqual(violations);
  });

  it('has at most 500 offers or parts, and an id of 128 characters', () => {
    const offers = numbered(501, 'o');
    expect(read({ offer_ids: offers.slice(1).join() }, 'refresh_observation')).toMatchObject({ kind: 'offers' });
    expect(refusal({ offer_ids: offers.join() }, 'refresh_observation')).toEqual([
      'target.offer_ids: must name at most 500 offers',
    ]);
    const parts = numbered(501, 'PART');
    expect(read({ mpns: parts.slice(1).join('\n') })).toMatchObject({ kind: 'wants' });
    expect(refusal({ mpns: parts.join('\n') })).toEqual(['target.mpns: must name at most 500 parts']);
    expect(read({ product_id: 'x'.repeat(128) })).toMatchObject({ kind: 'product' });
  });

  it('tells of a strange key no more than 64 characters', () => {
    expect(refusal({ ['k'.repeat(100)]: '' })).toEqual([expect.stringMatching(/^target\.k{64}: /)]);
  });
});

describe('a target as it is told', () => {
  it.each<[Given, JobType]>([
    [{ offer_id: 'a' }, 'refresh_observation'],
    [{ offer_ids: 'a,b' }, 'refresh_observation'],
    [{ product_id: 'prd_1' }, 'discovery'],
    [{ supplier_id: 'alpha' }, 'rebuild_supply_chain'],
    [{ mpn: 'NE555P' }, 'discovery'],
    [{ supplier_sku: '595-X', supplier_id: 'alpha' }, 'discovery'],
  ])('is what the request said: %j', (given, type) => {
    expect(targetFields(read(given, type))).toEqual(given);
  });

  it('names several parts by lines', () => {
    const { mpns = '' } = targetFields(read({ mpns: 'NE555P\nLM358DR' }));
    expect(mpns.split('\n').toSorted()).toEqual(['LM358DR', 'NE555P']);
  });

  it('has one key, however it is written, and another than every other target', () => {
    const keyOf = (given: Given, type?: JobType) => targetKey(read(given, type));
    expect(keyOf({ offer_ids: 'b,a' }, 'refresh_observation')).toBe(
      keyOf({ offer_ids: 'a,b,a' }, 'refresh_observation'),
    );
    expect(keyOf({ mpns: 'NE555P\nLM358DR' })).toBe(keyOf({ mpns: 'lm358-dr\nNE 555P' }));
    const all = [
      keyOf({ product_id: 'a' }),
      keyOf({ supplier_id: 'a' }, 'rebuild_supply_chain'),
      keyOf({ offer_id: 'a' }, 'refresh_observation'),
      keyOf({ mpn: 'NE555P' }),
      keyOf({ mpn: 'LM358DR' }),
      keyOf({ supplier_sku: 'NE555P', supplier_id: 'a' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
