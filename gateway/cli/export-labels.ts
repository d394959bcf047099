import { open } from 'node:fs/promises';
import type { LabelledChoice, LineChoices } from '../../domain/estimate/resolve/ports.ts';
import type { LabelledPair, MatchReview } from '../../domain/matching/ports.ts';
import { createLineChoices } from '../../storage/estimates/line-choices.ts';
import { createMatchReview } from '../../storage/matching/match-review.ts';
import type { Pool } from '../../storage/pool/pool.ts';
import { labelledLine } from '../admin/matching/labelled-pair.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { parseFile, runCommand } from './run-command.ts';
import { recordToolWork, toolAct, withTool } from './with-tool.ts';

/**
 * `npm run export:labels -- FILE`: writes what operators have said of matches as labelled pairs,
 * the form that the model is trained from. Exit status: 0 when the file is complete, 1 otherwise.
 */

const pageSize = 1_000;

async function* labelledPairs(review: Pick<MatchReview, 'labelled'>): AsyncGenerator<readonly LabelledPair[]> {
  let page = await review.labelled(undefined, pageSize);
  while (page.length > 0) {
    yield page;
    page = await review.labelled(page.at(-1)?.verdict, pageSize);
  }
}

/**
 * What customers have chosen for the lines of their bills of materials: each choice confirms that
 * the two are one part.
 */
async function* chosenPairs(choices: Pick<LineChoices, 'labelled'>): AsyncGenerator<readonly LabelledChoice[]> {
  let page = await choices.labelled(undefined, pageSize);
  while (page.length > 0) {
    yield page;
    page = await choices.labelled(page.at(-1), pageSize);
  }
}

/**
 * Writes everything that humans have said of matches, operators and customers, as training data, a
 * page at a time; returns how many pairs there were.
 */
const exportLabels = async (config: Config, write: (text: string) => Promise<void>): Promise<number> => {
  return withTool(config, 'labels', async (tool) => {
    const act = toolAct('export-labels', 'labels.export');
    const target = { kind: 'labels', id: 'all' };
    return await recordToolWork(tool, { act, target, tell: (pairs) => ({ pairs }) }, () => writePairs(tool, write));
  });
};

const writePairs = async ({ sql }: Pick<Pool, 'sql'>, write: (text: string) => Promise<void>): Promise<number> => {
  let pairs = 0;
  for await (const page of labelledPairs(createMatchReview(sql))) {
    await write(page.map(labelledLine).join(''));
    pairs += page.length;
  }
  for await (const page of chosenPairs(createLineChoices(sql))) {
    const labels = page.map(
      ({ written, product }) => ({ verdict: { verdict: 'confirm' }, offer: written, product }) as const,
    );
    await write(labels.map(labelledLine).join(''));
    pairs += page.length;
  }
  return pairs;
};

const usage = 'usage: npm run export:labels -- FILE\n';

const run = async (path: string): Promise<number> => {
  const file = await open(path, 'w');
  try {
    const pairs = await exportLabels(loadConfig(), async (text) => {
      await file.write(text);
    });
    process.stdout.write(`${path}: ${pairs} labelled pairs\n`);
    return 0;
  } finally {
    await file.close();
  }
};

await runCommand({ name: 'export:labels', usage, parse: parseFile, run });
