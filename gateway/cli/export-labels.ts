import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { reasonOf } from '../../domain/errors.ts';
import { loadConfig } from '../config/config.ts';
import { exportLabels } from './labels.ts';

/**
 * `npm run export:labels -- FILE`: writes what operators have said of matches as labelled pairs,
 * the form that the model is trained from. Exit status: 0 when the file is complete, 1 otherwise.
 */

const usage = 'usage: npm run export:labels -- FILE\n';

const parseFile = (args: readonly string[]): string | undefined => {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    return positionals.length === 1 ? positionals[0] : undefined;
  } catch {
    return undefined;
  }
};

const run = async (path: string): Promise<number> => {
  const file = await open(path, 'w');
  try {
    return await exportLabels(loadConfig(), async (text) => {
      await file.write(text);
    });
  } finally {
    await file.close();
  }
};

const path = parseFile(process.argv.slice(2));
if (path === undefined) {
  process.stderr.write(usage);
  process.exit(1);
}
try {
  process.stdout.write(`${path}: ${await run(path)} labelled pairs\n`);
} catch (error) {
  process.stderr.write(`export:labels: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
