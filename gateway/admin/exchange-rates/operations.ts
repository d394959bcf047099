import { rateBase } from '../../../domain/pricing/exchange-rates.ts';
import { adminOperationsOf } from '../request/operation.ts';
import type { RateCases } from './manage.ts';
import { addedRatesSchema, addRatesSchema, ratesSchema } from './schema.ts';

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
