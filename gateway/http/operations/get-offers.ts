import { createRoute, z } from '@hono/zod-openapi';
import type { GetOffersRequest, GetOffersResponse } from '../../../proto/gen/svc/public/v1/offers.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { offersAnswer } from '../schemas/answers.ts';
import { ifNoneMatch } from '../schemas/if-none-match.ts';

/** `GET /v1/products/{id}/offers`. */
export const getOffersOperation: HttpOperation<GetOffersRequest, GetOffersResponse> = {
  service: 'offers',
  name: 'svc.public.v1.Offers/GetOffers',
  scope: 'catalog',
  isTagged: true,
  route: createRoute({
    method: 'get',
    path: '/v1/products/{id}/offers',
    operationId: 'getOffers',
    summary: 'List the offers of a product',
    tags: ['Offers'],
    request: {
      params: z.object({ id: z.string().min(1).max(128).openapi({ example: 'prd_7h2k9m4q1x8v0c3b5n6t' }) }),
      headers: ifNoneMatch,
    },
    responses: responses('The offers that the caller may see.', offersAnswer.schema, {
      findsById: true,
      isTagged: true,
    }),
  }),
  decode: ({ req }) => ({ canonicalId: req.param('id') ?? '' }),
  encode: offersAnswer.json,
};
