import type { CatalogStore } from '../../domain/catalog/ports.ts';
import type { ReportedChange, ReportedValue } from '../../domain/characteristics/change-report.ts';
import type { EnrichmentJob, JobResult, TraceChange } from '../../domain/enrichment/job.ts';
import type { OfferStore } from '../../domain/offers/ports.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { View, Visibility } from '../visibility/visibility.ts';

/**
 * Which supplier's offers a restricted caller sees is not looked up for a list of sources, so none
 * is named.
 */
const withoutSupplier = ({ text, source }: ReportedValue): ReportedValue => ({
  text,
  source: { ...source, supplierId: undefined },
});

const withoutSuppliers = (change: ReportedChange): ReportedChange => ({
  ...change,
  served: withoutSupplier(change.served),
  contradicting: change.contradicting.map(withoutSupplier),
});

/** Reads the products and offers that a result refers to. */
interface ChangeReports {
  readonly catalog: Pick<CatalogStore, 'products'>;
  readonly offers: Pick<OfferStore, 'byIds'>;
}

/**
 * Changes of products that are not hidden, and of characteristics that are not empty, without the
 * names of suppliers.
 */
const seenCharacteristics = async (
  changes: readonly ReportedChange[],
  view: View,
  { catalog, signal }: ChangeReports & { readonly signal: AbortSignal },
): Promise<readonly ReportedChange[]> => {
  const ids = [...new Set(changes.map(({ productId }) => productId))];
  const seen = await view.products(await catalog.products(ids, { signal }), { signal });
  const names = new Map(seen.map((product) => [product.id, product.characteristics]));
  return changes.filter(({ productId, name }) => names.get(productId)?.[name] !== undefined).map(withoutSuppliers);
};

/**
 * Changes of offers that are not hidden and whose trace is not empty: a masked supplier is not
 * named by its trace either.
 */
const seenTraces = async (
  changes: readonly TraceChange[],
  view: View,
  { offers, context }: ChangeReports & { readonly context: RequestContext },
): Promise<readonly TraceChange[]> => {
  if (changes.length === 0) return [];
  const { signal, caller: tenant } = context;
  const known = await offers.byIds([...new Set(changes.map(({ offerId }) => offerId))], { signal, tenant });
  const seen = new Set(
    view.offers(known).flatMap((verdict) => {
      if (verdict.kind !== 'visible') return [];
      const { offer, masked } = verdict;
      return masked.has('supply_chain_trace') || masked.has('supplier_id') ? [] : [offer.id];
    }),
  );
  return changes.filter(({ offerId }) => seen.has(offerId));
};

/**
 * A job as the caller may see it: without changes of products and offers that policies hide from
 * it, or of which they empty what has changed; and, for a caller that any policy restricts, without
 * the names of suppliers and without counts, which count what is hidden too.
 */
export const visibleChanges =
  (visibility: Visibility, catalog: ChangeReports['catalog'], offers: ChangeReports['offers']) =>
  async (job: EnrichmentJob, context: RequestContext): Promise<EnrichmentJob> => {
    const view = visibility.of(context);
    const { state } = job;
    if (view === undefined || state.kind !== 'completed') return job;
    const { changes, characteristics } = state.result;
    const { signal } = context;
    const result: JobResult = {
      counts: {},
      changes: await seenTraces(changes, view, { catalog, offers, context }),
      ...(characteristics && {
        characteristics: {
          ...characteristics,
          changes: await seenCharacteristics(characteristics.changes, view, { catalog, offers, signal }),
        },
      }),
    };
    return { ...job, state: { ...state, result } };
  };
