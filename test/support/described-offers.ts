import type { ObservedDescription } from '../../domain/ingestion/observation.ts';
import type { MatchConfidence } from '../../domain/offers/offer.ts';
import { createObservationStore } from '../../storage/offers/observation-store.ts';
import type { Sql } from '../../storage/pool/pool.ts';
import { untraced } from './event-samples.ts';
import { observation, offerOf } from './observations.ts';
import { hoursBefore } from './offers.ts';

/** What an offer of a product says of it. */
export interface OfferToDescribe {
  readonly productId: string;
  readonly description: ObservedDescription;
  /** Left out: the system's. */
  readonly credentialId?: string;
  /** Left out: exact. */
  readonly confidence?: MatchConfidence;
  /** How long ago it was said; left out: an hour. */
  readonly hoursAgo?: number;
}

/** Observes an offer with a description and matches it with its product; returns the offer's id. */
export const describeOffer = async (
  sql: Sql,
  sku: string,
  { productId, description, credentialId = 'crd_system', confidence = 'exact', hoursAgo = 1 }: OfferToDescribe,
): Promise<string> => {
  const seen = observation(sku, { credentialId, description, observedAt: hoursBefore(hoursAgo) });
  await createObservationStore(sql).apply([seen], untraced);
  const id = offerOf(sku);
  await sql`update offer set product_id = ${productId}, match_confidence = ${confidence}, matched_at = now() where id = ${id}`;
  return id;
};
