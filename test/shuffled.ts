/**
 * `npm run test:shuffled [-- SEED...]`: the `unit` and the `int` tests, files and tests in a random
 * order, once for each seed; five new seeds when none is given. Ends at the first that fails, and
 * says which.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const given = process.argv.slice(2).map(Number);
const seeds = given.length > 0 ? given : Array.from({ length: 5 }, () => randomInt(1, 1_000_000));
const kinds = ['--project', 'unit', '--project', 'int'];

for (const seed of seeds) {
  const order = ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`];
  const { status } = spawnSync('vitest', ['run', ...kinds, ...order], { stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`shuffled: seed ${seed} fails; npm run test:shuffled -- ${seed} repeats it\n`);
    process.exit(1);
  }
}
