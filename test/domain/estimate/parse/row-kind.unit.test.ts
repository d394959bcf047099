import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';
import { rowContext } from '../../../../domain/estimate/parse/find-tables.ts';
import type { Role } from '../../../../domain/estimate/parse/roles.ts';
import { isSumOrCharge, type RowContext, rowKind } from '../../../../domain/estimate/parse/row-kind.ts';

const header = ['Ref', 'Part Number', 'Description', 'Qty', 'Price'];
const columns: readonly Role[] = ['reference', 'part_number', 'description', 'quantity', 'price'];
const usual: RowContext = { columns: { ...columns }, header, usualCells: 5, counted: true };

const line = ['R1', 'RC0603', 'Resistor', '1', '0.10'];

/** The kind of the row behind so many others, before so many. */
const kindOf = (
  row: readonly Cell[],
  {
    context = {},
    above = [line],
    below = [line],
  }: {
    readonly context?: Partial<RowContext>;
    readonly above?: readonly (readonly Cell[])[];
    readonly below?: readonly (readonly Cell[])[];
  } = {},
) => rowKind([...above, row, ...below], above.length, { ...usual, ...context });

const described = (text: string): readonly Cell[] => ['', '', text];

describe('a row of a table', () => {
  it.each<[kind: string, row: readonly Cell[]]>([
    ['line', line],
    ['line', ['', '', 'Resistor', '5', '']],
    ['blank', ['', ' ', '']],
    ['blank', ['---', '====', '']],
    ['heading', header],
    ['heading', ['REF', 'part number', 'Description', 'x', 'y']],
    // Two of four, and one.
    ['line', ['Ref', 'Part Number', 'Timer', '5', '1']],
    ['line', ['R1', 'Part Number', 'Timer', '5', '1']],
    ['heading', ['Column1', 'Column 2', 'Column 3']],
    ['heading', ['Column1', 'Column 2']],
    ['line', ['Column1', 'RC0603', 'Resistor']],
    // Two of three say the heading's words again, and three of six.
    ['heading', ['Ref', 'Part Number', 'Timer']],
    ['line', ['Ref', 'Part Number', 'Description', '1', '2', 'x']],
    ['line', ['---', 'RC0603', 'Resistor', '1']],
    ['section', ['## Power supply ##']],
    ['section', ['-- Power --']],
    ['note', ['Source:', '/board.sch']],
    ['note', ['Component Count:', '9']],
    ['line', ['R5:', 'RC0603', 'Resistor']],
    ['note', ['Made:', 'yes']],
    ['line', ['Made:', 'RC0603', 'yes']],
    ['total', ['Total:', '', '', '', '12.50']],
    ['total', ['', '', 'Shipping', '', '5.00']],
    ['line', ['1', '', 'Aluminium enclosure', '1', 'Shipping $5.00']],
    ['line', ['1', '', 'Aluminium enclosure', '1', 'Shipping: 5']],
    // The name of a section beside what its parts come to.
    ['total', ['', '', 'Screen of 7 inches', '', 'Total screen:']],
    ['total', ['Shipping', '', 'Parcel, insured', '', '5.00']],
    ['total', ['', '', 'Shipping & handling', '1', '']],
    ['total', ['', '', 'something', '', '5.00']],
    // A price of nothing is no cost, and a part number is a part.
    ['line', ['', '', 'something', '', '0.00']],
    ['line', ['', 'RC0603', 'something', '', '5.00']],
    ['line', ['', '', 'something', '2', '5.00']],
    ['total', ['', '', '', '', '5.00']],
  ])('is a %s: %j', (kind, row) => {
    expect(kindOf(row)).toBe(kind);
  });

  it('is a cost without a quantity only where lines have one, and a number', () => {
    const cost = ['', '', 'something', '', '5.00'];
    expect(kindOf(cost, { context: { counted: false } })).toBe('line');
    expect(kindOf(cost, { context: { columns: { ...columns, 3: 'notes' } } })).toBe('line');
    expect(kindOf(cost, { context: { columns: { ...columns, 1: 'notes' } } })).toBe('line');
    expect(kindOf(cost, { context: { columns: { ...columns, 1: 'supplier_sku' } } })).toBe('total');
    expect(kindOf(cost, { context: { columns: { ...columns, 4: 'line_price' } } })).toBe('total');
  });

  it('is none where a table is over, and a sum where it adds up', () => {
    expect(kindOf(line, { context: { tail: 1 } })).toBe('note');
    expect(kindOf(line, { context: { tail: 2 } })).toBe('line');
    expect(kindOf(line, { context: { sums: new Set([1]) } })).toBe('total');
    expect(kindOf(line, { context: { sums: new Set([2]) } })).toBe('line');
  });

  it('names nothing where no column says what it is about', () => {
    const bare = { 0: 'quantity', 1: 'notes' } as const;
    expect(kindOf(['5', 'x'], { context: { columns: bare } })).toBe('nothing_named');
  });

  it('names a supplier where its order number should be', () => {
    const bySku = { columns: { ...columns, 1: 'supplier_sku' } } as const;
    expect(kindOf(['', 'Mouser', '', '', ''], { context: bySku })).toBe('heading');
    expect(kindOf(['', 'Mouser', '', '', ''])).toBe('line');
  });
});

describe('a lone text in a table of several columns', () => {
  const table = { context: { counted: false } };

  it.each<[kind: string, row: readonly Cell[]]>([
    ['line', ['R1, R2']],
    ['section', ['Power supply']],
    ['line', ['', 'RC0603']],
    ['section', ['', '', '', 'Power supply']],
    ['line', described('42')],
    ['line', described('x'.repeat(60))],
    ['note', described('x'.repeat(61))],
  ])('is a %s: %j', (kind, row) => {
    expect(kindOf(row, table)).toBe(kind === 'line' && row[2] === '42' ? 'line' : kind);
  });

  it('is a line in a table of two', () => {
    expect(kindOf(described('x'.repeat(61)), { context: { usualCells: 2 } })).toBe('line');
    expect(kindOf(described('x'.repeat(61)), { context: { usualCells: 3 } })).toBe('note');
  });

  it('names what follows at the beginning, below a blank row, and where all lines are counted', () => {
    expect(kindOf(described('Power'), table)).toBe('line');
    expect(kindOf(described('Power'))).toBe('section');
    expect(kindOf(described('Power'), { ...table, above: [line, []] })).toBe('section');
    expect(kindOf(described('Power'), { ...table, above: [header], context: { counted: false, header } })).toBe(
      'section',
    );
    expect(kindOf(described('Power'), { ...table, below: [header] })).toBe('section');
    expect(kindOf(described('Power'), { above: [line, []], below: [[], line] })).toBe('section');
  });

  it('explains where lone texts alone are around it below a blank row', () => {
    const texts = [described('one'), described('two')];
    expect(kindOf(described('three'), { ...table, above: [line, [], ...texts], below: [] })).toBe('note');
    expect(kindOf(described('three'), { ...table, above: [line, ...texts], below: [] })).toBe('line');
    expect(kindOf(described('three'), { ...table, above: [line, []], below: texts })).toBe('note');
  });
});

describe('a table of designators and values without a heading', () => {
  const pairs = { columns: { 0: 'reference', 1: 'value' }, header: undefined, usualCells: 2 } as const;

  it('has words over them', () => {
    expect(kindOf(['Resistors'], { context: pairs })).toBe('section');
    expect(kindOf(['R1'], { context: pairs })).toBe('line');
    expect(kindOf(['Resistors', '10k'], { context: pairs })).toBe('line');
    expect(kindOf(['', 'Resistors'], { context: pairs })).toBe('line');
    expect(kindOf(['Resistors'], { context: { ...pairs, header: ['Ref', 'Value'] } })).toBe('line');
  });
});

describe('words of a sum or a cost', () => {
  it.each([
    ['Total', true],
    ['Grand total', true],
    ['Zwischensumme:', true],
    ['Szacowana suma', true],
    ['Total-Power', false],
    ['the very last grand total', false],
    ['Shipping', true],
    ['~ VAT 20 %', true],
    ['Shipping $5.00', true],
    ['Shipping cost $5.00', true],
    ['Delivery charge: £4.95', true],
    ['Handling fee €3.00', true],
    ['Shipping - $5.00', true],
    ['Shipping US$5.00', true],
    ['Shipping EUR 5,00', true],
    ['Post ≈ 20 mm M3', false],
    ['Shipping $5.00 box M3', false],
    ['VAT £4.20', true],
    ['Versand ≈ 5 €', true],
    ['shipping and tax', true],
    ['Labour costs', true],
    ['Shipping box', false],
    ['Resistor', false],
  ])('%s: %s', (text, is) => {
    expect(isSumOrCharge(text)).toBe(is);
  });
});

describe('what the kind of a row depends on', () => {
  const contextOf = (...rows: readonly (readonly Cell[])[]) =>
    rowContext([header, ...rows], { sheet: '', headerRow: 1, columns: { ...columns } }, rows.length + 2);

  it('is whether eight of ten rows have a quantity or a designator', () => {
    const uncounted = ['', 'RC0603', 'Resistor', '', '0.10'];
    expect(contextOf(line, line, line, line, uncounted).counted).toBe(true);
    expect(contextOf(line, line, line, uncounted).counted).toBe(false);
    expect(contextOf(line, line, line, line, [], [], uncounted).counted).toBe(true);
    expect(contextOf(line, line, line, ['R1', '', 'x', '', ''], uncounted).counted).toBe(true);
    expect(contextOf(line, line, line, line, ['', 'RC0603', 'x', 'n/a', '']).counted).toBe(true);
    expect(contextOf(line, line, line, ['', 'RC0603', 'x', 'n/a', '']).counted).toBe(false);
  });

  it('is how many cells the fuller rows have', () => {
    expect(contextOf(line, line, line, ['R1', 'RC0603']).usualCells).toBe(5);
    expect(contextOf(['R1', 'A1'], ['R1', 'A1'], ['R1', 'A1'], ['R1', 'A1'], line).usualCells).toBe(2);
    expect(contextOf([], []).usualCells).toBe(0);
  });
});
