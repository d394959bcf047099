/**
 * `npm run bench:bom -- DIR... [--part development|held-back|opened|unseen] [--json FILE]`: parses
 * every bill of materials that `DIR/index.json` labels and compares heading row, sheet, columns,
 * number of lines and sum of quantities, and each line that the label spells out. Files marked
 * approximate are parsed, and timed, but not counted. A part is told by the hash of the project's
 * name: the reader is made with one and judged by the other. Prints each miss.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readDocument } from '../actors/estimate/reading/read-document.ts';
import { parseLines } from '../domain/estimate/parse/parse-lines.ts';
import type { ParsedBom } from '../domain/estimate/parse/parsed-bom.ts';
import { bomIndex, compareBom, type ExpectedFile, type Miss } from './bom/compare.ts';
import { compareLines } from './bom/lines.ts';
import { isInPart, parts } from './bom/split.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, part: { type: 'string', default: 'all' } },
});
if (folders.length === 0) throw new Error('usage: npm run bench:bom -- DIR... [--part PART] [--json FILE]');
const part = z.enum(parts).parse(values.part);

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const parse = async (path: string): Promise<{ readonly bom: ParsedBom | string; readonly ms: number }> => {
  const bytes = await readFile(path);
  const start = performance.now();
  const result = readDocument(bytes);
  const bom = result.kind === 'failure' ? result.failure.code : parseLines(result.document);
  return { bom, ms: performance.now() - start };
};

const fileMisses = (bom: ParsedBom | string, expected: ExpectedFile): readonly Miss[] =>
  typeof bom === 'string'
    ? [{ file: expected.file, field: 'readable', expected: 'yes', got: bom }]
    : compareBom(bom, expected);

const misses: Miss[] = [];
const sums = { files: 0, right: 0, lines: 0, lines_right: 0, extra: 0, wrong_quantities: 0, silent_quantities: 0 };
let slowestMs = 0;
for (const folder of folders) {
  const { files } = bomIndex.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
  for (const expected of files.filter(({ repo, file }) => isInPart(repo ?? file, part))) {
    const { bom, ms } = await parse(join(folder, expected.file));
    slowestMs = Math.max(slowestMs, ms);
    if (expected.approximate) continue;
    const found = fileMisses(bom, expected);
    const lines = compareLines(typeof bom === 'string' ? undefined : bom, expected);
    sums.files += 1;
    sums.right += found.length === 0 ? 1 : 0;
    sums.lines += expected.lines_checked.length;
    sums.lines_right += lines.right;
    sums.extra += lines.extra;
    sums.wrong_quantities += lines.wrongQuantities;
    sums.silent_quantities += lines.silentQuantities;
    misses.push(...found, ...lines.misses);
  }
}

const share = (right: number, of: number): string =>
  `${right} of ${of} (${((100 * right) / Math.max(1, of)).toFixed(1)} %)`;
for (const { file, field, expected, got } of misses) print(`${file}  ${field}: expected ${expected}, got ${got}`);
print(`${part}: ${share(sums.right, sums.files)} files right, slowest ${slowestMs.toFixed(0)} ms`);
print(`${share(sums.lines_right, sums.lines)} checked lines right, ${sums.extra} parts or designators too many`);
print(
  `${share(sums.wrong_quantities, sums.lines)} quantities wrong, ${sums.silent_quantities} of them without a doubt`,
);
if (values.json !== undefined)
  await writeFile(
    values.json,
    `${JSON.stringify({ ...sums, misses, slowest_ms: Math.round(slowestMs) }, undefined, 2)}\n`,
  );
