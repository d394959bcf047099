import type { ToldChange, ToldValue } from '../../../domain/characteristics/told-change.ts';
import type { EnrichmentJob } from '../../../domain/enrichment/job.ts';
import type { CatalogStore } from '../../../domain/ports.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Visibility } from '../../visibility/visibility.ts';

/** Which supplier's offers a restricted caller sees is not looked up for a list of sources, so none is named. */
const withoutSupplier = ({ text, source }: ToldValue): ToldValue => ({
  text,
  source: { ...source, supplierId: undefined },
});

const withoutSuppliers = (change: ToldChange): ToldChange => ({
  ...change,
  served: withoutSupplier(change.served),
  contradicting: change.contradicting.map(withoutSupplier),
});

/**
 * A job as the caller may see it: without changes of products that policies hide from it, or whose characteristics they empty, and,
 * for a caller that any policy restricts, without the names of suppliers.
 */
export const seenChanges =
  (visibility: Visibility, catalog: Pick<CatalogStore, 'products'>) =>
  async (job: EnrichmentJob, context: RequestContext): Promise<EnrichmentJob> => {
    const view = visibility.of(context);
    const { state } = job;
    if (view === undefined || state.kind !== 'completed' || state.result.characteristics === undefined) return job;
    const { characteristics } = state.result;
    const { signal } = context;
    const ids = [...new Set(characteristics.changes.map(({ productId }) => productId))];
    const seen = await view.products(await catalog.products(ids, { signal }), { signal });
    const names = new Map(seen.map((product) => [product.id, product.characteristics]));
    const changes = characteristics.changes
      .filter(({ productId, name }) => names.get(productId)?.[name] !== undefined)
      .map(withoutSuppliers);
    return {
      ...job,
      state: { ...state, result: { ...state.result, characteristics: { ...characteristics, changes } } },
    };
  };
