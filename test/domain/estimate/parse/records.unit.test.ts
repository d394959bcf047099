import { describe, expect, it } from 'vitest';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import { recordsIn } from '../../../../domain/estimate/parse/records.ts';
import { amount } from '../../../../domain/money.ts';
import { textOf } from './documents.ts';

const recordsOf = (...lines: readonly string[]) =>
  recordsIn(textOf(...lines)).map(({ values, ...record }) => ({ ...record, values: Object.fromEntries(values) }));

const first = ['MPN: LM358', 'Qty: 2'];
const second = ['MPN: BC547', 'Qty: 4'];

describe('parts in labelled values', () => {
  it('are parted by a blank line, and where a label comes again', () => {
    const values = [
      { mpn: 'LM358', qty: '2' },
      { mpn: 'BC547', qty: '4' },
    ];
    expect(recordsOf(...first, '', ...second)).toEqual([
      { row: 1, lastRow: 2, title: '', values: values[0] },
      { row: 4, lastRow: 5, title: '', values: values[1] },
    ]);
    expect(recordsOf(...first, ...second)).toMatchObject([
      { row: 1, lastRow: 2, values: values[0] },
      { row: 3, lastRow: 4, values: values[1] },
    ]);
  });

  it('have the title above them, of a section or of a list', () => {
    expect(recordsOf('[U1]', ...first, '[Q1]', ...second)).toMatchObject([
      { row: 1, lastRow: 3, title: 'U1' },
      { row: 4, lastRow: 6, title: 'Q1' },
    ]);
    expect(recordsOf('Amplifier', ...first, '', 'Transistor:', ...second)).toMatchObject([
      { row: 1, title: 'Amplifier' },
      { row: 6, title: 'Transistor' },
    ]);
    // A text that stands apart is no title.
    expect(recordsOf('Amplifier', '', ...first, '', ...second)).toMatchObject([{ row: 3, title: '' }, {}]);
  });

  it('stand on one line too, between commas', () => {
    expect(recordsOf('MPN: LM358, Qty: 2', 'MPN: BC547, Qty: 4')).toMatchObject([
      { row: 1, lastRow: 1, values: { mpn: 'LM358', qty: '2' } },
      { row: 2, lastRow: 2, values: { mpn: 'BC547', qty: '4' } },
    ]);
    // What is behind a comma and no label goes on with the value before.
    expect(recordsOf('MPN: LM358, Description: dual, low power', 'MPN: BC547, Qty: 4')[0]?.values).toEqual({
      mpn: 'LM358',
      description: 'dual, low power',
    });
  });

  it('keep commas as they are written, within numbers and prices too', () => {
    expect(recordsOf('MPN: BSS138PW,115, Qty: 2', 'MPN: BC547, Price: 4,7')).toMatchObject([
      { values: { mpn: 'BSS138PW,115', qty: '2' } },
      { values: { mpn: 'BC547', price: '4,7' } },
    ]);
  });

  it('may be written as settings are, with quotes', () => {
    expect(recordsOf('- mpn = "LM358"', "- qty = '2'", '', '- mpn = "BC547"', '- qty = "4')).toMatchObject([
      { values: { mpn: 'LM358', qty: '2' } },
      { values: { mpn: 'BC547', qty: '"4' } },
    ]);
  });

  it.each<[says: string, lines: readonly string[]]>([
    ['of one part', first],
    ['of which the others say less than two things', [...first, '', 'MPN: BC547', '', 'MPN: BC557']],
    ['of labels that no list has', ['Colour: red', 'Mood: good', '', 'Colour: blue', 'Mood: bad']],
    ['that is mostly something else', [...first, '', ...second, '', 'so', 'it', 'is', 'with', 'all of them']],
    ['of links', ['http://a.example', 'http://b.example', '', 'http://c.example', 'http://d.example']],
    [
      'whose parts have little in common',
      ['MPN: LM358', 'Qty: 2', 'Value: a', 'Package: b', '', 'Manufacturer: TI', 'Price: 1', 'Notes: c', 'Supplier: d'],
    ],
  ])('are none in a text %s', (_, lines) => {
    expect(recordsOf(...lines)).toEqual([]);
  });
});

describe('the names of sections', () => {
  const linesOf = (...texts: readonly string[]) => parseLines(textOf(...texts)).lines;

  it('are designators where all of them look so, else descriptions', () => {
    expect(linesOf('[U1]', ...first, '[Q1]', ...second)).toMatchObject([
      { references: ['U1'], quantity: amount('2') },
      { references: ['Q1'], quantity: amount('4') },
    ]);
    expect(linesOf('[U1]', ...first, '[Transistor]', ...second)).toMatchObject([
      { references: [], description: 'U1' },
      { references: [], description: 'Transistor' },
    ]);
  });

  it('say nothing where a label of the records says the same', () => {
    const described = ['Description: opamp', 'Description: NPN'];
    expect(
      linesOf('[Amplifier]', ...first, described[0] ?? '', '[Transistor]', ...second, described[1] ?? ''),
    ).toMatchObject([{ description: 'opamp' }, { description: 'NPN' }]);
  });

  it('say nothing of the parts where there is but one', () => {
    expect(linesOf('[Lamp]', ...first, '', ...second).map(({ description }) => description)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

it('a text of labelled values says in which rows it says something else, and is cut at the most lines', () => {
  const texts = ['Parts of the lamp', '', ...first, '', ...second];
  const { lines, skipped, doubts } = parseLines(textOf(...texts), { maxLines: 1 });
  expect(lines.map(({ row }) => row)).toEqual([3]);
  expect(skipped).toEqual([{ row: 1, reason: 'note' }]);
  expect(doubts.map(({ code }) => code)).toEqual(['free_text', 'lines_cut']);
  expect(parseLines(textOf(...texts), { maxLines: 2 }).doubts.map(({ code }) => code)).toEqual(['free_text']);
});
