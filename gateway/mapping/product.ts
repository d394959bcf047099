import type { FoundProduct, IdentityProfile, Product as KnownProduct } from '../../domain/catalog.ts';
import { type Freshness, judge } from '../../domain/freshness.ts';
import type { Product } from '../../proto/gen/svc/public/v1/catalog.ts';
import { toFreshness } from './freshness.ts';

/** The identity profiles that are configured, by id. */
export type Profiles = ReadonlyMap<string, IdentityProfile>;

const lacksCharacteristics = (product: KnownProduct, profile: IdentityProfile | undefined): boolean =>
  profile?.requiredCharacteristics.some((name) => (product.characteristics[name] ?? '') === '') ?? false;

/** The verdict on what is known of a product: INCOMPLETE without the characteristics that its profile requires. */
export const productFreshness = (product: KnownProduct, profiles: Profiles, now: Date): Freshness =>
  judge(
    {
      kind: 'catalogue',
      observedAt: product.observedAt,
      incomplete: lacksCharacteristics(product, profiles.get(product.profileId)),
    },
    now,
  );

/** The contract's form of a product, with the verdict on it. */
export const toProduct = (product: KnownProduct | FoundProduct, freshness: Freshness): Product => ({
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
  matchKind: 'matchKind' in product ? product.matchKind : '',
});
