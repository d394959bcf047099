import type { RatesAdded } from '../../domain/pricing/ports.ts';
import { createExchangeRateStore } from '../../storage/pricing/exchange-rates-store.ts';
import type { Config } from '../config/config.ts';
import { type RateFormat, referenceRates } from '../import/reference-rates.ts';
import { toolAct } from './tool-act.ts';
import { withTool } from './with-tool.ts';

/** Adds the rates of a file to the database; a service that runs on it uses them within seconds. */
export const importRates = async (config: Config, content: string, format: RateFormat): Promise<RatesAdded> => {
  const rates = referenceRates(content, format);
  return withTool(config, 'rates', async ({ sql }) => {
    const act = toolAct('import-rates', 'exchange_rates.import');
    const context = { correlationId: act.requestId, traceparent: undefined, act };
    return await createExchangeRateStore(sql).add(rates, { by: 'import:rates', context });
  });
};
