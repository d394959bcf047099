import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../actors/estimate/reading/read-document.ts';
import { bomIndex, compareBom, type ExpectedFile, type Miss, mapOfLabel } from '../../bench/bom/compare.ts';
import { compareLines } from '../../bench/bom/lines.ts';
import { parseLines } from '../../domain/estimate/parse/parse-lines.ts';

const folders = ['bom', 'bom-more']
  .map((name) => resolve(import.meta.dirname, '../../../shared/data', name))
  .filter((folder) => existsSync(folder));

/** A label says where lines begin and end, but not which rows between them are none. */
const bySumsAlone = new Set(['line_count', 'quantity_sum']);

/** A list without columns is sent as one; a map does not tell what stands in its texts. */
const isTold = (expected: ExpectedFile, { field }: Miss): boolean =>
  !bySumsAlone.has(field) && (expected.header_row !== null || / line$/u.test(field));

/** What a file that is read wrongly still has wrong once its map is sent with it. */
const stillWrong = (folder: string, expected: ExpectedFile): readonly Miss[] => {
  const result = readDocument(readFileSync(join(folder, expected.file)));
  if (result.kind === 'failure') return [{ file: expected.file, field: 'readable', expected: 'yes', got: 'no' }];
  const bom = parseLines(result.document);
  if (compareBom(bom, expected).length === 0 && compareLines(bom, expected).misses.length === 0) return [];
  const again = parseLines(result.document, { map: mapOfLabel(bom, expected) });
  return [...compareBom(again, expected), ...compareLines(again, expected).misses].filter((miss) =>
    isTold(expected, miss),
  );
};

describe.skipIf(folders.length === 0)('a labelled list that is read wrongly', () => {
  it('has the columns and the lines of its label once its map is sent with it', { timeout: 120_000 }, () => {
    const misses = folders.flatMap((folder) =>
      bomIndex
        .parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')))
        .files.filter(({ approximate }) => !approximate)
        .flatMap((expected) => stillWrong(folder, expected)),
    );
    expect(misses).toEqual([]);
  });
});
