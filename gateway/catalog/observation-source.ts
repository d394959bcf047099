import type { CredentialScope, OfferView } from '../../domain/offers/offer.ts';
import type { ChosenSource } from '../../domain/pricing/source-selection.ts';
import { ObservationSource, ObservationSource_Type } from '../../proto/gen/svc/public/v1/common.ts';

/** The contract's word for whose a credential is. */
export const sourceTypeOf = {
  customer: ObservationSource_Type.CUSTOMER_CREDENTIAL,
  group: ObservationSource_Type.GROUP_SHARED,
  system: ObservationSource_Type.SYSTEM_CREDENTIAL,
} as const satisfies Record<CredentialScope, ObservationSource_Type>;

/** The contract's form of the source of a price; without one it says that nothing was observed. */
export const toPriceSource = (source: ChosenSource | undefined): ObservationSource =>
  source === undefined
    ? ObservationSource.create({ fallbackReason: 'no_observation' })
    : { ...toSource(source.view, source.price.observedAt), fallbackReason: source.fallbackReason ?? '' };

/**
 * The contract's form of the credential behind a view, for figures observed at the instant given.
 */
export const toSource = (view: OfferView, observedAt: Date | undefined): ObservationSource => ({
  type: sourceTypeOf[view.credential.scope],
  credentialLabel: view.credential.label,
  observedAt,
  fallbackReason: '',
});
