import { Failure, type FailureKind } from '../../domain/errors.ts';
import { type CalculatePriceRequest, PricingResponse } from '../../proto/gen/svc/public/v1/pricing.ts';
import { toItemError } from '../errors/item-error.ts';
import { mapConcurrentInOrder } from '../request/map-concurrent.ts';
import type { BidiUseCase, UseCase } from '../request/request-context.ts';

/**
 * Requests of one stream that are worked on at a time, those included whose answers wait to be
 * taken.
 */
const maxUnderWay = 256;

/** What is wrong with one request and says nothing of the others. */
const isOfItem = (error: unknown): error is Failure =>
  error instanceof Failure && (error.kind === 'invalid_argument' || error.kind === 'not_found');

const refused = (
  { offerId, quantity }: Pick<CalculatePriceRequest, 'offerId' | 'quantity'>,
  failure: Failure,
): PricingResponse =>
  PricingResponse.fromPartial({
    offerId,
    requestedQuantity: quantity,
    itemError: toItemError(failure),
  });

/** What is said of a request that could not be read. */
const unread = { offerId: '', quantity: 0 };

/**
 * Prices a stream of requests, each as `calculatePrice` would by itself and answered in its turn. A
 * request that cannot be read or priced is answered with an `item_error`, and the stream goes on;
 * when the service itself cannot answer, the stream ends with the failure after the answers before
 * it, and the caller may go on from there. Many requests are under way at a time, so that those
 * that need the database share its queries.
 *
 * @param onItemError told of every request that is answered with an error
 */
export const bulkCalculatePrice =
  (
    calculatePrice: UseCase<CalculatePriceRequest, PricingResponse>,
    onItemError: (kind: FailureKind) => void,
  ): BidiUseCase<CalculatePriceRequest | Failure, PricingResponse> =>
  (requests, context) => {
    const refusedOne = (asked: Pick<CalculatePriceRequest, 'offerId' | 'quantity'>, failure: Failure) => {
      onItemError(failure.kind);
      return refused(asked, failure);
    };
    return mapConcurrentInOrder(
      requests,
      (request) => {
        if (request instanceof Failure) return refusedOne(unread, request);
        const priced = calculatePrice(request, context);
        if (!(priced instanceof Promise)) return priced;
        return priced.catch((error: unknown) => {
          if (isOfItem(error)) return refusedOne(request, error);
          throw error;
        });
      },
      maxUnderWay,
    );
  };
