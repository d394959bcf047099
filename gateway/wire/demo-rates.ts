import { startPeriodic } from '../../concurrency/periodic.ts';
import { dayOf, daysBefore, maxRateAgeDays } from '../../domain/pricing/exchange-rates.ts';
import type { ExchangeRateStore } from '../../domain/pricing/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import { demoRatesFile } from '../../ops/demo/exchange-rates.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { referenceRates } from '../import/reference-rates.ts';
import { newContext } from './new-ids.ts';
import type { Teardown } from './teardown.ts';

/** What the rates of the demo are written into. */
export interface DemoRatesDependencies {
  readonly exchangeRates: ExchangeRateStore;
  readonly now: () => Date;
}

/**
 * Imports the demo's rates of today, as an operator imports a file, for the currencies that would
 * be without a rate within two days: rates that somebody else keeps up to date stay theirs.
 */
export const addDemoRates = async (
  { exchangeRates, now }: DemoRatesDependencies,
  context: WriteContext,
): Promise<void> => {
  const today = dayOf(now());
  const days = { first: daysBefore(today, maxRateAgeDays - 2), last: today };
  const known = new Set((await exchangeRates.rates(days)).map(({ currency }) => currency));
  const missing = referenceRates(demoRatesFile(today), 'csv').filter(({ currency }) => !known.has(currency));
  if (missing.length > 0) await exchangeRates.add(missing, { by: 'demo', context });
};

const everyMs = 12 * 3_600_000;

/** Adds the rates now, and again before they are too old. Throws as the store does at first. */
export const keepDemoRates = async (
  deps: DemoRatesDependencies & { readonly teardown: Teardown; readonly log: Logger },
): Promise<void> => {
  const { teardown, log } = deps;
  await addDemoRates(deps, newContext());
  const periodic = startPeriodic({
    what: 'the rates of the demo',
    everyMs,
    deadlineMs: 30_000,
    work: () => addDemoRates(deps, newContext()),
    onError: (err) => log.warn('demo.rates.failed', { err }),
  });
  teardown.add('demo rates', periodic.stop);
};
