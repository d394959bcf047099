import { offerId } from '../../domain/ids.ts';
import type { ObservationDraft } from '../../domain/ingestion/observation.ts';
import type { ConfirmableStatement, OfferConfirmations } from '../../domain/ingestion/ports.ts';
import { statementDigests } from '../../domain/ingestion/statement-digest.ts';
import type { CredentialRef } from '../../domain/offers/offer.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

/** What confirming needs. */
export interface ConfirmDependencies {
  readonly confirmations: OfferConfirmations;
  readonly credential: CredentialRef;
  readonly metrics: Metrics;
}

/** Of one transaction; a page of some suppliers is a whole catalogue. */
const atOnce = 500;

/** What may be confirmed, by SKU: not of a SKU that the page names twice. */
const statementsOf = (
  drafts: readonly ObservationDraft[],
  seenAt: Date,
  supplierId: string,
): ReadonlyMap<string, ConfirmableStatement> => {
  const statements = new Map<string, ConfirmableStatement>();
  const named = new Set<string>();
  for (const draft of drafts) {
    const { supplierSku } = draft;
    if (named.has(supplierSku)) statements.delete(supplierSku);
    else statements.set(supplierSku, { offerId: offerId(supplierId, supplierSku), ...statementDigests(draft, seenAt) });
    named.add(supplierSku);
  }
  return statements;
};

/**
 * Confirms what a page says that is known just so, as seen at the instant of its answer, and gives
 * the rest, which has to be published. A SKU that a page names twice is published: which of its
 * rows counts is for the merge rule to say.
 */
export const confirmUnchanged = async (
  drafts: readonly ObservationDraft[],
  seenAt: Date,
  { confirmations, credential, metrics }: ConfirmDependencies,
): Promise<readonly ObservationDraft[]> => {
  const { id, supplierId, scope } = credential;
  const statements = statementsOf(drafts, seenAt, supplierId);
  const all = [...statements.values()];
  const confirmed = new Set<string>();
  for (let from = 0; from < all.length; from += atOnce) {
    const some = await confirmations.confirm(id, seenAt, all.slice(from, from + atOnce));
    for (const each of some) confirmed.add(each);
    metrics.ingestion.observationsConfirmed.inc({ supplier_id: supplierId, scope }, some.size);
  }
  return drafts.filter(({ supplierSku }) => {
    const statement = statements.get(supplierSku);
    return statement === undefined || !confirmed.has(statement.offerId);
  });
};
