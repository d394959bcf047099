/**
 * `npm run train:matching -- DIR [--seed N] [--out FILE]`: trains the matching model on the train
 * and valid splits of every set in the folder and writes its weights, by default where the service
 * reads them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeWeights } from '../../domain/matching/model/weights.ts';
import { readPairs } from './read-pairs.ts';
import { trainModel, usualTraining } from './train.ts';

const committed = join(import.meta.dirname, '../../domain/matching/model/weights.json');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(usualTraining.seed) },
    out: { type: 'string', default: committed },
  },
});
const [folder] = positionals;
const seed = Number(values.seed);
if (folder === undefined || !Number.isInteger(seed)) {
  process.stderr.write('usage: npm run train:matching -- DIR [--seed N] [--out FILE]\n');
  process.exit(2);
}
const sets = [...(await readPairs(folder, 'train')), ...(await readPairs(folder, 'valid').catch(() => []))];
const pairs = sets.reduce((sum, set) => sum + set.pairs.length, 0);
process.stdout.write(`training on ${pairs} pairs of ${new Set(sets.map(({ name }) => name)).size} sets\n`);
const startedAtMs = performance.now();
const text = writeWeights(trainModel(sets, { ...usualTraining, seed }));
await writeFile(values.out, text);
const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
process.stdout.write(`${values.out}: ${text.length} bytes, in ${seconds} s\n`);
