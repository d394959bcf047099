import { priceHistoryJson } from '../../analytics/analytics.ts';
import type { UseCases } from '../../create-use-cases.ts';
import { operationsOf } from '../operations-of.ts';
import { offersAnswer } from '../schemas/answers.ts';
import { priceHistorySchema } from '../schemas/price-history.ts';
import { priceQuery } from './day-query.ts';
import { productParams } from './parameters.ts';

const common = { service: 'offers', scope: 'catalog', tag: 'Offers' } as const;

const { operation } = operationsOf<UseCases>({ ...common, contract: 'svc.public.v1.Offers' });

/** An extension that HTTP alone has. */
const { operation: extension } = operationsOf<UseCases>({ ...common, contract: 'offers.v1.PriceHistory' });

/** What callers ask of offers. */
export const offerOperations = [
  operation(({ getOffers }) => getOffers, {
    name: 'GetOffers',
    at: 'GET /v1/products/{id}/offers',
    summary: 'List the offers of a product',
    isTagged: true,
    params: productParams,
    answer: offersAnswer.schema,
    answered: 'The offers that the caller may see.',
    decode: ({ params }) => ({ canonicalId: params.id }),
    encode: offersAnswer.json,
  }),

  extension(({ getPriceHistory }) => getPriceHistory, {
    name: 'GetPriceHistory',
    at: 'GET /v1/products/{id}/price-history',
    summary: 'What the offers of a product cost, day by day',
    params: productParams,
    query: priceQuery,
    answer: priceHistorySchema,
    answered: 'The prices that the caller may see, by offer and source.',
    decode: ({ params, query }) => ({ canonicalId: params.id, ...query }),
    encode: priceHistoryJson,
  }),
];
