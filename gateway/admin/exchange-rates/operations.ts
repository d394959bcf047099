import { z } from '@hono/zod-openapi';
import { rateBase } from '../../../domain/pricing/exchange-rates.ts';
import { rateFormats } from '../../import/reference-rates.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { RateCases } from './manage.ts';

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
const addedRatesSchema = z
  .object({
    added: z.int().openapi({ description: 'Those that were not known, or known otherwise.' }),
    unchanged: z.int(),
  })
  .openapi('AddedExchangeRates');

/** The latest rates. */
const ratesSchema = z
  .object({
    base: z.string().openapi({ description: 'Every rate is so much for one of it.', example: 'EUR' }),
    rates: z.array(z.object({ currency: z.string(), day, rate: rateText })),
  })
  .openapi('ExchangeRates');

const path = '/v1/admin/exchange-rates';

const { operation } = adminOperationsOf<RateCases>('Pricing');

/** What operators do to exchange rates. */
export const exchangeRateOperations = [
  operation(({ listExchangeRates }) => listExchangeRates, {
    name: 'ListExchangeRates',
    scope: 'admin:read',
    at: `GET ${path}`,
    summary: 'The latest rate of each currency, up to a week old',
    answer: ratesSchema,
    answered: 'The rates.',
    decode: () => ({}),
    encode: ({ rates }) => ({ base: rateBase, rates }),
  }),

  operation(({ addExchangeRates }) => addExchangeRates, {
    name: 'AddExchangeRates',
    scope: 'admin:pricing',
    at: `POST ${path}`,
    operationId: 'importExchangeRates',
    summary: 'Add exchange rates; earlier ones stay known for prices as of then',
    body: addRatesSchema,
    answer: addedRatesSchema,
    answered: 'How many were new.',
    decode: ({ body }) => body,
    encode: (added) => added,
  }),
];
