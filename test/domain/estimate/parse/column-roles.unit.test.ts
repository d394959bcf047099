import { describe, expect, it } from 'vitest';
import {
  columnFigures,
  columnsOf,
  featureGroups,
  featureNames,
} from '../../../../domain/estimate/parse/column-features.ts';
import { readColumns } from '../../../../domain/estimate/parse/column-roles.ts';
import { columnWeights } from '../../../../domain/estimate/parse/column-weights.ts';
import { roles } from '../../../../domain/estimate/parse/roles.ts';

const rolesOf = (header: readonly string[] | undefined, ...body: readonly (readonly string[])[]) =>
  readColumns(header, body).columns;

const body = [
  ['R1, R2, R3', '3', 'RC0603FR-0710KL', 'Yageo', '0.012', '0.036'],
  ['C1, C4', '2', 'GRM188R71C104KA01D', 'Murata', '0.02', '0.04'],
  ['U1', '1', 'LM358DR', 'Texas Instruments', '0.45', '0.45'],
  ['D1-D4', '4', 'BAT54S,215', 'Nexperia', '0.08', '0.32'],
];

describe('the meaning of columns', () => {
  it('has a weight for every figure of every role', () => {
    const [column] = columnsOf(['Qty'], [['1']], 1);
    expect(column && columnFigures(column)).toHaveLength(featureNames.length);
    expect(featureGroups).toHaveLength(featureNames.length);
    for (const role of roles) expect(columnWeights[role]).toHaveLength(featureNames.length);
  });

  it('is told by the cells where the headings are unknown', () => {
    expect(rolesOf(['aa', 'bb', 'cc', 'dd', 'ee', 'ff'], ...body)).toMatchObject({
      0: 'reference',
      1: 'quantity',
      2: 'part_number',
      3: 'manufacturer',
    });
  });

  it('is told by the cells where there is no heading', () => {
    expect(rolesOf(undefined, ...body)).toMatchObject({ 0: 'reference', 1: 'quantity', 2: 'part_number' });
  });

  it.each([
    [['Menge', 'Herstellerbezeichnung', 'Hersteller']],
    [['Ilość', 'Numer producenta', 'Producent']],
    [['数量', 'メーカー型番', 'メーカー']],
    [['Adet', 'Üretici Parça No', 'Üretici']],
    [['Кількість', 'Номер виробника', 'Виробник']],
    [['Quantitty', 'Manufacturer Part Nmber', 'Manufactuer']],
  ])('is known by headings of many languages, and misspelt: %j', (header) => {
    const cells = body.map(([, quantity = '', number = '', manufacturer = '']) => [quantity, number, manufacturer]);
    expect(rolesOf(header, ...cells)).toEqual({ 0: 'quantity', 1: 'part_number', 2: 'manufacturer' });
  });

  it('gives alternates and their makers the same role again', () => {
    const header = ['Qty', 'MPN', 'Manufacturer', 'MPN 2', 'Manufacturer 2'];
    expect(rolesOf(header, ['1', 'LM358DR', 'TI', 'LM358ADT', 'ST'])).toEqual({
      0: 'quantity',
      1: 'part_number',
      2: 'manufacturer',
      3: 'part_number',
      4: 'manufacturer',
    });
  });

  it('believes a heading that few lists have', () => {
    const header = ['Designator', 'Value', 'Qty', 'DNP', 'Fitted'];
    expect(rolesOf(header, ['R1', '10k', '1', 'DNP', ''], ['R2', '10k', '1', '', 'No'])).toMatchObject({
      3: 'do_not_place',
      4: 'place',
    });
  });
});

describe('which columns are looked at', () => {
  const lines = [
    ['4', 'LM358DR', 'Texas Instruments'],
    ['1', 'BC547B', 'onsemi'],
    ['8', 'NE555P', 'STMicroelectronics'],
  ];
  const widthOf = (header: readonly string[], ...rows: readonly (readonly string[])[]) =>
    Object.keys(readColumns(header, rows).columns).map(Number);

  it('are those of the heading and of the first two hundred rows, whichever is wider', () => {
    expect(widthOf(['Qty', 'MPN'], ...lines)).toEqual([0, 1, 2]);
    expect(widthOf(['Qty', 'MPN', 'Manufacturer'], ['4', 'LM358DR'])).toEqual([0, 1, 2]);
    const short = Array.from({ length: 200 }, () => ['4', 'LM358DR']);
    expect(widthOf(['Qty', 'MPN'], ...short, ...lines)).toEqual([0, 1]);
  });

  it.each([
    [256, [0, 255]],
    [257, [0]],
  ])('of %i are %j', (width, places) => {
    const header = Array.from({ length: width }, (_, at) => (at === 0 ? 'Qty' : at === width - 1 ? 'MPN' : ''));
    expect(
      widthOf(header, ...[header.map((heading) => (heading === '' ? '' : heading === 'Qty' ? '4' : 'LM358DR'))]),
    ).toEqual(places);
  });
});

describe('a column left over', () => {
  it('names the parts where nothing else does', () => {
    expect(rolesOf(['Qty', 'Zorb'], ['4', 'a1'], ['1', 'b'], ['8', 'c'])[1]).toBe('reference');
    expect(rolesOf(['Qty', 'Zorb', 'MPN'], ['4', 'a1', 'LM358DR'], ['1', 'b', 'BC547B'])[1]).not.toBe('reference');
    expect(rolesOf(undefined, ['4', 'a1'], ['1', 'b'], ['8', 'c'])[1]).toBeUndefined();
  });
});

describe('of more columns of makers than of part numbers', () => {
  it.each<[what: string, header: readonly string[], manufacturers: readonly number[]]>([
    ['the nearest is taken', ['Manufacturer', 'x', 'MPN', 'Manufacturer', 'Qty'], [3]],
    ['the nearest in front is taken', ['Manufacturer', 'MPN', 'x', 'Manufacturer', 'Qty'], [0]],
    ['the first of two as near is taken', ['Manufacturer', 'MPN', 'Manufacturer', 'Qty'], [0]],
    ['that of each number is taken', ['Manufacturer', 'MPN', 'Manufacturer', 'Qty', 'Manufacturer', 'MPN 2'], [0, 4]],
  ])('%s', (_, header, manufacturers) => {
    const cells = { Manufacturer: 'onsemi', x: '', MPN: 'BC547B', 'MPN 2': 'BC557B', Qty: '4' };
    const columns = rolesOf(header, ...['1', '2', '3'].map(() => header.map((name) => cells[name as 'MPN'])));
    expect(Object.keys(columns).filter((at) => columns[Number(at)] === 'manufacturer')).toEqual(
      manufacturers.map(String),
    );
  });

  it('all are kept where no number is there, or a maker for each', () => {
    const roles = (header: readonly string[], row: readonly string[]) => Object.values(rolesOf(header, row, row, row));
    expect(roles(['Manufacturer', 'Qty', 'Manufacturer 2'], ['onsemi', '4', 'TI'])).toEqual([
      'manufacturer',
      'quantity',
      'manufacturer',
    ]);
  });
});

describe('a column of suppliers', () => {
  it.each([
    ['half of them', 'supplier_sku', ['Farnell/123456', 'TME']],
    ['one of three', 'supplier', ['Farnell/123456', 'TME', 'TME']],
    ['none of them', 'supplier', ['Farnell', 'TME']],
    ['all that is there', 'supplier_sku', ['Farnell/123456', '', '']],
  ])('of which %s has an order number is one of %s', (_, role, suppliers) => {
    expect(rolesOf(['Supplier', 'MPN'], ...suppliers.map((supplier) => [supplier, 'LM358DR']))[0]).toBe(role);
  });
});

describe('another reading', () => {
  const lines = [
    ['4', 'LM358DR'],
    ['1', 'BC547B'],
    ['8', 'NE555P'],
  ];

  it('leaves out the role by which parts are bought that is least sure, and says how sure it was', () => {
    const { rival } = readColumns(['Number', 'MPN'], lines);
    expect(rival?.columns[1]).toBe('part_number');
    const sure = readColumns(['Qty', 'MPN'], lines).rival;
    expect(sure?.margin).toBeGreaterThan(0.9);
    expect(sure?.margin).toBeLessThan(1);
    expect(Object.values(sure?.columns ?? {})).toHaveLength(1);
  });

  it('has a role in another column that may have it nearly as well', () => {
    const { columns, rival } = readColumns(
      ['Qty', 'Qty', 'MPN'],
      lines.map(([quantity = '', mpn = '']) => [quantity, quantity, mpn]),
    );
    const placeOf = (roles: typeof columns = {}) => Object.keys(roles).find((at) => roles[Number(at)] === 'quantity');
    expect([placeOf(columns), placeOf(rival?.columns)]).toEqual(['1', '0']);
    expect(rival?.margin).toBeGreaterThan(0);
    expect(rival?.margin).toBeLessThan(0.5);
  });

  it('is none of a table without a role by which parts are bought', () => {
    expect(readColumns(['Notes', 'Price'], [['spare', '0.5']]).rival).toBeUndefined();
  });
});
