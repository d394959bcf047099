import { z } from '@hono/zod-openapi';
import { rateFormats } from '../../import/reference-rates.ts';

const day = z.iso
  .date({ error: 'must be a day, for example "2026-02-27"' })
  .openapi({ description: 'The day that the rates are of.', example: '2026-02-27' });

const rateText = z.string({ error: 'must be decimal text' });

/** Rates to be added: a file of the European Central Bank, or one by one. */
export const addRatesSchema = z
  .union([
    z.strictObject({
      format: z.enum(rateFormats),
      content: z.string().openapi({ description: 'The euro reference rates as the bank publishes them.' }),
    }),
    z.strictObject({ day, rates: z.record(z.string(), rateText).openapi({ example: { USD: '1.0823' } }) }),
  ])
  .openapi('AddExchangeRates', { example: { day: '2026-02-27', rates: { USD: '1.0823', GBP: '0.8412' } } });

/** What became of them. */
export const addedRatesSchema = z
  .object({
    added: z.int().openapi({ description: 'Those that were not known, or known otherwise.' }),
    unchanged: z.int(),
  })
  .openapi('AddedExchangeRates');

/** The latest rates. */
export const ratesSchema = z
  .object({
    base: z.string().openapi({ description: 'Every rate is so much for one of it.', example: 'EUR' }),
    rates: z.array(z.object({ currency: z.string(), day, rate: rateText })),
  })
  .openapi('ExchangeRates');
