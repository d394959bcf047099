import type { Confirmation, ConfirmedOffers } from '../../domain/ingestion/confirmation.ts';
import { type CredentialRef, credentialScopes } from '../../domain/offers/offer.ts';
import { OfferConfirmation } from '../../proto/gen/svc/events/v1/confirmation.ts';
import { enumValue, type Fields, flag, instant, object, objects, reject, text, texts } from './fields.ts';

/** Confirmations as `svc.events.v1.OfferConfirmation`. */

/** The public form of a confirmation, as JSON. */
export const confirmationToJson = (confirmation: Confirmation, credential: CredentialRef): unknown =>
  OfferConfirmation.toJSON({
    id: confirmation.id,
    supplierId: confirmation.supplierId,
    credential: { ref: confirmation.credentialId, scope: credential.scope, label: credential.label },
    seenAt: confirmation.seenAt,
    runId: confirmation.runId,
    phase: confirmation.phase,
    confirmed: confirmation.confirmed.map(({ offerIds, ...parts }) => ({ offerIds: [...offerIds], ...parts })),
  });

const readOffers = (fields: Fields): ConfirmedOffers => {
  const offerIds = texts(fields, 'offer_ids');
  if (offerIds.length === 0 || offerIds.includes('')) reject(fields, 'offer_ids', 'is missing');
  return { offerIds, price: flag(fields, 'price'), stock: flag(fields, 'stock') };
};

/**
 * Reads a confirmation; throws `invalid_argument` that names the field when anything is not as the
 * contract says.
 */
export const readConfirmation = (fields: Fields): Confirmation => {
  const credential = object(fields, 'credential');
  enumValue(credential, 'scope', credentialScopes);
  const confirmed = objects(fields, 'confirmed').map(readOffers);
  if (confirmed.length === 0) reject(fields, 'confirmed', 'is missing');
  return {
    id: text(fields, 'id'),
    supplierId: text(fields, 'supplier_id'),
    credentialId: text(credential, 'ref'),
    seenAt: instant(fields, 'seen_at'),
    runId: text(fields, 'run_id'),
    phase: text(fields, 'phase'),
    confirmed,
  };
};
