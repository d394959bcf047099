import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { type Product, ProductFilter, type StreamProductsRequest } from '../../proto/gen/svc/public/v1/catalog.ts';
import type { StreamingUseCase } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { passesStill } from '../visibility/visible-search.ts';
import { productFreshness, toProduct } from './product.ts';
import { filterOf } from './product-filter.ts';
import { readRanges } from './quantity-ranges.ts';
import { streamProductsRules } from './request-rules.ts';

const defaultBatchSize = 256;

/** Of which a filter may let few pass. */
const filteredBatchSize = 1_000;
const checkRequest = createCheck(streamProductsRules);
const everything = ProductFilter.fromPartial({});

/**
 * Streams every product that the caller may see and the filter lets pass once, in id order, at the
 * reader's pace: the next batch is read only when the last item of this one was taken, so that
 * memory holds one batch whatever the size of the catalogue. No transaction stays open between
 * batches; a product created behind the reader's place is not part of the stream. What is masked
 * passes no filter.
 */
export const streamProducts = (
  catalog: Pick<CatalogStore, 'walk'>,
  profiles: Profiles,
  visibility: Visibility,
): StreamingUseCase<StreamProductsRequest, Product> =>
  async function* (request, context) {
    const { signal, now, caller } = context;
    const { filter = everything, identityProfileId } = request;
    const { ranges, findings } = readRanges(filter.ranges, identityProfileId, profiles);
    checkRequest(request, { profiles, rangeFindings: findings });
    const query = filterOf(filter, identityProfileId, ranges, caller);
    const isFiltered = Object.values(query).some((part) => part !== undefined);
    const batchSize = request.batchSize || (isFiltered ? filteredBatchSize : defaultBatchSize);
    let after: string | undefined;
    do {
      signal.throwIfAborted();
      const { products, lookedTo } = await catalog.walk(query, after, batchSize, { signal });
      // Asked for each batch: policies may change while a stream goes on for hours.
      const seen = (await visibility.of(context)?.products(products, { signal })) ?? products;
      for (const product of seen)
        if (passesStill(query, product)) yield toProduct(product, productFreshness(product, profiles, now()));
      after = lookedTo;
    } while (after !== undefined);
  };
