import type { RatesAdded } from '../../domain/pricing/ports.ts';
import { createExchangeRateStore } from '../../storage/pricing/exchange-rates-store.ts';
import { prepareSchema } from '../../storage/schema/migrate.ts';
import type { Config } from '../config/config.ts';
import { type RateFormat, referenceRates } from '../import/reference-rates.ts';
import { toolAct } from './tool-act.ts';
import { openToolDatabase } from './tool-database.ts';

/** Adds the rates of a file to the database; a service that runs on it uses them within seconds. */
export const importRates = async (config: Config, content: string, format: RateFormat): Promise<RatesAdded> => {
  const rates = referenceRates(content, format);
  const { pool, close } = await openToolDatabase(config, 'offerstream rates');
  try {
    await prepareSchema(pool.sql, config.database);
    const act = toolAct('import-rates', 'exchange_rates.import');
    const context = { correlationId: act.requestId, traceparent: undefined, act };
    return await createExchangeRateStore(pool.sql).add(rates, { by: 'import:rates', context });
  } finally {
    await close();
  }
};
