import { boundedFetch } from '../../actors/enrichment/language-model/bounded-fetch.ts';
import { startPeriodic } from '../../concurrency/periodic.ts';
import type { ExchangeRateStore, RatesAdded } from '../../domain/pricing/ports.ts';
import type { WriteContext } from '../../domain/store-context.ts';
import type { Config } from '../config/config.ts';
import { rateFormatOf, referenceRates } from '../import/reference-rates.ts';
import { newContext } from './new-ids.ts';
import type { WorkerDependencies } from './worker-dependencies.ts';

/** The days of a file; more is not the bank's file of a day or of ninety. */
const maxBytes = 2 ** 20;

/** What rates are fetched with. */
export interface RateFetching {
  readonly url: string;
  /** To where requests may go at all. */
  readonly fetch: typeof fetch;
  readonly exchangeRates: Pick<ExchangeRateStore, 'rates' | 'add'>;
}

/** What came of a fetch. */
export interface FetchedRates extends RatesAdded {
  /** The latest day of the file. */
  readonly day: string;
}

/**
 * Fetches the bank's file once and adds what is not known of it. A file of which everything is
 * known writes nothing, so that several processes may fetch it. Throws where there is no answer or
 * none that is such a file, and what the store throws; then nothing is added.
 */
export const fetchRates = async (
  { url, fetch, exchangeRates }: RateFetching,
  context: WriteContext,
  signal?: AbortSignal,
): Promise<FetchedRates> => {
  const answer = await boundedFetch(maxBytes, fetch)(url, signal && { signal });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`the address of exchange rates answers ${answer.status}`);
  }
  const content = await answer.text();
  const rates = referenceRates(content, rateFormatOf(content));
  const days = rates.map(({ day }) => day).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const keyOf = ({ currency, day }: { readonly currency: string; readonly day: string }) => `${currency} ${day}`;
  const known = new Set((await exchangeRates.rates({ first, last })).map(keyOf));
  const missing = rates.filter((rate) => !known.has(keyOf(rate)));
  if (missing.length > 0) await exchangeRates.add(missing, { by: 'fetched', context });
  return { day: last, added: missing.length, unchanged: rates.length - missing.length };
};

/** The bank publishes once a working day; an hour is how late its rates may be here. */
const everyMs = 3_600_000;

/** Fetches rates every hour where an address of them is configured. */
export const startFetchingRates = (
  { exchangeRatesUrl: url }: Pick<Config, 'exchangeRatesUrl'>,
  {
    stores: { exchangeRates },
    outbound,
    log,
    teardown,
  }: Pick<WorkerDependencies, 'stores' | 'outbound' | 'log' | 'teardown'>,
): void => {
  if (url === undefined) return;
  const periodic = startPeriodic({
    what: 'fetching exchange rates',
    everyMs,
    isDueNow: true,
    deadlineMs: 30_000,
    work: async (signal) => {
      const { day, added } = await fetchRates({ url, fetch: outbound.fetch, exchangeRates }, newContext(), signal);
      if (added > 0) log.info('rates.fetched', { day, count: added });
    },
    onError: (err) => log.warn('rates.fetch.failed', { err }),
  });
  teardown.add('fetching exchange rates', periodic.stop);
};
