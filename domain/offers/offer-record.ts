import type { CredentialRef, Offer, OfferView } from './offer.ts';
import { type QueuedLookup, type RefreshPlan, refreshEta } from './refresh-plan.ts';

/**
 * An offer in two parts that change apart from each other: what is known of it, which changes with
 * the offer itself, and how the credentials fare that know it, which are few and change all the
 * time.
 */

/** What one credential knows of an offer, apart from the credential itself. */
export interface ViewRecord extends Omit<OfferView, 'credential' | 'refreshEta' | 'isPriceHidden' | 'isOutOfUse'> {
  readonly credentialId: string;
  /** Its place in the credential's queue of look-ups; undefined when it is in none. */
  readonly queued: QueuedLookup | undefined;
}

/** What is known of an offer. */
export interface OfferRecord extends Omit<Offer, 'views'> {
  readonly views: readonly ViewRecord[];
}

/** How a credential fares. */
export interface CredentialState {
  readonly ref: CredentialRef;
  readonly plan: RefreshPlan;
  /** Set when it is disabled or its secret is detached. */
  readonly isOutOfUse?: true;
}

/** The credential of an id as it is now; undefined when it is not known. */
export type StateOf = (credentialId: string) => CredentialState | undefined;

/** The offer as its credentials now let it be seen; undefined when one of them is not known. */
export const currentOffer = (record: OfferRecord, stateOf: StateOf): Offer | undefined => {
  const views: OfferView[] = [];
  for (const view of record.views) {
    const state = stateOf(view.credentialId);
    if (state === undefined) return undefined;
    views.push({
      credential: state.ref,
      price: view.price,
      priceHeld: view.priceHeld,
      minimumOrderQuantity: view.minimumOrderQuantity,
      orderMultiple: view.orderMultiple,
      packaging: view.packaging,
      stock: view.stock,
      leadTimeDays: view.leadTimeDays,
      ...(view.withdrawnAt && { withdrawnAt: view.withdrawnAt }),
      ...(state.isOutOfUse && { isOutOfUse: true as const }),
      refreshEta: refreshEta(state.plan, view.queued),
    });
  }
  return { ...record, views };
};
