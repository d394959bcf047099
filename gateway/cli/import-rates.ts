import { readFile } from 'node:fs/promises';
import type { RatesAdded } from '../../domain/pricing/ports.ts';
import { createExchangeRateStore } from '../../storage/pricing/exchange-rates-store.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { type RateFormat, rateFormatOf, referenceRates } from '../import/reference-rates.ts';
import { parseFile, runCommand } from './run-command.ts';
import { toolAct, withTool } from './with-tool.ts';

/**
 * `npm run import:rates -- FILE`: adds the euro reference rates of a file of the European Central
 * Bank, CSV or XML, of one day or of all. Exit status: 0 when all of them are stored, 1 otherwise,
 * and then none is.
 */

/** Adds the rates of a file to the database; a service that runs on it uses them within seconds. */
const importRates = async (config: Config, content: string, format: RateFormat): Promise<RatesAdded> => {
  const rates = referenceRates(content, format);
  return withTool(config, 'rates', async ({ sql }) => {
    const act = toolAct('import-rates', 'exchange_rates.import');
    const context = { correlationId: act.requestId, traceparent: undefined, act };
    return await createExchangeRateStore(sql).add(rates, { by: 'import:rates', context });
  });
};

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
