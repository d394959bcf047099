import { describe, expect, it } from 'vitest';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { splitNamedSku } from '../../../../domain/estimate/parse/part-names.ts';
import { tableOf } from './documents.ts';

describe('an order number with its supplier in one cell', () => {
  it.each([
    ['Farnell/1699397', 'Farnell', '1699397'],
    ['Mouser: 595-LM358DR', 'Mouser', '595-LM358DR'],
    ['Rapid # 47-3132', 'Rapid', '47-3132'],
    ['RS Components: 123-4567', 'RS Components', '123-4567'],
  ])('%s is parted', (text, supplier, sku) => {
    expect(splitNamedSku(text)).toEqual({ sku, supplier });
  });

  it.each(['595-LM358DR', 'C119084', 'N/A', 'https://shop.example/p/123', 'ask: nobody'])('%s stays whole', (text) => {
    expect(splitNamedSku(text)).toEqual({ sku: text });
  });
});

describe('a column of suppliers', () => {
  const head = ['Qty', 'MPN', 'Supplier'];

  it('whose cells hold order numbers too is read as both', () => {
    const bom = parseLines(
      tableOf([
        head,
        ['2', 'LM358DR', 'Farnell/1699397'],
        ['4', 'BC547B', 'Mouser/512-BC547B'],
        ['1', 'NE555P', 'TME'],
      ]),
    );
    expect(bom.detected.map?.columns[2]).toBe('supplier_sku');
    expect(bom.lines[0]?.skus).toEqual([{ sku: '1699397', supplier: 'Farnell' }]);
    expect(bom.lines[1]?.skus).toEqual([{ sku: '512-BC547B', supplier: 'Mouser' }]);
  });

  it('that only names them stays one of suppliers', () => {
    const bom = parseLines(
      tableOf([head, ['2', 'LM358DR', 'Farnell'], ['4', 'BC547B', 'Mouser'], ['1', 'NE555P', 'TME']]),
    );
    expect(bom.detected.map?.columns[2]).toBe('supplier');
  });
});
