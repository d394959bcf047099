import { describe, expect, it } from 'vitest';
import { columnEvidence } from '../../../../domain/estimate/parse/column-evidence.ts';
import type { Cell } from '../../../../domain/estimate/parse/document.ts';

const evidenceOf = (...cells: readonly Cell[]) =>
  columnEvidence(
    cells.map((cell) => ['before', cell]),
    1,
  );

describe('what a column looks like', () => {
  it('is told by the cells that say something', () => {
    const { filled, rows, share, distinct, length } = evidenceOf('10', '', 'n/a', '20', '10', 'screws');
    expect({ filled, rows, distinct, length }).toEqual({ filled: 4, rows: 6, distinct: 0.75, length: 2 });
    expect(share.integer).toBe(0.75);
    expect(evidenceOf('', '')).toMatchObject({
      filled: 0,
      rows: 2,
      distinct: 0,
      length: 0,
      continues: 0,
      counts: false,
    });
  });

  it('is told by its first 150 rows', () => {
    const cells = Array.from({ length: 151 }, (_, at) => `R${at}`);
    expect(evidenceOf(...cells)).toMatchObject({ rows: 150, filled: 150 });
  });

  it.each<[counts: boolean, cells: readonly Cell[]]>([
    [true, [1, 2, 3]],
    [true, ['7', '8', '9']],
    [false, [1, 2]],
    [false, [3, 2, 1]],
    [false, [1, 1, 1]],
    // Four steps of five, and three of four.
    [true, [1, 2, 3, 4, 5, 9]],
    [false, [1, 2, 3, 4, 9]],
  ])('counts up: %s of %j', (counts, cells) => {
    expect(evidenceOf(...cells).counts).toBe(counts);
  });

  it.each<[share: number, cells: readonly Cell[]]>([
    [1, ['R1', 'R2', 'R7']],
    [0.5, ['R1', 'R2', 'C3']],
    [0.5, ['R1', 'R2', 'R2']],
    [0, ['R3', 'R2', 'R1']],
    [1, ['R1', 'see below', 'R2']],
    [0, ['R1']],
    // Angles on the board look like designators.
    [0, ['R0', 'R90', 'R180']],
  ])('continues the designators above by a share of %d: %j', (share, cells) => {
    expect(evidenceOf(...cells).continues).toBe(share);
  });

  it('holds no designators where all of it are angles', () => {
    expect(evidenceOf('R0', 'R90', 'MR270').share.designators).toBe(0);
    expect(evidenceOf('R0', 'R90', 'R5').share.designators).toBe(1);
  });
});
