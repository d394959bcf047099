/**
 * `npm run bench:docs -- [NAME...] [--keep]`: measures the figures of `docs/performance.md` once
 * more, each benchmark by its own command in a process of its own, and says which ratios hold
 * within the spread that the page states. Keeps nothing, unless `--keep` has the new figures take
 * the place of the old ones. Names choose among the benchmarks; all are measured when none is
 * given. The exit status is 1 where a ratio has changed or a command fails.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { commandOf } from './report/about.ts';
import { readResults } from './report/results.ts';

const kept = Object.keys(await readResults());
const { values, positionals: asked } = parseArgs({ allowPositionals: true, options: { keep: { type: 'boolean' } } });
const options = values.keep ? '--compare --keep' : '--compare';
const unknown = asked.filter((name) => !kept.includes(name));
if (unknown.length > 0) throw new Error(`the page has no figures of ${unknown.join(', ')}; it has ${kept.join(', ')}`);

const failed = (asked.length > 0 ? asked : kept).filter((name) => {
  const command = commandOf(name);
  process.stdout.write(`\n${command}\n`);
  const separator = command.includes(' -- ') ? '' : '-- ';
  return spawnSync(`${command} ${separator}${options}`, { shell: true, stdio: 'inherit' }).status !== 0;
});
process.stdout.write(failed.length === 0 ? '\nall figures hold\n' : `\nnot as stated: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
