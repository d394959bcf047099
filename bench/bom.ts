/**
 * `npm run bench:bom -- DIR [--json FILE]`: parses every bill of materials that `DIR/index.json`
 * labels and compares heading row, sheet, columns of part number, manufacturer and quantity, number
 * of lines and sum of quantities. Files marked approximate are parsed, and timed, but not counted.
 * Prints each miss.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from '../actors/estimate/reading/read-document.ts';
import { parseLines } from '../domain/estimate/parse/parse-lines.ts';
import { bomIndex, compareBom, type ExpectedFile, type Miss } from './bom/compare.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: npm run bench:bom -- DIR [--json FILE]');

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const check = async (expected: ExpectedFile): Promise<{ readonly misses: readonly Miss[]; readonly ms: number }> => {
  const bytes = await readFile(join(folder, expected.file));
  const start = performance.now();
  const result = readDocument(bytes);
  if (result.kind === 'failure') {
    const miss = { file: expected.file, field: 'readable', expected: 'yes', got: result.failure.code };
    return { misses: [miss], ms: performance.now() - start };
  }
  const bom = parseLines(result.document);
  return { misses: compareBom(bom, expected), ms: performance.now() - start };
};

const { files } = bomIndex.parse(JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')));
const misses: Miss[] = [];
let right = 0;
let slowestMs = 0;
for (const expected of files) {
  const { misses: found, ms } = await check(expected);
  slowestMs = Math.max(slowestMs, ms);
  if (expected.approximate) continue;
  if (found.length === 0) right += 1;
  misses.push(...found);
}
const counted = files.filter(({ approximate }) => !approximate).length;
for (const { file, field, expected, got } of misses) print(`${file}  ${field}: expected ${expected}, got ${got}`);
print(
  `${right} of ${counted} files right (${((100 * right) / Math.max(1, counted)).toFixed(1)} %), slowest ${slowestMs.toFixed(0)} ms`,
);
if (values.json !== undefined)
  await writeFile(
    values.json,
    `${JSON.stringify({ files: counted, right, misses, slowest_ms: Math.round(slowestMs) }, undefined, 2)}\n`,
  );
