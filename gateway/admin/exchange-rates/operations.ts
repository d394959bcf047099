import { createRoute } from '@hono/zod-openapi';
import { rateBase } from '../../../domain/pricing/exchange-rates.ts';
import type { RatesAdded } from '../../../domain/pricing/ports.ts';
import type { HttpOperation } from '../../http/operation.ts';
import { responses } from '../../http/responses.ts';
import { validate } from '../../http/validate.ts';
import type { GivenRates, PricingAdministration } from '../pricing-rules/pricing-administration.ts';
import { adminOperation } from '../request/operation.ts';
import { addedRatesSchema, addRatesSchema, ratesSchema } from './schema.ts';

const path = '/v1/admin/exchange-rates';

type Rates = Awaited<ReturnType<PricingAdministration['listExchangeRates']>>;

/** `GET /v1/admin/exchange-rates`. */
export const listRatesOperation: HttpOperation<Readonly<Record<never, never>>, Rates> = {
  ...adminOperation('ListExchangeRates'),
  name: 'admin.v1.Pricing/ListExchangeRates',
  route: createRoute({
    method: 'get',
    path,
    operationId: 'listExchangeRates',
    summary: 'The latest rate of each currency, up to a week old',
    tags: ['Admin'],
    responses: responses('The rates.', ratesSchema),
  }),
  decode: () => ({}),
  encode: ({ rates }) => ({ base: rateBase, rates }),
};

/** `POST /v1/admin/exchange-rates`. */
export const addRatesOperation: HttpOperation<GivenRates, RatesAdded> = {
  ...adminOperation('AddExchangeRates'),
  name: 'admin.v1.Pricing/AddExchangeRates',
  route: createRoute({
    method: 'post',
    path,
    operationId: 'importExchangeRates',
    summary: 'Add exchange rates; earlier ones stay known for prices as of then',
    tags: ['Admin'],
    request: { body: { required: true, content: { 'application/json': { schema: addRatesSchema } } } },
    responses: responses('How many were new.', addedRatesSchema, { readsBody: true }),
  }),
  decode: async (context, readJson) => validate(addRatesSchema, await readJson(context), 'body'),
  encode: (added) => added,
};
