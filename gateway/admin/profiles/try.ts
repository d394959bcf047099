import type { CatalogStore } from '../../../domain/catalog/ports.ts';
import type { ProfileStore } from '../../../domain/identity/ports.ts';
import type { IdentityProfile, Profiles } from '../../../domain/identity/profile.ts';
import { canonicalCharacteristics, lacksCharacteristics } from '../../../domain/identity/read-characteristics.ts';
import { decideOffer, type MatchPolicy } from '../../../domain/matching/decide-offer.ts';
import type { MatchDecision, MatchReview, MatchStore, PendingOffer } from '../../../domain/matching/ports.ts';
import { checkId, throwIfAny } from '../../request/check.ts';
import type { UseCase } from '../../request/request-context.ts';
import { checkPutProfile } from './manage.ts';

/** A draft of a profile, and offers that it is tried on. */
export interface TryProfile {
  readonly profile: IdentityProfile;
  /** None: the latest offers without a product. */
  readonly offerIds: readonly string[];
}

/** What is decided of an offer, with and without the draft. */
export interface TriedOffer {
  readonly offer: PendingOffer;
  readonly present: MatchDecision;
  readonly draft: MatchDecision;
}

/** What a draft would change. */
export interface ProfileTrial {
  readonly offers: readonly TriedOffer[];
  /** Products of this profile among those of the offers, and how many lack what is required. */
  readonly products: { readonly tried: number; readonly incompleteNow: number; readonly incompleteThen: number };
}

/** What operators try before they change a profile. */
export interface ProfileTrialCases {
  readonly tryProfile: UseCase<TryProfile, ProfileTrial>;
}

/** What it is made of. */
interface Dependencies {
  readonly profiles: ProfileStore;
  readonly matches: Pick<MatchStore, 'offer' | 'evidence'>;
  readonly review: Pick<MatchReview, 'orphans'>;
  readonly catalog: Pick<CatalogStore, 'products'>;
  readonly policy: MatchPolicy;
}

/** Offers that are tried when none are named. */
const sampleSize = 50;

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined;

const incompleteIn = (
  products: readonly { readonly characteristics: Readonly<Record<string, string>> }[],
  profile: IdentityProfile | undefined,
): number =>
  products.filter(({ characteristics }) =>
    lacksCharacteristics(canonicalCharacteristics(characteristics, profile), profile),
  ).length;

/**
 * Decides a sample of offers twice, with the profiles as they are and with a draft among them.
 * Nothing is stored, and each time everything is read anew, so that numbers which only the draft
 * makes alike are found.
 */
export const tryProfiles = ({ profiles, matches, review, catalog, policy }: Dependencies): ProfileTrialCases => ({
  tryProfile: async ({ profile, offerIds }, { signal }) => {
    checkPutProfile(profile);
    throwIfAny(...offerIds.map((id, at) => checkId(`offer_ids[${at}]`, id)));
    const options = { signal };
    const sample =
      offerIds.length > 0
        ? offerIds
        : (await review.orphans(undefined, sampleSize, options)).map((each) => each.offerId);
    const offers = (await Promise.all(sample.map((id) => matches.offer(id, options)))).filter(isDefined);
    const current: Profiles = new Map(
      [...(await profiles.current(options))].map(([id, version]) => [id, version.profile] as const),
    );
    const drafted: Profiles = new Map([...current, [profile.id, profile]]);
    const decide = async (under: Profiles): Promise<readonly MatchDecision[]> => {
      const evidence = await matches.evidence(offers, { ...options, profiles: under });
      return offers.map((offer) => decideOffer(offer, evidence, policy));
    };
    const [present, draft] = [await decide(current), await decide(drafted)];
    const productIds = [...new Set([...present, ...draft].flatMap(({ productId }) => productId ?? []))];
    const products = (await catalog.products(productIds, options)).filter(({ profileId }) => profileId === profile.id);
    return {
      offers: offers.flatMap((offer, at) => {
        const [one, other] = [present[at], draft[at]];
        return one === undefined || other === undefined ? [] : [{ offer, present: one, draft: other }];
      }),
      products: {
        tried: products.length,
        incompleteNow: incompleteIn(products, current.get(profile.id)),
        incompleteThen: incompleteIn(products, profile),
      },
    };
  },
});
