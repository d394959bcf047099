/**
 * `npm run bench:matching -- DIR [--test DIR] [--json FILE]`: how well the matching strategies tell
 * products apart, on labelled pairs that none of them has learned from.
 *
 * Without `--test` a model is trained on the train splits of DIR and judged on their valid splits.
 * With `--test` the committed weights are judged on the test splits there, and nothing is learned.
 * Precision, recall and F1 for each set and strategy, what the levels of confidence are worth, and
 * how many pairs are scored in a second, cutting up included.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createModel } from '../domain/matching/model/model.ts';
import { readWeights, writeWeights } from '../domain/matching/model/weights.ts';
import { type PairSet, readPairs } from '../ops/matching/read-pairs.ts';
import { trainModel, usualTraining } from '../ops/matching/train.ts';
import { evaluate, type Quality } from './matching/evaluate.ts';

const usage = 'usage: npm run bench:matching -- DIR [--test DIR] [--json FILE]';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { test: { type: 'string' }, json: { type: 'string' } },
});

const committed = new URL('../domain/matching/model/weights.json', import.meta.url);

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The weights to judge, and the pairs to judge them on. */
const setUp = async (): Promise<{ readonly weights: string; readonly sets: readonly PairSet[] }> => {
  if (values.test !== undefined)
    return { weights: await readFile(committed, 'utf8'), sets: await readPairs(values.test, 'test') };
  const [folder] = positionals;
  if (folder === undefined) throw new Error(usage);
  const [train, valid] = await Promise.all([readPairs(folder, 'train'), readPairs(folder, 'valid')]);
  print('training on the train splits; the valid splits are kept for judging');
  return { weights: writeWeights(trainModel(train, usualTraining)), sets: valid };
};

const printQuality = ({ sets, levels, pairs_per_second }: Quality): void => {
  const percent = (share: number): string => share.toFixed(3);
  for (const [name, byStrategy] of Object.entries(sets))
    for (const [strategy, { precision, recall, f1 }] of Object.entries(byStrategy))
      print(
        `${name.padEnd(18)} ${strategy.padEnd(14)} precision ${percent(precision)}  recall ${percent(recall)}  F1 ${percent(f1)}`,
      );
  for (const [level, { pairs, precision }] of Object.entries(levels))
    print(`${level.padEnd(18)} ${String(pairs).padStart(6)} pairs  precision ${percent(precision)}`);
  print(`${Math.round(pairs_per_second)} pairs a second`);
};

const { weights, sets } = await setUp();
const quality = evaluate(createModel(readWeights(weights)), sets);
printQuality(quality);
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(quality, undefined, 2)}\n`);
