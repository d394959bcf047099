import { type FollowedFact, followedFacts } from '../../domain/catalog/fact-precedence.ts';
import { type FactName, type FactSubject, subjectOf } from '../../domain/catalog/part-facts.ts';
import type { ProductStatements, StatedFact } from '../../domain/catalog/ports.ts';
import { servedText } from '../../domain/pricing/duties/tariff-goods.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
import { type MaskedField, type MaskedProductField, maskableFields } from '../../domain/visibility/policy.ts';
import type { ProductFact } from '../../proto/gen/svc/public/v1/catalog.ts';

/** What sources state of a product, as far as the caller may see who sells it. */

/** The contract's words for facts that have a field of their own. */
const words: Readonly<Record<FollowedFact, string>> = {
  description: 'description',
  lifecycle: 'lifecycle_status',
  category: 'category',
  replacedByMpn: 'replaced_by_mpn',
};

const isFollowed = (fact: StatedFact['fact']): fact is FollowedFact =>
  (followedFacts as readonly string[]).includes(fact);

/** The contract's word for a fact. */
export const wordOf = (fact: FollowedFact | FactName): string => (isFollowed(fact) ? words[fact] : fact);

const aboutOf = (fact: FollowedFact | FactName): FactSubject => (isFollowed(fact) ? 'part' : subjectOf(fact));

/**
 * The facts that tell what a field of the product says, or what it is read from: suppliers list a
 * package among the characteristics, and write a lifecycle in words of their own.
 */
const tellingFacts: Readonly<Record<MaskedProductField, readonly StatedFact['fact'][]>> = {
  description: ['description'],
  characteristics: ['category', 'package', 'rohs', 'reach'],
  lifecycle_status: ['lifecycle', 'lifecycle_detail', 'last_time_buy', 'range_status'],
  category: ['category'],
  replaced_by: ['replacedByMpn'],
};

/** What the masks of a product hide of what is stated of it. */
const hiddenFacts = (masked: ReadonlySet<MaskedField> | undefined): ReadonlySet<StatedFact['fact']> =>
  new Set(maskableFields.product.filter((field) => masked?.has(field)).flatMap((field) => tellingFacts[field]));

/** What the masks of an offer leave of what it states. */
const seenOf = (stated: StatedFact, { masked }: VisibleOffer): boolean => {
  if (masked.has('supplier_id')) return aboutOf(stated.fact) === 'part';
  return stated.fact !== 'product_url' || !masked.has('supplier_sku');
};

const toFacts = (stated: readonly StatedFact[], hiddenSuppliers: ReadonlySet<string>): readonly ProductFact[] => {
  const [first] = stated;
  if (first === undefined) return [];
  const { fact } = first;
  const about = aboutOf(fact);
  const votes = stated.map(({ vote }) => vote);
  const served = about === 'part' ? servedText(fact, votes) : undefined;
  return [...Map.groupBy(stated, ({ vote }) => vote.value)]
    .map(([value, sources]) => ({
      name: wordOf(fact),
      value,
      about,
      isServed: value === served,
      sources: sources.map(({ offerId = '', vote }) => ({
        supplierId: offerId === '' || hiddenSuppliers.has(offerId) ? '' : vote.source.by,
        offerId,
        statedAt: vote.since,
      })),
    }))
    .toSorted((a, b) => Number(b.isServed) - Number(a.isServed));
};

/** A product as a caller sees it. */
interface SeenProduct {
  readonly id: string;
  /** Fields of the product that are empty for the caller; undefined: none. */
  readonly masked: ReadonlySet<MaskedField> | undefined;
  /** Its offers that the caller sees. */
  readonly offers: readonly VisibleOffer[];
}

/**
 * The facts of a product that its offers state which the caller sees, and the catalogue, less those
 * that tell what is masked of the product.
 */
export const productFacts = async (
  statements: Pick<ProductStatements, 'stated'>,
  { id, masked: maskedFields, offers: visible }: SeenProduct,
  signal: AbortSignal,
): Promise<ProductFact[]> => {
  const hidden = hiddenFacts(maskedFields);
  const offers = new Map(visible.map((each) => [each.offer.id, each]));
  const stated = await statements.stated(id, [...offers.keys()], { signal });
  const seen = stated.filter((each) => {
    if (hidden.has(each.fact)) return false;
    const offer = offers.get(each.offerId ?? '');
    return offer === undefined || seenOf(each, offer);
  });
  const hiddenSuppliers = new Set(
    visible.flatMap(({ masked, offer }) => (masked.has('supplier_id') ? [offer.id] : [])),
  );
  return [...Map.groupBy(seen, ({ fact }) => fact).values()]
    .flatMap((each) => toFacts(each, hiddenSuppliers))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
};
