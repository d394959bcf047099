/**
 * Checks the chart: `npm run check:chart -- FILE...` lints and renders it with these values, names
 * what that breaks of its promises, a line each, and ends with 1 when there is anything. Without a
 * file it does so with each of those in `ci/` of the chart. `npm test` runs the same checks.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chartFaults, lintFaults, renderChart, resourcesOf } from './chart.ts';
import { chartFolder } from './helm.ts';

/** Everything that is wrong with the chart under these values. */
const faultsWith = async (...files: readonly string[]): Promise<readonly string[]> => {
  const lint = await lintFaults(...files);
  return lint === '' ? chartFaults(resourcesOf(await renderChart(...files))) : lint.split('\n');
};

const given = process.argv.slice(2).map((file) => [resolve(file)]);
const own = join(chartFolder, 'ci');
const sets = given.length > 0 ? [given.flat()] : readdirSync(own).map((file) => [join(own, file)]);

for (const files of sets) {
  for (const fault of await faultsWith(...files)) {
    process.stderr.write(`${fault}\n`);
    process.exitCode = 1;
  }
}
