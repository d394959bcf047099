import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { reasonOf } from '../../domain/errors.ts';
import { loadConfig } from '../config/config.ts';
import { importRates } from './rates.ts';

/**
 * `npm run import:rates -- FILE`: adds the euro reference rates of a file of the European Central
 * Bank, CSV or XML, of one day or of all. Exit status: 0 when all of them are stored, 1 otherwise,
 * and then none is.
 */

const usage = `usage: npm run import:rates -- FILE

  FILE  eurofxref-hist.csv, eurofxref-daily.xml or another of the European Central Bank's euro reference rates, unpacked
`;

const parseFile = (args: readonly string[]): string | undefined => {
  try {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    return positionals.length === 1 ? positionals[0] : undefined;
  } catch {
    return undefined;
  }
};

const path = parseFile(process.argv.slice(2));
if (path === undefined) {
  process.stderr.write(usage);
  process.exit(1);
}
try {
  const content = await readFile(path, 'utf8');
  const format = content.trimStart().startsWith('<') ? 'xml' : 'csv';
  const { added, unchanged } = await importRates(loadConfig(), content, format);
  process.stdout.write(`${path}: ${added} rates added, ${unchanged} known already\n`);
} catch (error) {
  process.stderr.write(`import:rates: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}
