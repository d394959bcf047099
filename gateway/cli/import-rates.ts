import { readFile } from 'node:fs/promises';
import { loadConfig } from '../config/config.ts';
import { rateFormatOf } from '../import/reference-rates.ts';
import { importRates } from './rates.ts';
import { parseFile, runCommand } from './run-command.ts';

/**
 * `npm run import:rates -- FILE`: adds the euro reference rates of a file of the European Central
 * Bank, CSV or XML, of one day or of all. Exit status: 0 when all of them are stored, 1 otherwise,
 * and then none is.
 */

const usage = `usage: npx offerstream import-rates FILE

  FILE  eurofxref-hist.csv, eurofxref-daily.xml or another of the European Central Bank's euro reference rates, unpacked
`;

const run = async (path: string): Promise<number> => {
  const content = await readFile(path, 'utf8');
  const { added, unchanged } = await importRates(loadConfig(), content, rateFormatOf(content));
  process.stdout.write(`${path}: ${added} rates added, ${unchanged} known already\n`);
  return 0;
};

await runCommand({ name: 'import:rates', usage, parse: parseFile, run });
