import { createRoute } from '@hono/zod-openapi';
import type { CalculatePriceRequest, PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import type { HttpOperation } from '../operation.ts';
import { responses } from '../responses.ts';
import { priceAnswer } from '../schemas/answers.ts';
import { calculatePriceRequest } from '../schemas/requests.ts';

/** `POST /v1/pricing`. */
export const calculatePriceOperation: HttpOperation<CalculatePriceRequest, PricingResponse> = {
  service: 'pricing',
  name: 'svc.public.v1.Pricing/CalculatePrice',
  scope: 'pricing',
  route: createRoute({
    method: 'post',
    path: '/v1/pricing',
    operationId: 'calculatePrice',
    summary: 'Price an offer for a quantity, a delivery zone and a date',
    tags: ['Pricing'],
    request: { body: { required: true, content: { 'application/json': { schema: calculatePriceRequest.schema } } } },
    responses: responses('The price, or why there is none.', priceAnswer.schema, {
      findsById: true,
      readsBody: true,
    }),
  }),
  decode: async (context, readJson) => calculatePriceRequest.read(await readJson(context)),
  encode: priceAnswer.json,
};
