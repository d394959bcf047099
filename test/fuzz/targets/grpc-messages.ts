import fc from 'fast-check';
import { CatalogService, GetProductRequest, SearchProductsRequest } from '../../../proto/gen/svc/public/v1/catalog.ts';
import { EnrichmentJobRequest, EnrichmentService } from '../../../proto/gen/svc/public/v1/enrichment.ts';
import { BuildEstimateRequest, EstimateService } from '../../../proto/gen/svc/public/v1/estimate.ts';
import { OffersService } from '../../../proto/gen/svc/public/v1/offers.ts';
import { CalculatePriceRequest, PricingService } from '../../../proto/gen/svc/public/v1/pricing.ts';
import { expectThat, type FuzzTarget } from '../target.ts';

/**
 * Requests as they come over gRPC, for the decoder of each method. In a file of a request the first
 * byte is the number of the method, and the rest is the message.
 */

const methods = [CatalogService, OffersService, PricingService, EstimateService, EnrichmentService].flatMap((service) =>
  Object.values<{ readonly path: string; readonly requestDeserialize: (bytes: Buffer) => object }>(service),
);

const seeds: readonly Uint8Array[] = [
  SearchProductsRequest.encode({ ...SearchProductsRequest.create(), q: 'RC0603', limit: 10 }).finish(),
  GetProductRequest.encode({ id: 'prd_1' }).finish(),
  CalculatePriceRequest.encode({
    ...CalculatePriceRequest.create(),
    offerId: 'ofr_1',
    quantity: 100,
    deliveryZone: 'EU',
    date: new Date(0),
  }).finish(),
  BuildEstimateRequest.encode({ ...BuildEstimateRequest.create(), sourceFormat: 'csv' }).finish(),
  EnrichmentJobRequest.encode({
    ...EnrichmentJobRequest.create(),
    type: 'refresh_observation',
    target: { product_id: 'prd_1' },
  }).finish(),
];

/**
 * What protobuf's wire format is hurt by: endless varints, lengths beyond the end, groups, field 0.
 */
const hostileBytes: readonly Uint8Array[] = [
  Buffer.alloc(11, 0xff),
  Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
  Buffer.alloc(5_000, 0x0b),
  Buffer.from([0x00]),
  Buffer.from([0x0a, 0x02, 0xc3, 0x28]),
  Buffer.from([0x7f]),
];

/** A message with bytes at a share of its length taken out and others put in. */
const mutatedMessage: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.constantFrom(...seeds),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat({ max: 8 }),
    fc.oneof(fc.constantFrom(...hostileBytes), fc.uint8Array({ maxLength: 40, size: 'max' })),
    fc.integer({ min: 1, max: 500 }),
  )
  .map(([seed, share, gone, put, times]) => {
    const at = Math.floor(share * seed.length);
    const often = Buffer.concat(Array<Uint8Array>(put.length > 100 ? 1 : times).fill(put));
    return Buffer.concat([seed.subarray(0, at), often, seed.subarray(at + gone)]);
  });

/**
 * Requests of every method. What is no message is thrown by the decoder, and refused by the edge.
 */
export const grpcMessages: FuzzTarget = {
  inputs: fc
    .tuple(fc.nat({ max: methods.length - 1 }), mutatedMessage)
    .map(([method, message]) => Buffer.concat([Buffer.from([method]), message])),
  run: (input) => {
    const method = methods[input[0] ?? 0];
    if (method === undefined) return;
    let request: object;
    try {
      request = method.requestDeserialize(Buffer.from(input.subarray(1)));
    } catch (error) {
      expectThat(error instanceof Error && !(error instanceof TypeError), `refused as bad input: ${error}`);
      return;
    }
    expectThat(Object.getPrototypeOf(request) === Object.prototype, 'a request keeps its prototype');
  },
};
