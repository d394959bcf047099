import { describe, expect, it } from 'vitest';
import type { Cell, Sheet } from '../../../../domain/estimate/parse/document.ts';
import { type ParseOptions, parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import type { TableMap } from '../../../../domain/estimate/parse/roles.ts';
import { tableOf, textOf } from './documents.ts';

type Rows = readonly (readonly Cell[])[];

const columns = { 0: 'reference', 1: 'quantity', 2: 'part_number', 3: 'manufacturer' } as const;
const head = ['Ref', 'Qty', 'MPN', 'Manufacturer'];

const mapped = (rows: Rows, map: Partial<TableMap> = {}, options: ParseOptions = {}) =>
  parseLines(tableOf(rows), { ...options, map: { sheet: '', headerRow: 1, columns, ...map } });

const line = (reference: string, quantity = '1', mpn = 'RC0603', manufacturer = ''): readonly string[] => [
  reference,
  quantity,
  mpn,
  manufacturer,
];

describe('a merged cell', () => {
  /** The makers of rows from the second on, where cells are merged over rows in the last column. */
  const manufacturersOf = (manufacturers: readonly string[], spans: readonly (readonly [number, number])[]) => {
    const rows = [head, ...manufacturers.map((manufacturer, at) => line(`R${at}`, '1', 'RC0603', manufacturer))];
    const merged = spans.map(([firstRow, lastRow]) => ({ firstRow, lastRow, firstColumn: 3, lastColumn: 3 }));
    const [sheet] = tableOf(rows).sheets as [Sheet];
    return parseLines(tableOf([], { sheets: [{ ...sheet, merged }] }), {
      map: { sheet: '', headerRow: 1, columns },
    }).lines.map(({ parts }) => parts[0]?.manufacturer);
  };

  it.each<
    [what: string, manufacturers: readonly string[], spans: readonly (readonly [number, number])[], told: unknown[]]
  >([
    ['is the maker of every row that it spans, and of no other', ['TI', '', ''], [[2, 3]], ['TI', 'TI', undefined]],
    ['spans no row behind the last', ['TI', ''], [[2, 900_000_000]], ['TI', 'TI']],
    ['leaves cells that say something', ['TI', 'ST', ''], [[2, 4]], ['TI', 'ST', 'TI']],
    [
      'of two over one row is the one that begins further up',
      ['TI', 'ST', '', ''],
      [
        [3, 5],
        [2, 4],
      ],
      ['TI', 'ST', 'TI', 'ST'],
    ],
    [
      'keeps its rows from others that begin within it',
      ['TI', 'ST', '', 'NXP', '', ''],
      [
        [2, 6],
        [3, 4],
        [5, 7],
      ],
      ['TI', 'ST', 'TI', 'NXP', 'TI', 'NXP'],
    ],
  ])('%s', (_, manufacturers, spans, told) => {
    expect(manufacturersOf(manufacturers, spans)).toEqual(told);
  });

  const spanned = (
    role: 'manufacturer' | 'description' | 'package' | 'supplier' | 'value' | 'quantity' | undefined,
  ) => {
    const rows = [
      ['X', 'MPN'],
      ['TI', 'LM358'],
      ['', 'NE555'],
      ['', 'BC547'],
    ];
    const merged = [{ firstRow: 2, lastRow: 3, firstColumn: 0, lastColumn: 0 }];
    const [sheet] = tableOf(rows).sheets as [Sheet];
    const map = { sheet: '', headerRow: 1, columns: { ...(role && { 0: role }), 1: 'part_number' } } as const;
    return parseLines(tableOf([], { sheets: [{ ...sheet, merged }] }), { map }).lines.map(({ rawText }) => rawText);
  };

  it.each(['manufacturer', 'description', 'package', 'supplier'] as const)('means the %s of all its rows', (role) => {
    expect(spanned(role)).toEqual(['TI | LM358', 'TI | NE555', 'BC547']);
  });

  it.each(['value', 'quantity', undefined] as const)('means the %s of its first row alone', (role) => {
    expect(spanned(role)).toEqual(['TI | LM358', 'NE555', 'BC547']);
  });

  it('is read where the row itself ends before it', () => {
    const rows = [head, line('R1', '1', 'RC0603', 'Yageo'), ['R2', '1', 'RC0805']];
    const merged = [{ firstRow: 2, lastRow: 3, firstColumn: 3, lastColumn: 3 }];
    const [sheet] = tableOf(rows).sheets as [Sheet];
    const { lines } = parseLines(tableOf([], { sheets: [{ ...sheet, merged }] }));
    expect(lines[1]?.parts).toEqual([{ partNumber: 'RC0805', manufacturer: 'Yageo' }]);
  });
});

describe('a row that says again what rows above have said', () => {
  const heading = ['Ref', 'Qty', 'MPN', 'Value', 'Description'];
  const first = ['R1, R2', '2', 'RC0603', '10k', 'Resistor'];
  const kindOf = (again: readonly string[], between: Rows = [heading]): string => {
    const roles = { 0: 'reference', 1: 'quantity', 2: 'part_number', 3: 'value', 4: 'description' } as const;
    const rows = [heading, first, ['R3', '1', 'RC0805', '1k', 'Resistor'], ...between, again];
    const { lines, skipped } = mapped(rows, { columns: roles });
    if (lines.some(({ row }) => row === rows.length)) return 'line';
    return skipped.find(({ row }) => row === rows.length)?.reason ?? 'blank';
  };

  it.each<[kind: string, what: string, again: readonly string[]]>([
    ['repeated', 'the same', ['R1', '', 'RC0603', '10k', 'Resistor']],
    ['repeated', 'less', ['R1, R2', '', '', '10k', '']],
    ['line', 'of designators that another part has', ['R1, R3', '', '', '10k', '']],
    ['repeated', 'of designators of several rows', ['R2, R3', '', '', '', 'Resistor']],
    ['line', 'with a designator that is new', ['R1, R4', '', 'RC0603', '10k', 'Resistor']],
    ['line', 'with another number', ['R1', '', 'RC0402', '10k', 'Resistor']],
    ['line', 'with another value', ['R1', '', 'RC0603', '22k', 'Resistor']],
    ['line', 'with another description', ['R1', '', 'RC0603', '10k', 'Fuse']],
    ['line', 'with a quantity', ['R1', '1', 'RC0603', '10k', 'Resistor']],
    ['line', 'without designators', ['', '', 'RC0603', '10k', 'Resistor']],
  ])('is a %s where it says %s', (kind, _, again) => {
    expect(kindOf(again)).toBe(kind);
  });

  it('is a line where no heading stands between', () => {
    const same = ['R1', '', 'RC0603', '10k', 'Resistor'];
    expect(kindOf(same, [])).toBe('line');
    expect(kindOf(same, [['Total', '3']])).toBe('line');
    expect(kindOf(same, [heading, []])).toBe('repeated');
  });
});

describe('a row that goes on over others', () => {
  const open: Rows = [head, line('R1,', '3'), ['R2,'], ['R3']];
  const told = (rows: Rows, map: Partial<TableMap> = {}) =>
    mapped(rows, map).lines.map(({ row, references }) => [row, ...references]);

  it('has the designators of all of them', () => {
    expect(told([...open, line('R4')])).toEqual([
      [2, 'R1', 'R2', 'R3'],
      [5, 'R4'],
    ]);
    expect(told(open)).toEqual([[2, 'R1', 'R2', 'R3']]);
  });

  it('has none of rows behind the table', () => {
    expect(told(open, { lastRow: 3 })).toEqual([[2, 'R1', 'R2']]);
    expect(told(open, { lastRow: 2 })).toEqual([[2, 'R1']]);
    expect(told(open, { lastRow: 900_000_000 })).toEqual([[2, 'R1', 'R2', 'R3']]);
  });
});

describe('the doubts of a table', () => {
  const rows: Rows = [head, line('R1'), line('R2'), line('R3')];
  const doubtsOf = (map: Partial<TableMap>, options: ParseOptions = {}, given = rows) =>
    mapped(given, map, options).doubts.map(({ code }) => code);

  it.each<[what: string, columns: TableMap['columns'], doubts: readonly string[]]>([
    ['quantities and part numbers', { 1: 'quantity', 2: 'part_number' }, []],
    ['designators and part numbers', { 0: 'reference', 2: 'part_number' }, []],
    ['quantities and order numbers', { 1: 'quantity', 2: 'supplier_sku' }, []],
    ['quantities and descriptions', { 1: 'quantity', 2: 'description' }, []],
    ['quantities and values', { 1: 'quantity', 2: 'value' }, []],
    ['part numbers alone', { 2: 'part_number' }, ['map_incomplete']],
    ['quantities and designators alone', { 0: 'reference', 1: 'quantity' }, ['map_incomplete']],
    ['packages alone', { 2: 'package' }, ['map_incomplete', 'map_incomplete']],
  ])('with %s', (_, told, doubts) => {
    expect(doubtsOf({ columns: told })).toEqual(doubts);
  });

  it('are that it has no heading, no line, or more than are read', () => {
    expect(doubtsOf({ headerRow: undefined as never, firstRow: 2 })).toEqual(['no_header']);
    expect(doubtsOf({}, {}, [head])).toEqual(['no_table']);
    expect(doubtsOf({}, { maxLines: 3 })).toEqual([]);
    expect(doubtsOf({}, { maxLines: 2 })).toEqual(['lines_cut']);
  });

  it('are how many other tables there are', () => {
    const second: Rows = [
      ['Reference', 'Value', 'Footprint'],
      ['C1', '10k', '0603'],
      ['C2', '22k', '0805'],
    ];
    const codes = (...tables: readonly Rows[]) =>
      parseLines(tableOf(tables.flat())).doubts.filter(({ code }) => code === 'other_tables');
    expect(codes(rows)).toEqual([]);
    expect(codes(rows, second).map(({ text }) => text)).toEqual([expect.stringMatching(/^1 more/u)]);
  });
});

it('a map that names no sheet of the document is one of its first', () => {
  const [one] = tableOf([head, line('R1')]).sheets as [Sheet];
  const [two] = tableOf([head, line('R2'), line('R3')]).sheets as [Sheet];
  const document = tableOf([], {
    sheets: [
      { ...one, name: 'one' },
      { ...two, name: 'two' },
    ],
  });
  const linesOf = (sheet: string) => parseLines(document, { map: { sheet, headerRow: 1, columns } }).lines.length;
  expect([linesOf('one'), linesOf('two'), linesOf('three')]).toEqual([1, 2, 1]);
  expect(parseLines(tableOf([], { sheets: [] }), { map: { sheet: '', headerRow: 1, columns } }).lines).toEqual([]);
});

it('twenty thousand lines are read where no other bound is asked for', () => {
  const read = (count: number) => parseLines(tableOf([head, ...Array.from({ length: count }, () => line('R1'))]));
  const { lines, doubts } = read(20_001);
  expect(lines).toHaveLength(20_000);
  expect(doubts.map(({ code }) => code)).toEqual(['lines_cut']);
});

describe('what was found of a document', () => {
  const rows: Rows = [['Lamp'], head, line('R1')];

  it('is the words of its heading, by column', () => {
    expect(mapped(rows, { headerRow: 2 }).detected.headings).toEqual({
      0: 'Ref',
      1: 'Qty',
      2: 'MPN',
      3: 'Manufacturer',
    });
    expect(mapped([['Ref', '', 'MPN'], line('R1')]).detected.headings).toEqual({ 0: 'Ref', 2: 'MPN' });
    expect(mapped(rows, { headerRow: undefined as never, firstRow: 3 }).detected.headings).toEqual({});
    expect(mapped(rows, { headerRow: 9 }).detected.headings).toEqual({});
  });

  it('is its encoding and what parts its cells, as far as both are known', () => {
    const { detected } = parseLines(tableOf([head, line('R1')], { encoding: 'utf-16le', delimiter: ';' }));
    expect(detected).toMatchObject({ format: 'csv', encoding: 'utf-16le', delimiter: ';' });
    const bare = parseLines({ ...tableOf([head, line('R1')]), delimiter: undefined as never }).detected;
    expect(bare).not.toHaveProperty('encoding');
  });

  it('is a list without columns only where no row has two cells, and nothing parts them', () => {
    const isList = (document: Parameters<typeof parseLines>[0]) =>
      parseLines(document).doubts.some(({ code }) => code === 'free_text');
    const list = textOf('2x LM358DR', '4x BC547B', '1x NE555P');
    expect(isList(list)).toBe(true);
    const [sheet] = list.sheets as [Sheet];
    const table = { ...sheet, rows: [head, line('R1'), line('R2')] };
    expect(isList({ ...list, sheets: [sheet, table] })).toBe(false);
    expect(isList({ ...list, sheets: [{ ...sheet, rows: [...sheet.rows, ...table.rows] }] })).toBe(false);
    expect(isList({ ...list, format: 'csv', delimiter: ';', sheets: [table] })).toBe(false);
  });
});
