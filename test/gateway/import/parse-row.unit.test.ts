import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../domain/identity/built-in-profiles.ts';
import { lifecycleOf, parseAlias, parseProduct } from '../../../gateway/import/parse-row.ts';

const product = (cells: Record<string, string>) =>
  parseProduct({ line: 2, cells: Object.entries(cells) }, defaultProfile.id);

const accepted = { manufacturer: 'Acme', mpn: 'A1' };

describe('parseProduct', () => {
  it.each([
    ['manufacturer', 'mpn'],
    ['Maker', 'Part Number'],
    ['BRAND', 'part_no'],
    ['Mfr.', 'Mfr. Part #'],
    ['Manufacturer Name', 'ManufacturerPartNumber'],
  ])('understands the columns %s and %s', (manufacturer, number) => {
    expect(product({ [manufacturer]: ' Acme ', [number]: ' A1 ' })).toEqual({
      kind: 'value',
      value: { profileId: defaultProfile.id, manufacturer: 'Acme', mpn: 'A1', characteristics: {} },
    });
  });

  it('makes every other column that says something a characteristic', () => {
    const row = {
      ...accepted,
      Description: 'A part',
      category: 'Chips',
      series: '-',
      package: '  ',
      replaced_by: 'A2',
    };
    expect(product({ ...row, constructor: 'x', __proto__x: 'y' })).toMatchObject({
      value: {
        description: 'A part',
        replacedByMpn: 'A2',
        characteristics: { category: 'Chips', constructor: 'x', __proto__x: 'y' },
      },
    });
  });

  it('maps the first known word of the lifecycle columns and keeps unknown ones as they are', () => {
    expect(product({ ...accepted, lifecycle_status: '0', part_status: 'Obsolete' })).toMatchObject({
      value: { lifecycle: 'active', characteristics: { part_status: 'Obsolete' } },
    });
    const shifted = product({ ...accepted, lifecycle_status: '', part_status: 'Surface Mount' });
    expect(shifted).toMatchObject({ value: { characteristics: { part_status: 'Surface Mount' } } });
    expect(shifted).not.toHaveProperty('value.lifecycle');
  });

  it.each([
    [{ mpn: 'A1' }, 'manufacturer: is missing'],
    [{ manufacturer: '  ', mpn: 'A1' }, 'manufacturer: is missing'],
    [{ manufacturer: '?', mpn: 'A1' }, 'manufacturer: has no letter or digit'],
    [{ manufacturer: 'x'.repeat(201), mpn: 'A1' }, 'manufacturer: is longer than 200 characters'],
    [{ manufacturer: 'Acme' }, 'mpn: is missing'],
    [{ manufacturer: 'Acme', mpn: '-' }, 'mpn: is missing'],
    [{ manufacturer: 'Acme', mpn: '/+' }, 'mpn: has no letter or digit'],
    [{ manufacturer: 'Acme', mpn: '1'.repeat(129) }, 'mpn: is longer than 128 characters'],
    [{ manufacturer: 'Acme', mpn: '\uFDFA'.repeat(100) }, 'mpn: is longer than 128 characters'],
    [{ ...accepted, replaced_by: '9'.repeat(129) }, 'replaced_by: is longer than 128 characters'],
    [{ ...accepted, note: 'a\u0000b' }, 'note: holds a character that cannot be stored'],
    [{ ...accepted, note: 'a\uD800' }, 'note: holds a character that cannot be stored'],
    [{ ...accepted, note: 'x'.repeat(20_001) }, 'note: is longer than 20000 characters'],
  ])('rejects %o naming the column', (cells, reason) => {
    expect(product(cells)).toEqual({ kind: 'rejected', reason });
  });
});

describe('parseAlias', () => {
  it('takes an alias and its maker, and rejects naming what is missing', () => {
    const alias = (cells: Record<string, string>) => parseAlias({ line: 2, cells: Object.entries(cells) });
    expect(alias({ Alias: 'TI', Manufacturer: 'Texas Instruments' })).toEqual({
      kind: 'value',
      value: { alias: 'TI', manufacturer: 'Texas Instruments' },
    });
    expect(alias({ Manufacturer: 'X' })).toEqual({ kind: 'rejected', reason: 'alias: is missing' });
    expect(alias({ alias: 'X' })).toEqual({ kind: 'rejected', reason: 'manufacturer: is missing' });
  });
});

describe('lifecycleOf', () => {
  it.each([
    ['Active', 'active'],
    ['Obsolete', 'discontinued'],
    ['Not For New Designs', 'deprecated'],
    ['Last Time Buy', 'deprecated'],
    ['Discontinued at Digi-Key', 'discontinued'],
    ['New Product', 'new'],
    ['17', undefined],
    ['-40°C ~ 175°C', undefined],
  ] as const)('reads %s as %s', (text, expected) => {
    expect(lifecycleOf(text)).toBe(expected);
  });
});
