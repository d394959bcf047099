import { describe, expect, it } from 'vitest';
import { usualReadLimits } from '../../../../actors/estimate/reading/limits.ts';
import { readDocument } from '../../../../actors/estimate/reading/read-document.ts';
import { parseLines } from '../../../../domain/estimate/parse/parse-lines.ts';
import type { ParsedBom } from '../../../../domain/estimate/parse/parsed-bom.ts';

const parsed = (...lines: readonly string[]): ParsedBom => {
  const result = readDocument(Buffer.from(lines.join('\n')));
  if (result.kind === 'failure') throw new Error(result.failure.text);
  return parseLines(result.document);
};

const table = [
  '| Qty | Part | Notes |',
  '|----:|:-----|-------|',
  '| 2 | LM358DR | opamp |',
  '| 1 | BC547B | switch |',
];

describe('a page of Markdown', () => {
  it('is its table, whatever stands before and behind', () => {
    const bom = parsed(
      '# Lamp',
      '',
      'Costs about 5, 10 or 20; see below.',
      '',
      ...table,
      '',
      '## Notes',
      '',
      '- 2 spare parts are useful',
      '- order early',
    );
    expect(bom.detected).toMatchObject({ delimiter: '|', map: { headerRow: 5, columns: { 1: 'quantity' } } });
    expect(bom.lines.map(({ row }) => row)).toEqual([7, 8]);
  });

  it('reads the same without bars at the ends of its rows', () => {
    const bom = parsed('Qty | Part | Notes', '--- | --- | ---', '2 | LM358DR | opamp', '1 | BC547B | switch');
    expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([2, 1]);
  });

  it('keeps what links and emphasis say, and bars that are text', () => {
    const bom = parsed(
      '| Qty | Part number | Description |',
      '|---|---|---|',
      '| 2 | **[LM358DR](https://shop.example/lm358_(dr))** | `dual` opamp |',
      '| 1 | BC547B | 100 mA \\| 45 V |',
    );
    expect(bom.lines[0]?.parts[0]?.partNumber).toBe('LM358DR');
    expect(bom.lines.map(({ description }) => description)).toEqual(['dual opamp', '100 mA | 45 V']);
  });

  it('takes an inch sign for no quotation', () => {
    const bom = parsed('| Qty | Part | Notes |', '|---|---|---|', '| 2 | "tube 3" | a |', '| 1 | 5" display | b |');
    expect(bom.lines).toHaveLength(2);
  });

  it('ends its table where another one is drawn, known words or not', () => {
    const bom = parsed(...table, '', '| Pin | Goes to | Colour |', '|---|---|---|', '| D4 | lamp | red |');
    expect(bom.lines.map(({ row }) => row)).toEqual([3, 4]);
    expect(bom.doubts.map(({ code }) => code)).toContain('other_tables');
  });

  it('goes on with its table where a section has the same columns but for one', () => {
    const head = (third: string): readonly string[] => [
      `| Qty | Part | ${third} | Price | Shop |`,
      '|---|---|---|---|---|',
    ];
    const bom = parsed(
      ...head('Notes'),
      '| 2 | LM358DR | opamp | 1 | Shop A |',
      '',
      '## Mechanics',
      '',
      ...head('Purpose'),
      '| 4 | Spacer | lid | 1 | Shop B |',
    );
    expect(bom.lines.map(({ quantity }) => quantity?.toNumber())).toEqual([2, 4]);
    expect(bom.doubts.map(({ code }) => code)).not.toContain('other_tables');
  });

  it('of more cells than allowed is refused', () => {
    const rows = Array.from({ length: 30 }, () => '| 1 | a | b |').join('\n');
    const result = readDocument(Buffer.from(`| Qty | Part | Notes |\n|---|---|---|\n${rows}`), {
      limits: { ...usualReadLimits, maxCells: 100 },
    });
    expect(result).toMatchObject({ kind: 'failure', failure: { code: 'too_many_cells' } });
  });
});

it('dashes that are drawn below a title are no Markdown', () => {
  expect(parsed('Parts | of the lamp', '------', '2x LM358', '1x BC547', '4x 10k').detected.delimiter).not.toBe('|');
});
