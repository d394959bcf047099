/**
 * `npm run bench:suppliers -- [DIR] [--json FILE]`: decodes every saved answer under a folder with
 * the supplier plug-ins and checks that each observation stands literally in its answer, and counts
 * by supplier which facts answers hold and observations state. Ends with
 * 1 when less than 98 % of the answers decode.
 */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { factNames } from '../domain/catalog/part-facts.ts';
import { decodeFolder, type FolderResult } from './supplier-answers/decode-folder.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const printColumns = (lines: readonly (readonly (string | number)[])[]): void => {
  const texts = lines.map((line) => line.map(String));
  const widths = (texts[0] ?? []).map((_, at) => Math.max(...texts.map((line) => line[at]?.length ?? 0)));
  for (const line of texts) {
    print(
      line.map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))).join('  '),
    );
  }
};

const printTable = ({ suppliers, skippedFiles, misses }: FolderResult): void => {
  const heads = ['supplier', 'files', 'decoded', 'observations', 'prices', 'stocks', 'rows left out'];
  printColumns([
    heads,
    ...suppliers.map((each) => [
      each.supplier,
      each.files,
      each.decoded,
      each.observations,
      each.prices,
      each.stocks,
      each.skippedRows,
    ]),
  ]);
  print('');
  printColumns([
    ['observations that state', ...suppliers.map(({ supplier }) => supplier)],
    ...factNames.map((name) => [name, ...suppliers.map(({ facts }) => facts.get(name) ?? 0)]),
  ]);
  print('');
  printColumns([
    ['answers that hold it / of them kept', ...suppliers.map(({ supplier }) => supplier)],
    ...factNames.map((name) => [
      name,
      ...suppliers.map(({ answers }) => {
        const { held, kept } = answers.get(name) ?? { held: 0, kept: 0 };
        return held === 0 ? '-' : `${held} / ${kept}`;
      }),
    ]),
  ]);
  print('');
  const byReason = Map.groupBy(skippedFiles, ({ reason }) => reason);
  for (const [reason, files] of byReason) print(`skipped ${files.length}: ${reason}`);
  for (const { file, reason } of misses) print(`missed ${file}: ${reason}`);
};

const folder = resolve(positionals[0] ?? resolve(import.meta.dirname, '../../shared/data/supplier-responses'));
const result = await decodeFolder(folder);
printTable(result);
const { files, decoded, observations, skipped, misses, skippedFiles } = result;
print(
  `${decoded} of ${files - skipped} answers decoded, ${observations} observations; ${skipped} of ${files} files skipped`,
);
if (values.json !== undefined) {
  await writeFile(
    values.json,
    `${JSON.stringify({ files, decoded, observations, skipped, misses, skippedFiles }, undefined, 2)}\n`,
  );
}

/** The share of answers that must decode. */
const enough = 0.98;

if (decoded < enough * (files - skipped)) process.exitCode = 1;
