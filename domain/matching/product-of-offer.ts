import type { ProductDraft } from '../catalog/catalog.ts';
import { defaultProfile } from '../identity/built-in-profiles.ts';
import type { PendingOffer } from './ports.ts';

/** Who makes a part, and under which number. */
export interface PartName {
  readonly manufacturer: string;
  readonly mpn: string;
}

/** The product that an offer is of, by what the offer says of it, under this name. */
export const productOfOffer = (offer: PendingOffer, { manufacturer, mpn }: PartName): ProductDraft => ({
  profileId: defaultProfile.id,
  manufacturer,
  mpn: mpn.trim(),
  characteristics: offer.attributes,
  ...(offer.description === undefined ? {} : { description: offer.description }),
  ...(offer.lifecycle === undefined ? {} : { lifecycle: offer.lifecycle }),
  ...(offer.replacedByMpn === undefined ? {} : { replacedByMpn: offer.replacedByMpn }),
});
