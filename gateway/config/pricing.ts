import { totalmem } from 'node:os';
import { countriesByName, names, text, url, type ValuesOf, wholeNumber } from './config-values.ts';

/** The share of the memory that offers get where nothing is said, and prices as much again. */
const usualShare = 1 / 16;

/** In MiB: less holds next to nothing, more is for whoever asks for it. */
const bounds = { least: 64, most: 4_096 } as const;

/** Memory for offers in MiB where nothing is said, of a process that may have so many bytes. */
export const usualOfferMemoryMb = (memoryBytes: number): number =>
  Math.max(bounds.least, Math.min(bounds.most, Math.floor((memoryBytes * usualShare) / 2 ** 20)));

/** The memory that this process may have, in bytes: the machine's, or its container's limit. */
export const processMemoryBytes = (): number => {
  // 0 or far beyond the machine where there is no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem();
};

/** The delivery zones. */
export const deliveryVariables = {
  DELIVERY_ZONES: names()
    .prefault('EU,US,UK,CN,ROW')
    .describe('The delivery zones that a price may be asked for, between commas.'),
  DEFAULT_DELIVERY_ZONE: text()
    .prefault('EU')
    .describe('The zone of customers who have none; one of `DELIVERY_ZONES`.'),
  DELIVERY_ZONE_COUNTRIES: countriesByName()
    .optional()
    .describe(
      'The countries of delivery zones, from which no import duty is due there: `NORTH=DE PL,SOUTH=IT`. Left out, and for zones that it does not name: `EU` has the customs union, `UK` is `GB`, and a zone that is called by the code of a country is that country, but `AF`, `AM`, `AS`, `LA`, `ME`, `NA` and `SA` rather mean regions; of those and others duties are unknown.',
    ),
};

/** Exchange rates. */
export const rateVariables = {
  EXCHANGE_RATES_URL: url('http', 'https')
    .optional()
    .describe(
      'Where the euro reference rates of the European Central Bank are fetched every hour, such as `https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml`. Left out: they are not fetched.',
    ),
};

/** Memory for offers and prices. */
export const offerMemoryVariables = {
  OFFER_MEMORY_MB: wholeNumber(16, 1_000_000)
    .optional()
    .describe(
      'Memory for offers that prices are made from, beside the heap, in MiB, and as much again for the prices that were given; taken as it is needed. Left out: a sixteenth of the memory of the machine, or of its container, from 64 to 4,096.',
    ),
};

/** Prices as their variables have them. */
export const pricingSettings = (
  given: ValuesOf<typeof deliveryVariables & typeof rateVariables & typeof offerMemoryVariables>,
) => ({
  delivery: {
    zones: given.DELIVERY_ZONES,
    defaultZone: given.DEFAULT_DELIVERY_ZONE,
    zoneCountries: given.DELIVERY_ZONE_COUNTRIES ?? {},
  },
  /** Undefined: rates are not fetched. */
  exchangeRatesUrl: given.EXCHANGE_RATES_URL,
  offerMemoryBytes: (given.OFFER_MEMORY_MB ?? usualOfferMemoryMb(processMemoryBytes())) * 2 ** 20,
});
