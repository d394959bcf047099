/**
 * `npm run measure -- [--json FILE] [--limits] [--check]`: measures the hand-written source.
 *
 * Without an option it prints sizes, lengths of functions, and imports. `--json FILE` writes all of
 * it besides. `--limits` fails where a limit of the structure is passed. `--check` only looks for
 * comments wider than 100 columns, in tests and benchmarks too, and fails where there is one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { breaches, maxCommentColumns, measure, measureFile } from './measure.ts';
import { report } from './report.ts';

const root = join(import.meta.dirname, '../..');

/** Generated, or what a past release has written. */
const notByHand = /^proto\/|\/migrations\//;

const notSource = /^(?:test|bench)\//;

const { values } = parseArgs({
  options: { json: { type: 'string' }, limits: { type: 'boolean' }, check: { type: 'boolean' } },
});

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|cjs|mjs|sql|sh)$/.test(file) && existsSync(join(root, file)))
  .sort();

const measured = (of: readonly string[]) => of.map((file) => measureFile(file, readFileSync(join(root, file), 'utf8')));

const complaints: string[] = [];
if (values.check) {
  for (const { file, wideComments } of measured(files.filter((file) => !notByHand.test(file)))) {
    for (const line of wideComments) {
      complaints.push(`${file}:${line} a line with a comment is wider than ${maxCommentColumns} columns`);
    }
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
