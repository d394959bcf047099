import { createRoute } from '@hono/zod-openapi';
import { rateBase } from '../../../../domain/pricing/exchange-rates.ts';
import type { RatesAdded } from '../../../../domain/pricing/ports.ts';
import type { GivenRates, PricingAdministration } from '../../../usecases/admin/pricing-administration.ts';
import type { HttpOperation } from '../../operation.ts';
import { responses } from '../../responses.ts';
import { addedRatesSchema, addRatesSchema, ratesSchema } from '../../schemas/admin/exchange-rates.ts';
import { validate } from '../../validate.ts';
import { adminOperation } from './operation.ts';

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
