import type { Product } from '../../domain/catalog/catalog.ts';
import { notFound } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import { ownProperty } from '../../domain/own-property.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import type { CallerPolicies } from '../../domain/visibility/caller-policies.ts';
import { evaluateOffer, maskedIn, type OfferVerdict, type VisibleOffer } from '../../domain/visibility/offers.ts';
import type { MaskedField } from '../../domain/visibility/policy.ts';
import { productValues } from '../../domain/visibility/vocabulary.ts';
import type { MaybePromise } from '../request/maybe-promise.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { PolicyBook } from './policy-book.ts';
import { type VisibilityMetrics, verdictMetrics } from './verdict-metrics.ts';

/**
 * Applies the visibility policies to what use cases answer with. What is hidden is left out as if
 * it did not exist; what is masked is empty. A caller whom no policy restricts costs one look-up.
 */
export interface Visibility {
  /** What the caller of a request sees; undefined when it sees everything. */
  of(context: Pick<RequestContext, 'caller' | 'now'>): View | undefined;
}

/** What one caller sees. */
export interface View {
  /** Whether any product may be hidden or have a field emptied. */
  readonly restrictsProducts: boolean;
  /** Products less the hidden ones and the masked fields, in the order given. */
  products<Each extends Product>(products: readonly Each[], options: ReadOptions): Promise<readonly Each[]>;
  /** The fields that are empty of a product that is not hidden. */
  maskedFields(product: Product): ReadonlySet<MaskedField>;
  /** Whether the product is known and not hidden. */
  seesProduct(id: string, options: ReadOptions): Promise<boolean>;
  /** Whether it depends on each offer, and not on its supplier alone, if it names its supplier. */
  readonly namesSuppliersByOffer: boolean;
  /** Whether offers of a supplier of this id name it, as far as the id alone tells. */
  namesSupplier(id: string): boolean;
  /** What is seen of each offer, in the order given. */
  offers(offers: readonly Offer[]): readonly OfferVerdict[];
  /** What is seen of an offer. Throws `not_found` when it is hidden. */
  offer(offer: Offer): VisibleOffer;
}

/** Dependencies of visibility. */
export interface VisibilityDependencies {
  readonly book: Pick<PolicyBook, 'callerPoliciesOf'>;
  /** Present products by id; undefined for an unknown one. */
  readonly product: (id: string, options?: ReadOptions) => MaybePromise<Product | undefined>;
  readonly metrics: VisibilityMetrics;
}

const emptied: Readonly<Record<string, Partial<Product>>> = {
  description: { description: undefined },
  // Its category is read out of the characteristics.
  characteristics: { characteristics: {}, category: undefined },
  lifecycle_status: { lifecycle: undefined },
  category: { category: undefined },
  replaced_by: { replacedBy: undefined },
};

const withoutFields = <Each extends Product>(product: Each, masked: ReadonlySet<MaskedField>): Each =>
  masked.size === 0
    ? product
    : Object.assign({ ...product }, ...[...masked].map((field) => ownProperty(emptied, field)));

const supplierNamesOf = (callerPolicies: CallerPolicies): Pick<View, 'namesSuppliersByOffer' | 'namesSupplier'> => ({
  namesSuppliersByOffer: ['product', 'offer'].some((variable) => callerPolicies.dependsOn('offer', variable)),
  namesSupplier: (id) =>
    (['supplier', 'offer'] as const).every((kind) => {
      const verdict = callerPolicies.evaluate(kind, { supplier: { id } });
      return verdict.kind === 'visible' && !verdict.masked.has('supplier_id');
    }),
});

const viewOf = (
  callerPolicies: CallerPolicies,
  load: VisibilityDependencies['product'],
  withVerdictMetrics: ReturnType<typeof verdictMetrics>,
): View => {
  const seen = <Each extends Product>(products: readonly Each[]): readonly Each[] =>
    withVerdictMetrics(callerPolicies, ({ evaluate }) =>
      products.flatMap((product) => {
        const verdict = evaluate('product', { product: productValues(product) });
        return verdict.kind === 'hidden' ? [] : [withoutFields(product, verdict.masked)];
      }),
    );

  const restrictsProducts = callerPolicies.restricts('product');
  const seesProduct: View['seesProduct'] = async (id, options) => {
    const product = await load(id, options);
    return product !== undefined && seen([product]).length > 0;
  };

  /** A replacement that is hidden is not named either. */
  const withoutHiddenReplacement = async <Each extends Product>(product: Each, options: ReadOptions): Promise<Each> => {
    if (product.replacedBy === undefined) return product;
    const replacement = await load(product.replacedBy, options);
    return replacement !== undefined && seen([replacement]).length > 0
      ? product
      : { ...product, replacedBy: undefined };
  };

  const offers: View['offers'] = (given) =>
    withVerdictMetrics(callerPolicies, (counted) => given.map((offer) => evaluateOffer(counted, offer, offer.product)));

  return {
    restrictsProducts,
    maskedFields: (product) => maskedIn(callerPolicies.evaluate('product', { product: productValues(product) })),
    products: async (products, options) => {
      if (!restrictsProducts) return products;
      const visible = seen(products);
      if (visible.every(({ replacedBy }) => replacedBy === undefined)) return visible;
      return Promise.all(visible.map((product) => withoutHiddenReplacement(product, options)));
    },
    seesProduct,
    ...supplierNamesOf(callerPolicies),
    offers,
    offer: (offer) => {
      const [verdict] = offers([offer]);
      if (verdict?.kind !== 'visible') throw notFound('offer', offer.id);
      return verdict;
    },
  };
};

/** Creates it over a book of policies. */
export const createVisibility = (options: VisibilityDependencies): Visibility => {
  const views = new WeakMap<CallerPolicies, View>();
  const withVerdictMetrics = verdictMetrics(options.metrics);
  return {
    of: ({ caller, now }) => {
      const callerPolicies = options.book.callerPoliciesOf(caller, now());
      if (callerPolicies === undefined || callerPolicies.restrictsNothing) return undefined;
      const known = views.get(callerPolicies);
      if (known !== undefined) return known;
      const view = viewOf(callerPolicies, options.product, withVerdictMetrics);
      views.set(callerPolicies, view);
      return view;
    },
  };
};
