import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { createCheck } from '../request/rules.ts';
import type { UseCases } from '../use-cases.ts';
import type { Visibility } from '../visibility/visibility.ts';
import { productFreshness, toProduct } from './product.ts';
import { streamProductsRules } from './request-rules.ts';

const defaultBatchSize = 256;
const checkRequest = createCheck(streamProductsRules);

/**
 * Streams every product that the caller may see once, in id order, at the reader's pace: the next
 * batch is read only when the last item of this one was taken, so that memory holds one batch
 * whatever the size of the catalogue. No transaction stays open between batches; a product created
 * behind the reader's place is not part of the stream.
 */
export const streamProducts = (
  catalog: Pick<CatalogStore, 'page'>,
  profiles: Profiles,
  visibility: Visibility,
): UseCases['streamProducts'] =>
  async function* (request, context) {
    const { signal, now } = context;
    checkRequest(request, { profiles });
    const batchSize = request.batchSize || defaultBatchSize;
    let afterId: string | undefined;
    for (;;) {
      const batch = await catalog.page(request.identityProfileId || undefined, afterId, batchSize, { signal });
      // Asked for each batch: policies may change while a stream goes on for hours.
      const seen = (await visibility.of(context)?.products(batch, { signal })) ?? batch;
      for (const product of seen) yield toProduct(product, productFreshness(product, profiles, now()));
      if (batch.length < batchSize) return;
      afterId = batch.at(-1)?.id;
    }
  };
