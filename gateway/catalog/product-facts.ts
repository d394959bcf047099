import { type FollowedFact, followedFacts, servedVote } from '../../domain/catalog/fact-precedence.ts';
import { type FactName, type FactSubject, subjectOf } from '../../domain/catalog/part-facts.ts';
import type { ProductStatements, StatedFact } from '../../domain/catalog/ports.ts';
import type { VisibleOffer } from '../../domain/visibility/offers.ts';
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

const wordOf = (fact: FollowedFact | FactName): string => (isFollowed(fact) ? words[fact] : fact);

const aboutOf = (fact: FollowedFact | FactName): FactSubject => (isFollowed(fact) ? 'part' : subjectOf(fact));

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
  const served = about === 'part' ? servedVote(fact, votes)?.value : undefined;
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

/** The facts of a product that its offers state which the caller sees, and the catalogue. */
export const productFacts = async (
  statements: Pick<ProductStatements, 'stated'>,
  productId: string,
  visible: readonly VisibleOffer[],
  signal: AbortSignal,
): Promise<ProductFact[]> => {
  const offers = new Map(visible.map((each) => [each.offer.id, each]));
  const stated = await statements.stated(productId, [...offers.keys()], { signal });
  const seen = stated.filter((each) => {
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
