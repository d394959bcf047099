import { usualJumpFactor } from '../../domain/ingestion/price-jump.ts';
import { numberFrom, packages, type ValuesOf, wholeNumber } from './config-values.ts';

/** How suppliers are asked, and what is made of their answers. */
export const ingestionVariables = {
  OFFERSTREAM_PLUGINS: packages()
    .optional()
    .describe(
      'Packages of further supplier plug-ins, between commas: names of installed packages, or paths that begin with `./`, `../` or `/`. The same in every process.',
    ),
  CATALOGUE_INTERVAL_MS: wholeNumber(100, 2_000_000_000)
    .prefault('86400000')
    .describe("From the start of one pass over a supplier's whole catalogue to the start of the next."),
  PRICES_INTERVAL_MS: wholeNumber(100, 2_000_000_000)
    .prefault('10800000')
    .describe(
      "From the start of one pass over a supplier's prices to the start of the next; prices count as fresh for 6 hours.",
    ),
  STOCKS_INTERVAL_MS: wholeNumber(100, 2_000_000_000)
    .prefault('3600000')
    .describe(
      "From the start of one pass over a supplier's stocks to the start of the next; stocks count as fresh for 2 hours.",
    ),
  REMATCH_INTERVAL_MS: wholeNumber(1_000, 2_000_000_000)
    .prefault('86400000')
    .describe('From one run that decides every match again to the next; what has changed is looked at sooner.'),
  WORKERS_PER_CREDENTIAL: wholeNumber(1, 64)
    .prefault('4')
    .describe('Requests of one supplier credential under way at once, at most.'),
  PRICE_JUMP_FACTOR: numberFrom(1.5)
    .prefault(String(usualJumpFactor))
    .describe(
      'A price that becomes so many times as high or as low at once is held back until a second observation confirms it; 1.5 or more.',
    ),
};

/** Ingestion as its variables have it. */
export const ingestionSettings = (given: ValuesOf<typeof ingestionVariables>) => ({
  /** Packages of plug-ins beside those of our own. */
  plugins: given.OFFERSTREAM_PLUGINS ?? [],
  intervals: {
    catalogueMs: given.CATALOGUE_INTERVAL_MS,
    pricesMs: given.PRICES_INTERVAL_MS,
    stocksMs: given.STOCKS_INTERVAL_MS,
  },
  rematchMs: given.REMATCH_INTERVAL_MS,
  workersPerCredential: given.WORKERS_PER_CREDENTIAL,
  priceJumpFactor: given.PRICE_JUMP_FACTOR,
});
