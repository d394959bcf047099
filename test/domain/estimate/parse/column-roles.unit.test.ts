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
    const cells = body.map(([, quantity = '', number = '', maker = '']) => [quantity, number, maker]);
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
