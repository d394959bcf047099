import type { Product as CatalogProduct } from '../../domain/catalog/catalog.ts';
import type { CatalogStore } from '../../domain/catalog/ports.ts';
import { isUnknown } from '../../domain/estimate/look-up.ts';
import type { ParsedLine } from '../../domain/estimate/parse/parsed-bom.ts';
import type { LineResolution, LineResolver } from '../../domain/estimate/resolution.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { type Freshness, worstFreshness } from '../../domain/offers/freshness.ts';
import { type MatchPartsRequest, PartMatch, type Product } from '../../proto/gen/svc/public/v1/catalog.ts';
import { toFreshness } from '../catalog/freshness.ts';
import { toShownOffer } from '../catalog/get-offers.ts';
import { productFreshness, toProduct } from '../catalog/product.ts';
import type { SupplyRoutes } from '../catalog/supply-routes.ts';
import { type OnItemError, toItemError } from '../errors/item-error.ts';
import { candidatesOf, toLineLookup } from '../estimates/estimate.ts';
import { leftOutMessage } from '../estimates/estimate-words.ts';
import { resolverThrough } from '../estimates/visible-resolver.ts';
import { toLookupCost } from '../request/lookup-cost.ts';
import type { RequestContext } from '../request/request-context.ts';
import { createCheck } from '../request/rules.ts';
import type { View, Visibility } from '../visibility/visibility.ts';
import type { FoundItem } from './found-item.ts';
import { type LookUpPartsDependencies, lookUpParts } from './look-up-parts.ts';
import { bestPrice, offersOfParts, type PartOffersDependencies } from './part-offers.ts';
import { type ReadItem, type RefusedItem, readItems } from './read-items.ts';
import { matchPartsRules } from './request-rules.ts';
import type { AskedParts, MatchParts, matchStatuses } from './use-cases.ts';

/**
 * Finds what the parts of a list mean, by the resolver of estimates' lines, so that one part is the
 * same product wherever it is named. Items are read from the database many at a time.
 */

/** What parts are found with. */
export interface MatchPartsDependencies extends PartOffersDependencies {
  readonly catalog: Pick<CatalogStore, 'products'>;
  readonly profiles: Profiles;
  readonly routes: SupplyRoutes;
  readonly visibility: Visibility;
  /** Finds the products of lines, of all that there are. */
  readonly resolver: LineResolver;
  readonly lookUps: LookUpPartsDependencies;
  readonly zones: readonly string[];
  readonly onItemError: OnItemError;
}

/** Items that are looked up together: a few statements for all of them. */
const itemsAtOnce = 250;

const checkRequest = createCheck(matchPartsRules);

const refused = ({ index, reference, failure }: RefusedItem): PartMatch =>
  PartMatch.fromPartial({ index, reference, status: 'error', itemError: toItemError(failure) });

const statusOf = (resolution: LineResolution): (typeof matchStatuses)[number] => {
  if (resolution.kind === 'resolved') return 'matched';
  return resolution.kind === 'doubtful' && resolution.candidates.length > 0 ? 'candidates' : 'unresolved';
};

interface Shown {
  readonly product: Product;
  readonly freshness: Freshness;
}

/** The products of items as the caller sees them, by id. */
const productsOf = async (
  ids: readonly string[],
  { catalog, profiles }: MatchPartsDependencies,
  view: View | undefined,
  { signal, now }: RequestContext,
): Promise<ReadonlyMap<string, Shown>> => {
  const known = await catalog.products(ids, { signal });
  const seen = view === undefined ? known : await view.products(known, { signal });
  return new Map(
    seen.map((product) => {
      const freshness = productFreshness(product, profiles, now());
      return [product.id, { product: toProduct(product, freshness), freshness }];
    }),
  );
};

const toMatch = (
  { index, reference, resolution, lookups, costs = [], isOpen }: FoundItem,
  namesSuppliers: boolean,
): PartMatch => {
  const candidates = candidatesOf(resolution);
  const taken = resolution.kind === 'resolved' ? resolution : undefined;
  const reason = resolution.kind === 'resolved' ? undefined : resolution.reason;
  return {
    ...PartMatch.fromPartial({}),
    index,
    reference,
    status: statusOf(resolution),
    confidence: taken?.confidence ?? '',
    rule: taken?.rule ?? '',
    candidates: [...candidates],
    unresolvedReason: reason ?? '',
    unresolvedMessage: reason === undefined ? '' : leftOutMessage(reason, candidates.length),
    lookups: lookups.map(toLineLookup),
    lookupCosts: costs.map(toLookupCost(namesSuppliers)),
    isOpen,
  };
};

/** What is told of items: their products, and offers and prices where these were asked for. */
const describe = async (
  items: readonly FoundItem[],
  request: Pick<AskedParts, 'includeOffers' | 'includeBestPrice' | 'currency' | 'deliveryZone'>,
  deps: MatchPartsDependencies,
  context: RequestContext,
): Promise<readonly PartMatch[]> => {
  const view = deps.visibility.of(context);
  const ids = [
    ...new Set(items.flatMap(({ resolution }) => (resolution.kind === 'resolved' ? [resolution.productId] : []))),
  ];
  const { includeOffers, includeBestPrice } = request;
  const [products, offers, routes] = await Promise.all([
    productsOf(ids, deps, view, context),
    includeOffers || includeBestPrice ? offersOfParts(ids, deps, view, context) : undefined,
    deps.routes(),
  ]);
  return items.map((item) => {
    const { resolution, pieces } = item;
    const match = toMatch(item, view === undefined);
    const shown = resolution.kind === 'resolved' ? products.get(resolution.productId) : undefined;
    if (shown === undefined) return match;
    const own = offers?.get(shown.product.id) ?? [];
    const seen = offers && own.map(({ seen: { freshness } }) => freshness);
    return {
      ...match,
      product: shown.product,
      freshness: toFreshness(worstFreshness([shown.freshness, ...(seen ?? [])])),
      offers: includeOffers ? own.map((offer) => toShownOffer(offer, routes)) : [],
      bestPrice: includeBestPrice ? bestPrice(own, { pieces, ...request }, deps, context) : undefined,
    };
  });
};

type ReadProducts = CatalogStore['products'];

/** Reads each product once: what lines mean is named first, and told of after. */
const readOnce = (read: ReadProducts): ReadProducts => {
  const known = new Map<string, CatalogProduct>();
  return async (ids, options) => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) for (const product of await read(unknown, options)) known.set(product.id, product);
    return ids.flatMap((id) => known.get(id) ?? []);
  };
};

/** Finds the products of lines among those that the caller may know of. */
const resolverOf =
  ({ resolver, visibility }: MatchPartsDependencies, context: RequestContext) =>
  (lines: readonly ParsedLine[], products: ReadProducts): Promise<readonly LineResolution[]> =>
    resolverThrough(visibility.of(context), { resolver, products }).resolve(
      lines,
      context.caller.customerId,
      context.signal,
    );

/** Items with the products that they mean, and how these are read once more. */
interface Resolved {
  readonly found: readonly FoundItem[];
  readonly products: ReadProducts;
}

/**
 * The items of a request, so many at a time, with the products that they mean. The next are looked
 * up while those before are told of.
 */
async function* resolved(
  items: readonly ReadItem[],
  resolve: ReturnType<typeof resolverOf>,
  { read, signal }: { readonly read: ReadProducts; readonly signal: AbortSignal },
): AsyncGenerator<Resolved> {
  const find = async (from: number): Promise<Resolved> => {
    const some = items.slice(from, from + itemsAtOnce);
    const products = readOnce(read);
    const lines = some.map(({ line }) => line);
    const resolutions = some.length === 0 ? [] : await resolve(lines, products);
    const found = some.flatMap((item, at): readonly FoundItem[] => {
      const resolution = resolutions[at];
      return resolution === undefined ? [] : [{ ...item, resolution, lookups: [], isOpen: false }];
    });
    return { found, products };
  };
  let next = find(0);
  for (let from = itemsAtOnce; from - itemsAtOnce < items.length; from += itemsAtOnce) {
    const found = await next;
    signal.throwIfAborted();
    next = find(from);
    // Who takes no more does not hear that it failed.
    next.catch(() => undefined);
    yield found;
  }
}

/** How long suppliers are waited for, where the caller does not say. */
const usualDeadlineSeconds = 30;

/** Creates the use case. */
export const matchParts = (deps: MatchPartsDependencies): MatchParts =>
  async function* (request, context) {
    checkRequest(request as MatchPartsRequest, { zones: deps.zones });
    const { live, deadlineSeconds } = request;
    const isLive = live === 'wait' || live === 'watch';
    const items = readItems(request.items);
    for (const item of items.filter((each) => each.kind === 'refused')) {
      deps.onItemError('MatchParts', item.failure.kind);
      yield refused(item);
    }
    const read = items.filter((item) => item.kind === 'read');
    const resolve = resolverOf(deps, context);
    const unknown: FoundItem[] = [];
    const known = resolved(read, resolve, { read: deps.catalog.products, signal: context.signal });
    for await (const { found, products } of known) {
      const isLater = ({ resolution }: FoundItem): boolean => isLive && isUnknown(resolution);
      unknown.push(...found.filter(isLater));
      yield* await describe(
        found.filter((item) => !isLater(item)),
        request,
        { ...deps, catalog: { products } },
        context,
      );
    }
    if (unknown.length === 0) return;
    const wish = {
      isWatching: live === 'watch',
      deadlineMs: (deadlineSeconds || usualDeadlineSeconds) * 1_000,
      namesSuppliers: deps.visibility.of(context) === undefined,
      maxCost: request.maxLookupCost,
      resolve: (lines: readonly ParsedLine[]) => resolve(lines, deps.catalog.products),
    };
    for await (const told of lookUpParts(unknown, wish, deps.lookUps, context))
      yield* await describe(told, request, deps, context);
  };
