/**
 * `npm run measure -- [--json FILE] [--limits] [--check]`: measures the hand-written source.
 *
 * Without an option it prints sizes, lengths of functions, and imports. `--json FILE` writes all of
 * it besides. `--limits` fails where a limit of the structure is passed. `--check` only looks for
 * comments and prose of pages wider than 100 columns, in tests and benchmarks too, and fails where
 * there are any.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tooWide } from './comments.ts';
import { breaches, maxCommentColumns, measure, measureFile } from './measure.ts';
import { proseLines } from './pages.ts';
import { report } from './report.ts';

const root = join(import.meta.dirname, '../..');

/** Generated, or what a past release has written. */
const notByHand = /^proto\/|\/migrations\//;

const notSource = /^(?:test|bench)\//;

const { values } = parseArgs({
  options: { json: { type: 'string' }, limits: { type: 'boolean' }, check: { type: 'boolean' } },
});

/** Written by a program. */
const madePages: ReadonlySet<string> = new Set(['docs/metrics.md', 'docs/performance.md']);

const everyFile = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(root, file)))
  .sort();

const files = everyFile.filter((file) => /\.(?:ts|cjs|mjs|sql|sh)$/.test(file));

const pages = everyFile.filter((file) => file.endsWith('.md') && !madePages.has(file));

const wideProse = (file: string): readonly number[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return tooWide(text, proseLines(text), maxCommentColumns);
};

const measured = (of: readonly string[]) => of.map((file) => measureFile(file, readFileSync(join(root, file), 'utf8')));

const complaints: string[] = [];
if (values.check) {
  for (const { file, wideComments } of measured(files.filter((file) => !notByHand.test(file)))) {
    for (const line of wideComments) {
      complaints.push(`${file}:${line} a line with a comment is wider than ${maxCommentColumns} columns`);
    }
  }
  for (const file of pages) {
    for (const line of wideProse(file)) complaints.push(`${file}:${line} is wider than ${maxCommentColumns} columns`);
  }
}
if (!values.check || values.limits || values.json !== undefined) {
  const measures = measure(measured(files.filter((file) => !notByHand.test(file) && !notSource.test(file))));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measures, undefined, 2)}\n`);
  if (values.limits) complaints.push(...breaches(measures));
  if (!values.check && !values.limits) process.stdout.write(report(measures));
}
for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
if (complaints.length > 0) process.exitCode = 1;
