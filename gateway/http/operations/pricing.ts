import { z } from '@hono/zod-openapi';
import { Failure } from '../../../domain/errors.ts';
import type { CalculatePriceRequest, PricingResponse } from '../../../proto/gen/svc/public/v1/pricing.ts';
import type { UseCases } from '../../create-use-cases.ts';
import { lineType } from '../operation.ts';
import { operationsOf } from '../operations-of.ts';
import { parseJson } from '../parse-json.ts';
import { lineStreamResponses } from '../responses.ts';
import { itemErrorAnswer, priceAnswer } from '../schemas/answers.ts';
import { calculatePriceRequest } from '../schemas/requests.ts';

const refusedSchema = z
  .object({
    offer_id: z.string().optional(),
    requested_quantity: z.int().optional(),
    item_error: itemErrorAnswer.schema,
  })
  .openapi('RefusedPrice');

const readLine = (line: string | Failure): CalculatePriceRequest | Failure => {
  if (line instanceof Failure) return line;
  try {
    return calculatePriceRequest.read(parseJson(line, 'line'), 'line');
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
};

async function* requestsOf(lines: AsyncIterable<string | Failure>): AsyncGenerator<CalculatePriceRequest | Failure> {
  for await (const line of lines) yield readLine(line);
}

/** Answers are in the order of the requests, so that the number of one is the line of the other. */
const lineOf = (price: PricingResponse, line: number): object => {
  const { itemError, offerId, requestedQuantity } = price;
  if (itemError === undefined) return priceAnswer.json(price);
  return {
    ...(offerId && { offer_id: offerId }),
    ...(requestedQuantity && { requested_quantity: requestedQuantity }),
    item_error: itemErrorAnswer.json({ ...itemError, line }),
  };
};

const { operation, stream } = operationsOf<UseCases>({
  service: 'pricing',
  scope: 'pricing',
  contract: 'svc.public.v1.Pricing',
  tag: 'Pricing',
});

/** What callers ask of prices. */
export const pricingOperations = [
  operation(({ calculatePrice }) => calculatePrice, {
    name: 'CalculatePrice',
    at: 'POST /v1/pricing',
    summary: 'Price an offer for a quantity, a delivery zone and a date',
    body: calculatePriceRequest,
    answer: priceAnswer.schema,
    answered: 'The price, or why there is none.',
    findsById: true,
    decode: ({ body }) => body,
    encode: priceAnswer.json,
  }),

  stream(({ bulkCalculatePrice }) => bulkCalculatePrice, {
    name: 'BulkCalculatePrice',
    at: 'POST /v1/pricing/bulk',
    summary: 'Price many offers: a line for each, answered in the order of the lines',
    description:
      'Lines are answered while others are still sent. One that is no request is answered with `item_error`, and those behind it are priced all the same.',
    request: { body: { required: true, content: { [lineType]: { schema: calculatePriceRequest.schema } } } },
    responses: lineStreamResponses({
      description: 'A line for each line.',
      line: z.union([priceAnswer.schema, refusedSchema]),
      readsBody: true,
    }),
    formOf: () => 'lines',
    decode: (_context, _readJson, readLines) => requestsOf(readLines()),
    encode: lineOf,
  }),
];
