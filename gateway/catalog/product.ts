import type { FoundProduct, Product as KnownProduct, Replacement } from '../../domain/catalog/catalog.ts';
import type { Profiles } from '../../domain/identity/profile.ts';
import { lacksCharacteristics } from '../../domain/identity/read-characteristics.ts';
import { type Freshness, freshnessOf } from '../../domain/offers/freshness.ts';
import type { Product, ProductFact, Replacement as WireReplacement } from '../../proto/gen/svc/public/v1/catalog.ts';
import { toFreshness } from './freshness.ts';

/**
 * The verdict on what is known of a product: INCOMPLETE without the characteristics that its
 * profile requires.
 */
export const productFreshness = (product: KnownProduct, profiles: Profiles, now: Date): Freshness =>
  freshnessOf(
    {
      kind: 'catalogue',
      observedAt: product.observedAt,
      incomplete: lacksCharacteristics(product.characteristics, profiles.get(product.profileId)),
    },
    now,
  );

/** The contract's form of a product that replaces another. */
export const toReplacement = ({ id, manufacturer, mpn, lifecycle }: Replacement): WireReplacement => ({
  id,
  manufacturer,
  mpn,
  lifecycleStatus: lifecycle ?? '',
});

/**
 * The contract's form of a product, with the verdict on it and, where they were asked for, what
 * replaces it and what its sources state.
 */
export const toProduct = (
  product: KnownProduct | FoundProduct,
  freshness: Freshness,
  replacements: readonly Replacement[] = [],
  facts: readonly ProductFact[] = [],
): Product => ({
  id: product.id,
  manufacturer: product.manufacturer,
  mpn: product.mpn,
  identityProfileId: product.profileId,
  characteristics: product.characteristics,
  lifecycleStatus: product.lifecycle ?? '',
  replacedBy: product.replacedBy ?? '',
  freshness: toFreshness(freshness),
  description: product.description ?? '',
  relevance: 'relevance' in product ? product.relevance : undefined,
  replacementChain: replacements.map(toReplacement),
  matchKind: 'matchKind' in product ? product.matchKind : '',
  category: product.category ?? '',
  facts: [...facts],
});
