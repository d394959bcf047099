import { open } from 'node:fs/promises';
import { loadConfig } from '../config/config.ts';
import { exportLabels } from './labels.ts';
import { parseFile, runCommand } from './run-command.ts';

/**
 * `npm run export:labels -- FILE`: writes what operators have said of matches as labelled pairs,
 * the form that the model is trained from. Exit status: 0 when the file is complete, 1 otherwise.
 */

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
