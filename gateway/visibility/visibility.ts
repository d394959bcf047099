import type { Product } from '../../domain/catalog/catalog.ts';
import { notFound } from '../../domain/errors.ts';
import type { Offer } from '../../domain/offers/offer.ts';
import { ownValue } from '../../domain/own-value.ts';
import type { ReadOptions } from '../../domain/store-context.ts';
import { judgeOffer, type OfferVerdict, type SeenOffer } from '../../domain/visibility/offers.ts';
import type { MaskedField } from '../../domain/visibility/policy.ts';
import type { Sight } from '../../domain/visibility/sight.ts';
import { productValues } from '../../domain/visibility/vocabulary.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Prompt } from '../request/prompt.ts';
import type { RequestContext } from '../request/request-context.ts';
import { metered } from './metered.ts';
import type { PolicyBook } from './policy-book.ts';

/**
 * Applies the visibility policies to what use cases answer with. What is hidden is left out as if it did not exist; what is masked
 * is empty. A caller whom no policy restricts costs one look-up.
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
  /** Whether the product is known and not hidden. */
  seesProduct(id: string, options: ReadOptions): Promise<boolean>;
  /** What is seen of each offer, in the order given. */
  offers(offers: readonly Offer[]): readonly OfferVerdict[];
  /** What is seen of an offer. Throws `not_found` when it is hidden. */
  offer(offer: Offer): SeenOffer;
}

/** What visibility is made from. */
export interface VisibilityOptions {
  readonly book: Pick<PolicyBook, 'sightOf'>;
  /** Present products by id; undefined for an unknown one. */
  readonly product: (id: string, options?: ReadOptions) => Prompt<Product | undefined>;
  readonly metrics: Metrics['visibility'];
}

const emptied: Readonly<Record<string, Partial<Product>>> = {
  description: { description: undefined },
  characteristics: { characteristics: {} },
  lifecycle_status: { lifecycle: undefined },
  replaced_by: { replacedBy: undefined },
};

const withoutFields = <Each extends Product>(product: Each, masked: ReadonlySet<MaskedField>): Each =>
  masked.size === 0 ? product : Object.assign({ ...product }, ...[...masked].map((field) => ownValue(emptied, field)));

const viewOf = (sight: Sight, { product: load, metrics }: VisibilityOptions): View => {
  const seen = <Each extends Product>(products: readonly Each[]): readonly Each[] =>
    metered(sight, metrics, ({ judge }) =>
      products.flatMap((product) => {
        const verdict = judge('product', { product: productValues(product) });
        return verdict.kind === 'hidden' ? [] : [withoutFields(product, verdict.masked)];
      }),
    );

  const restrictsProducts = sight.restricts('product');
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
    metered(sight, metrics, (counted) => given.map((offer) => judgeOffer(counted, offer, offer.product)));

  return {
    restrictsProducts,
    products: async (products, options) => {
      if (!restrictsProducts) return products;
      const visible = seen(products);
      if (visible.every(({ replacedBy }) => replacedBy === undefined)) return visible;
      return Promise.all(visible.map((product) => withoutHiddenReplacement(product, options)));
    },
    seesProduct,
    offers,
    offer: (offer) => {
      const [verdict] = offers([offer]);
      if (verdict?.kind !== 'visible') throw notFound('offer', offer.id);
      return verdict;
    },
  };
};

/** Creates it over a book of policies. */
export const createVisibility = (options: VisibilityOptions): Visibility => {
  const views = new WeakMap<Sight, View>();
  return {
    of: ({ caller, now }) => {
      const sight = options.book.sightOf(caller, now());
      if (sight === undefined || sight.isClear) return undefined;
      const known = views.get(sight);
      if (known !== undefined) return known;
      const view = viewOf(sight, options);
      views.set(sight, view);
      return view;
    },
  };
};
